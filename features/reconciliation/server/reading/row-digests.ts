/** Finds lines of a file that are the same, in 12 bytes a line. */
import { hash } from 'node:crypto';

const FIRST_ROOM = 4_096;

export class RowDigests {
  #count = 0;
  #digests = new BigUint64Array(FIRST_ROOM);
  #lines = new Int32Array(FIRST_ROOM);

  add(line: number, raw: string): void {
    if (this.#count === this.#lines.length) this.#grow();
    this.#digests[this.#count] = digestOf(raw);
    this.#lines[this.#count] = line;
    this.#count += 1;
  }

  /** Each line that repeats an earlier one, at most `most` of them, in the order of the file. */
  repeated(most: number): { line: number; first: number }[] {
    const sorted = this.#digests.slice(0, this.#count).sort();
    const twice = new Set<bigint>();
    for (let at = 1; at < sorted.length; at += 1) if (sorted[at] === sorted[at - 1]) twice.add(sorted[at] ?? 0n);
    if (twice.size === 0) return [];
    const firsts = new Map<bigint, number>();
    const found: { line: number; first: number }[] = [];
    for (let at = 0; at < this.#count && found.length < most; at += 1) {
      const digest = this.#digests[at] ?? 0n;
      if (!twice.has(digest)) continue;
      const line = this.#lines[at] ?? 0;
      const first = firsts.get(digest);
      if (first === undefined) firsts.set(digest, line);
      else found.push({ line, first });
    }
    return found;
  }

  #grow(): void {
    const [digests, lines] = [this.#digests, this.#lines];
    this.#digests = new BigUint64Array(lines.length * 2);
    this.#lines = new Int32Array(lines.length * 2);
    this.#digests.set(digests);
    this.#lines.set(lines);
  }
}

/** 64 bits of SHA-256: of a million lines, two different ones have the same in one of 37 million files. */
function digestOf(text: string): bigint {
  return hash('sha256', text, 'buffer').readBigUInt64LE();
}
