/** Plays a user of the console: logs in, keeps the token, and logs in again after the session has ended. */
import { request } from 'undici';
import type { LoggedIn } from '#features/accounts/contract.ts';
import { Code, type Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';

export interface ConsoleAnswer<Data> {
  /** The HTTP status; 0 if the server did not respond. */
  status: number;
  /** `ok`, or the name of the refusal. */
  outcome: string;
  /** Present only with `ok`, but not for a file. */
  data?: Data | undefined;
}

export interface Person {
  /** Calls the server. Never throws. */
  request<Data>(path: string, input?: object): Promise<ConsoleAnswer<Data>>;
  logOut(): Promise<void>;
}

/** `baseUrls` are the processes that serve the console. Each call goes to the next one. */
export function person(baseUrls: readonly string[], account: string, password: string): Person {
  let token: string | undefined;
  let turn = 0;

  const send = async <Data>(path: string, input: object): Promise<ConsoleAnswer<Data>> => {
    turn += 1;
    try {
      const { statusCode, headers, body } = await request(`${baseUrls[turn % baseUrls.length]}${CONSOLE_BASE}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { 'x-token': token }) },
        body: JSON.stringify(input),
      });
      const text = await body.text();
      if (!String(headers['content-type']).startsWith('application/json')) return { status: statusCode, outcome: 'ok' };
      const { code, error = '', data } = JSON.parse(text) as Envelope<Data>;
      return code === Code.success
        ? { status: statusCode, outcome: 'ok', data }
        : { status: statusCode, outcome: error };
    } catch {
      return { status: 0, outcome: 'unanswered' };
    }
  };

  return {
    async request<Data>(path: string, input: object = {}): Promise<ConsoleAnswer<Data>> {
      if (token === undefined) {
        const { status, outcome, data } = await send<LoggedIn>('/user/login', { account, password });
        token = data?.userinfo.token;
        if (token === undefined) return { status, outcome };
      }
      const answer = await send<Data>(path, input);
      if (answer.outcome === 'logged_out') token = undefined;
      return answer;
    },
    async logOut() {
      if (token !== undefined) await send('/user/logout', {});
      token = undefined;
    },
  };
}
