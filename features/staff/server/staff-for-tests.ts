/** Operators of every role behind the calls about staff. Only tests import this. */
import { expect } from 'vitest';
import { PASSWORD, type People, people, type Person } from '#features/accounts/server/people-for-tests.ts';
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import { joinHandlers, staffHandlers } from './calls.ts';

export interface TestOperator {
  userId: bigint;
  id: string;
  username: string;
  person: Person;
}

export type StaffApp = Awaited<ReturnType<typeof staffApp>>;

export async function staffApp(sharing?: People) {
  const publicUrl = 'https://pay.example';
  const app = await people({
    ...(sharing ? { sharing } : {}),
    more: (built) => [staffHandlers({ ...built, publicUrl }), joinHandlers(built)],
  });
  let made = 0;
  const operator = async (...roles: readonly string[]): Promise<TestOperator> => {
    const username = `op_${(made += 1)}`;
    const passwordHash = await app.users.hashPassword(PASSWORD);
    const user = { role: 'operator', memberNo: null, username, nickname: username, passwordHash } as const;
    const userId = await app.db.transaction((tx) =>
      app.users.addUser(tx, { ...user, staffRoles: roles, createdAt: app.clock.now() }),
    );
    const person = app.person({ browser: true });
    await person.logIn(username);
    return { userId, id: userId.toString(), username, person };
  };
  return {
    ...app,
    operator,
    rolesOf: async ({ userId }: Pick<TestOperator, 'userId'>): Promise<string[]> =>
      (
        await app.db.pool.query<{ roles: string[] }>('select staff_roles as roles from users where user_id = $1', [
          userId,
        ])
      ).rows[0]?.roles ?? [],
    /** Invites with these roles and returns what the call answers, with the link's token. */
    async invited(by: TestOperator, roles: readonly string[], more: object = {}) {
      const answer = await by.person.post<{ id: string; link: string; approvalId: string | null }>(
        '/operator/staff/invite',
        { roles, reason: 'joins us', ...more },
      );
      expect(answer).toMatchObject({ code: 1 });
      const { id = '', link = '', approvalId = null } = answer.data ?? {};
      return { id, link, approvalId: approvalId ?? '', token: link.split('token=')[1] ?? '' };
    },
    join: (token: string, username: string, more: object = {}): Promise<Answer> =>
      app
        .person({ browser: true })
        .post('/staff/join', { token, username, password: PASSWORD, confirmPassword: PASSWORD, ...more }),
    confirm: ({ person }: TestOperator, id: string, more: object = {}): Promise<Answer> =>
      person.post('/operator/staff/decideProposal', { id, decision: 'confirm', ...more }),
    setRoles: (by: TestOperator, { id }: Pick<TestOperator, 'id'>, roles: readonly string[]) =>
      by.person.post<{ outcome: string; approvalId: string | null }>('/operator/staff/setRoles', {
        id,
        roles,
        reason: 'new duties',
      }),
    saveRole: (by: TestOperator, role: object) =>
      by.person.post<{ id: string; outcome: string; approvalId: string | null }>('/operator/staff/saveRole', {
        reason: 'new duties',
        ...role,
      }),
    isIn: async ({ person }: TestOperator): Promise<boolean> => (await person.post('/user/info')).code === 1,
  };
}
