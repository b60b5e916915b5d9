/** Asks the person at the terminal for lines, or reads them from piped input. Hidden input is not echoed. */
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { CommandError } from './command.ts';

export class Terminal {
  #opened: { lines: Interface; iterator: AsyncIterator<string> } | undefined;
  #hidden = false;

  async prompt(question: string, { hidden = false } = {}): Promise<string> {
    this.#opened ??= this.#open();
    process.stderr.write(question);
    this.#hidden = hidden;
    const { value, done } = await this.#opened.iterator.next();
    if (hidden || done) process.stderr.write('\n');
    if (done === true) throw new CommandError('Nothing was done.');
    return value;
  }

  close(): void {
    this.#opened?.lines.close();
  }

  #open(): { lines: Interface; iterator: AsyncIterator<string> } {
    const echo = new Writable({
      write: (chunk: Uint8Array, _encoding, done) =>
        this.#hidden ? done() : void process.stderr.write(chunk, () => done()),
    });
    const lines = createInterface({ input: process.stdin, output: echo, terminal: process.stdin.isTTY });
    lines.on('SIGINT', () => lines.close());
    return { lines, iterator: lines[Symbol.asyncIterator]() };
  }
}
