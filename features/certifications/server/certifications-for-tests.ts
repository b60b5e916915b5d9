/**
 * Members who submit certifications and an operator who decides about them, on a real server. Only tests import this.
 */
import { fileHandlers } from '#features/files/server/calls.ts';
import { uploaded } from '#features/files/server/files-for-tests.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { AuthInfo } from '../contract.ts';
import { certificationHandlers } from './calls.ts';
import { type CertificationVerbs, certificationVerbs } from './verbs.ts';

/** The example in the standard. */
export const ID_NUMBER = '11010519491231002X';

/** The caller must close the returned `app`. */
export async function certificationApp() {
  let certifications: CertificationVerbs | undefined;
  const app = await people({
    more: (built) => {
      const files = fileVerbs(built);
      certifications = certificationVerbs({ ...built, files });
      return [fileHandlers({ ...built, files }), certificationHandlers({ ...built, files })];
    },
  });
  if (!certifications) throw new Error('the server was built without certifications');
  const bossId = await app.addOperator('boss');
  const boss = app.person();
  await boss.logIn('boss');
  let count = 0;
  const list = (input: object = {}) =>
    boss.post<{ list: { id: string; memberNo: string }[]; total: number; extend: object }>(
      '/operator/certification/list',
      input,
    );
  return {
    app,
    certifications,
    boss,
    bossId,
    list,
    decide: (id: string, status: string, reviewRemark = '') =>
      boss.post('/operator/certification/decide', { id, status, reviewRemark }),
    waitingOf: async (memberNo: bigint) => (await list({ memberNo: memberNo.toString() })).data?.list[0]?.id ?? '',
    async member(kind: 'merchant' | 'agent' = 'merchant') {
      const username = `shop_${(count += 1)}`;
      const { member, userId } = await app.addMember({ username, kind });
      const person = app.person();
      await person.logIn(username);
      return { memberNo: member.memberNo, userId, person };
    },
    filled: async (person: Person) => ({
      name: '张三',
      idNumber: ID_NUMBER,
      industry: '电商Retail2',
      website: 'https://shop.example.com',
      photoFront: await uploaded(app.server, person),
      photoBack: await uploaded(app.server, person),
      remark: 'Please hurry',
    }),
    info: async (person: Person) => (await person.post<AuthInfo>('/user/getAuthInfo')).data,
    statusOf: async (person: Person) =>
      (await person.post<{ userinfo: { certification: string } }>('/user/info')).data?.userinfo.certification,
    async audited(action: string, memberNo: bigint) {
      const { rows } =
        await sql`select chain, object, result from audit_log where action = ${action} and member_no = ${memberNo} order by created_at, seq`.execute(
          app.db,
        );
      return rows;
    },
  };
}
