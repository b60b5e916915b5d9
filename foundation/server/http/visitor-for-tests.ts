/**
 * A client of the console's endpoint, with a token and cookies, as a program or a browser has them. Only tests import this.
 */
import type { FastifyInstance } from 'fastify';
import type { Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from './console-api.ts';

export interface VisitorOptions {
  ip?: string;
  /** Otherwise a program. */
  browser?: boolean;
  language?: string;
  userAgent?: string;
}

export interface Answer<Data = unknown> extends Envelope<Data> {
  status: number;
}

export class Visitor {
  token: string | undefined;
  readonly cookies = new Map<string, string>();
  /** As they were sent, attributes included. */
  readonly cookieLines: string[] = [];
  readonly #server: FastifyInstance;
  readonly #from: VisitorOptions;

  constructor(server: FastifyInstance, from: VisitorOptions = {}) {
    this.#server = server;
    this.#from = from;
  }

  async post<Data = unknown>(path: string, body: object = {}): Promise<Answer<Data>> {
    const { ip = '198.51.100.1', browser = false, language = 'en', userAgent = 'tester/1.0' } = this.#from;
    const reply = await this.#server.inject({
      method: 'POST',
      url: CONSOLE_BASE + path,
      remoteAddress: ip,
      payload: body,
      headers: {
        'accept-language': language,
        'user-agent': userAgent,
        ...(browser ? { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' } : {}),
        ...(this.token === undefined ? {} : { 'x-token': this.token }),
        ...(this.cookies.size === 0
          ? {}
          : { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
      },
    });
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) this.#keep(line);
    return { status: reply.statusCode, ...reply.json<Envelope<Data>>() };
  }

  #keep(line: string): void {
    this.cookieLines.push(line);
    const [pair = ''] = line.split(';', 1);
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    const value = pair.slice(at + 1);
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
