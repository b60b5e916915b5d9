/** Finds lines of a file that are the same, in 12 bytes a line. */

const FIRST_ROOM = 4_096;

export class RowDigests {
  #count = 0;
  #digests = new Float64Array(FIRST_ROOM);
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
    const twice = new Set<number>();
    for (let at = 1; at < sorted.length; at += 1) if (sorted[at] === sorted[at - 1]) twice.add(sorted[at] ?? 0);
    if (twice.size === 0) return [];
    const firsts = new Map<number, number>();
    const found: { line: number; first: number }[] = [];
    for (let at = 0; at < this.#count && found.length < most; at += 1) {
      const digest = this.#digests[at] ?? 0;
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
    this.#digests = new Float64Array(lines.length * 2);
    this.#lines = new Int32Array(lines.length * 2);
    this.#digests.set(digests);
    this.#lines.set(lines);
  }
}

/** 53 bits: of a million lines, two different ones have the same in one of ten thousand files. */
function digestOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
