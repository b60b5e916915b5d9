/**
 * A connection that sends together what is written in one turn. Of a batch's statements that do not wait for each other each
 * would be sent by itself, and each time the other process is woken, which takes longer than many a statement.
 */
import { Socket } from 'node:net';

export class TurnSocket extends Socket {
  #held = false;

  /** The driver's own, for one statement; the first of a turn holds until the promises that are settled now have all been followed. */
  override cork(): void {
    super.cork();
    if (this.#held) return;
    this.#held = true;
    super.cork();
    process.nextTick(() => {
      this.#held = false;
      super.uncork();
    });
  }
}
