/** Members with cards and an operator who decides about them, on a real server. Only tests import this. */
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { type CertificationVerbs, certificationVerbs } from '#features/certifications/server/verbs.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { CardRow } from '../contract.ts';
import { cardHandlers } from './calls.ts';
import { cardVerbs } from './verbs.ts';

export const PIN = '246810';
export const ICBC_CARD = '6222021001116245702';
export const CARD = { type: 'bank', holder: '张三', bank: 'ICBC', branch: '北京分行', account: ICBC_CARD };
export const ALIPAY = { type: 'alipay', holder: '李雷', account: 'li.lei@example.com' };

/** A different valid card number for each `n`. */
export function cardNumber(n: number): string {
  const digits = `621700${String(n).padStart(9, '0')}`;
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const worth = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (worth > 9 ? worth - 9 : worth);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** The caller must close the returned `app`. */
export async function cardApp() {
  let certifications: CertificationVerbs | undefined;
  const app = await people({
    more(built) {
      certifications = certificationVerbs({ ...built, files: fileVerbs(built) });
      return [cardHandlers({ ...built, cards: cardVerbs(built), certifications })];
    },
  });
  if (!certifications) throw new Error('the server was built without certifications');
  const owners = credentialsOf(app);
  const bossId = await app.addOperator('boss');
  const boss = app.person();
  await boss.logIn('boss');
  let count = 0;
  return {
    app,
    owners,
    boss,
    bossId,
    cards: cardVerbs(app),
    certifications,
    files: fileVerbs(app),
    /** Adds a merchant with the payment password `PIN`, or without one if `unset`. */
    async member({ mobile, unset = false }: { mobile?: string; unset?: boolean } = {}) {
      const username = `shop_${(count += 1)}`;
      const { member, userId } = await app.addMember({ username, ...(mobile === undefined ? {} : { mobile }) });
      const person = app.person();
      await person.logIn(username);
      if (!unset)
        await sql`update users set pay_password_hash = ${await app.users.hashPassword(PIN)} where user_id = ${userId}`.execute(
          app.db,
        );
      return { memberNo: member.memberNo, userId, username, person };
    },
    add: (person: Person, card: object = CARD, more: object = {}) =>
      person.post<CardRow>('/bankcard/add', { ...card, payPassword: PIN, ...more }),
    edit: (person: Person, id: string, card: object = CARD, more: object = {}) =>
      person.post<CardRow>('/bankcard/edit', { id, ...card, payPassword: PIN, ...more }),
    remove: (person: Person, id: string, more: object = {}) =>
      person.post('/bankcard/remove', { id, payPassword: PIN, ...more }),
    list: async (person: Person) =>
      (await person.post<{ list: CardRow[]; total: number }>('/bankcard/list')).data?.list ?? [],
    normal: async (person: Person) => (await person.post<{ list: CardRow[] }>('/bankcard/normal')).data?.list ?? [],
    decide: (id: string, status: string, reviewRemark = '') =>
      boss.post('/operator/bankcard/decide', { id, status, reviewRemark }),
    waiting: (input: object = {}) =>
      boss.post<{ list: (CardRow & { memberNo: string })[]; total: number; extend: { pending: number } }>(
        '/operator/bankcard/list',
        input,
      ),
  };
}
