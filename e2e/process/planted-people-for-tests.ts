/** Users of a running server whose secrets are planted: typed in, received or set as a cookie. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { type ProofOfWork, workAnswer } from '#features/captcha/proof-of-work.ts';
import { solveWork } from '#features/captcha/solve.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { PlantedSecrets } from './secrets-for-tests.ts';

export interface PlantedApp {
  planted: PlantedSecrets;
  db: Database;
  baseUrl: string;
  dataDir: string;
}

export const codeOf = (secret: string, steps = 0): string =>
  generateSync({ strategy: 'totp', secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

/** A client with a browser's cookies and a token. */
export class PlantedPerson {
  readonly #cookies = new Map<string, string>();
  readonly #name: string;
  readonly #target: PlantedApp;
  token = '';

  constructor(name: string, target: PlantedApp) {
    this.#name = name;
    this.#target = target;
  }

  async post<Data>(path: string, body: object | string): Promise<Envelope<Data>> {
    return (await (
      await this.send(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })
    ).json()) as Envelope<Data>;
  }

  /** Returns the answer's data; throws if the request was refused. */
  async done<Data>(path: string, body: object = {}): Promise<Data> {
    const { code, msg, data } = await this.post<Data>(path, body);
    if (code !== 1) throw new Error(`${path} returned ${code}: ${msg} ${JSON.stringify(data)}`);
    return data as Data;
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const reply = await fetch(this.#target.baseUrl + CONSOLE_BASE + path, {
      ...init,
      headers: {
        ...(typeof init.body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(this.token === '' ? {} : { 'x-token': this.token }),
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    });
    for (const line of reply.headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
      // The token's own cookie is planted elsewhere; a short cookie is a setting, such as the language.
      if (value.length > 20 && value !== this.#cookies.get(name) && !/token/i.test(name))
        this.#target.planted.plant(`${this.#name}: cookie ${name} ${this.#cookies.size}`, value);
      this.#cookies.set(name, value);
    }
    return reply;
  }

  async captcha(name: string): Promise<object> {
    const { altcha } = await this.done<{ altcha: ProofOfWork }>('/captcha/init');
    const answer = workAnswer(altcha, await solveWork(altcha));
    this.#target.planted.plant(`${this.#name}: captcha of ${name}`, answer.geetest_validate);
    return answer;
  }

  async enter(path: '/user/register' | '/user/login', body: object): Promise<void> {
    const { userinfo } = await this.done<{ userinfo: { token: string } }>(path, {
      ...body,
      ...(await this.captcha(`${path} ${this.token === ''}`)),
    });
    this.token = this.#target.planted.plant(`${this.#name}: token of ${path} ${this.token === ''}`, userinfo.token);
  }

  async smsCode(event: string, body: object = {}): Promise<string> {
    // A number can get one code a minute; this removes the limit.
    await this.#target.db.pool.query('delete from attempt_windows');
    await this.done('/sms/send', { event, ...body });
    const lines = (await readFile(join(this.#target.dataDir, 'outbox.jsonl'), 'utf8')).trim().split('\n');
    // Notices are in the outbox too, without a code, and can come in between.
    const codes = lines.map((line) => (JSON.parse(line) as { code: string }).code).filter((code) => code !== '');
    return this.#target.planted.plant(`${this.#name}: code by ${event} ${codes.length}`, codes.at(-1) ?? '');
  }

  appCode(secret: string, steps = 0): string {
    return this.#target.planted.plant(`${this.#name}: code of the app ${steps}`, codeOf(secret, steps));
  }

  async register(username: string, mobile: string): Promise<string> {
    const password = this.#target.planted.word(`${this.#name}: first password`);
    const smsCode = await this.smsCode('register', { mobile, ...(await this.captcha('/sms/send')) });
    await this.enter('/user/register', { username, password, confirmPassword: password, mobile, smsCode });
    return password;
  }

  async upload(bytes: Uint8Array): Promise<string> {
    const form = new FormData();
    form.append('file', new Blob([Uint8Array.from(bytes)], { type: 'image/jpeg' }), 'photo.jpg');
    const { data } = (await (await this.send('/user/upload', { method: 'POST', body: form })).json()) as Envelope<{
      id: string;
    }>;
    if (!data) throw new Error('the picture was rejected');
    return data.id;
  }
}
