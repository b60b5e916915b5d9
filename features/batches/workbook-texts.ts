/**
 * The texts that a workbook's cells share, millions in a large one. Each thousand of them is one text, because a short
 * text by itself takes twice its characters, and keeps alive the piece of the file that it was read from.
 */

const TOGETHER = 1_024;

export class SharedTexts {
  readonly #full: { joined: string; ends: Uint32Array }[] = [];
  #last: string[] = [];

  get count(): number {
    return this.#full.length * TOGETHER + this.#last.length;
  }

  add(text: string): void {
    this.#last.push(text);
    if (this.#last.length < TOGETHER) return;
    let end = 0;
    const ends = Uint32Array.from(this.#last, ({ length }) => (end += length));
    this.#full.push({ joined: this.#last.join(''), ends });
    this.#last = [];
  }

  /** By its number in the workbook. Undefined: there is no such text. */
  find(index: number): string | undefined {
    const full = this.#full[Math.floor(index / TOGETHER)];
    const place = index % TOGETHER;
    if (!full) return index < this.count ? this.#last[place] : undefined;
    const end = full.ends[place];
    return end === undefined ? undefined : full.joined.slice(place === 0 ? 0 : full.ends[place - 1], end);
  }
}
