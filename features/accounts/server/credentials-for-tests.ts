/** Test users with phones and authenticators, and their audit log and notices. Only tests import this. */
import { generateSync } from 'otplib';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { People, Person } from './people-for-tests.ts';

export type Credentials = ReturnType<typeof credentialsOf>;

export function credentialsOf(app: People) {
  let made = 0;
  const codeOf = (secret: string, steps = 0) =>
    generateSync({ strategy: 'totp', secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + steps * 30 });
  return {
    /** A merchant who is logged in here and on a second device. */
    async somebody({ mobile }: { mobile?: string } = {}) {
      const username = `person${(made += 1)}`;
      const { userId, member } = await app.addMember({ username, ...(mobile === undefined ? {} : { mobile }) });
      const [person, other] = [app.person({ browser: true }), app.person()];
      await person.logIn(username);
      await other.logIn(username);
      return { username, userId, memberNo: member.memberNo, person, other };
    },
    /** The code that the app shows now, or `steps` later. */
    codeOf,
    /** Binds an authenticator and moves on to the next step, the first one whose code is accepted. */
    async bindApp(person: Person, step: object = {}): Promise<{ secret: string; recoveryCodes: string[] }> {
      const secret = (await person.post<{ secret: string }>('/user/getGoogleQrcode')).data?.secret ?? '';
      const bound = await person.post<{ recoveryCodes: string[] }>('/user/bindGoogleQrcode', {
        secret,
        code: codeOf(secret),
        ...step,
      });
      if (bound.code !== 1) throw new Error(`not bound: ${bound.msg}`);
      app.clock.advance(30_000);
      return { secret, recoveryCodes: bound.data?.recoveryCodes ?? [] };
    },
    /** Requests a code a minute later, because a number can only get one code a minute. */
    async codeFor(person: Person, event: string, mobile?: string): Promise<string> {
      app.clock.advance(60_000);
      const sent = await person.post('/sms/send', { event, ...(mobile === undefined ? {} : { mobile }) });
      if (sent.code !== 1) throw new Error(`not sent: ${sent.msg}`);
      return (await app.messages()).at(-1)?.code ?? '';
    },
    /** Action and object, and the result if it was refused. */
    async auditOf(userId: bigint): Promise<string[]> {
      const { rows } = await sql<{ what: string }>`
        select concat_ws(' ', action, nullif(object, ''), nullif(result, 'done')) as what from audit_log where chain = ${userId} order by seq`.execute(
        app.db,
      );
      return rows.map(({ what }) => what);
    },
    async noticesOf(userId: bigint) {
      const { rows } = await sql<{ kind: string; smsTo: string | null }>`
        select kind, sms_to as "smsTo" from notices where user_id = ${userId} order by notice_id`.execute(app.db);
      return rows;
    },
  };
}
