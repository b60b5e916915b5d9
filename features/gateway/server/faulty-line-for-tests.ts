/** A connection to a server that loses, repeats and changes requests on command. Only tests import this. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one request. `forge`: the line itself answers, with an unsigned refusal. */
export type LineFault = 'lose_request' | 'lose_answer' | 'twice' | 'change_amount' | 'forge';

const CONNECTION_HEADERS = ['connection', 'content-length', 'host', 'transfer-encoding', 'keep-alive'];

export class FaultyLine {
  /** For the next requests; after them all pass. */
  next: LineFault[] = [];
  readonly #origin: string;
  #server: Server;
  #port = 0;

  private constructor(origin: string) {
    this.#origin = origin;
    this.#server = this.#make();
  }

  static async to(origin: string): Promise<FaultyLine> {
    const line = new FaultyLine(origin);
    await line.up();
    return line;
  }

  get host(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Listens on the port that it had before. */
  async up(): Promise<void> {
    this.#server = this.#make();
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #make(): Server {
    return createServer((request, response) => void this.#carry(request, response));
  }

  async #carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat((await request.toArray()) as Uint8Array[]);
    const mischief = this.next.shift();
    if (mischief === 'lose_request') return void request.socket.destroy();
    if (mischief === 'forge') return void response.end('{"code":0,"error":"bad_request","msg":""}');
    if (mischief === 'twice') await this.#passOn(request, body);
    const reply = await this.#passOn(request, body);
    if (mischief === 'lose_answer') return void request.socket.destroy();
    const text = await reply.text();
    response.writeHead(reply.status, messageHeaders(Object.fromEntries(reply.headers)));
    response.end(mischief === 'change_amount' ? text.replace(/"amount":"\d+/, '"amount":"1') : text);
  }

  #passOn({ method = 'POST', url = '/', headers }: IncomingMessage, body: Buffer): Promise<Response> {
    return fetch(this.#origin + url, { method, headers: messageHeaders(headers) as Record<string, string>, body });
  }
}

function messageHeaders<Value>(headers: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.includes(name)));
}
