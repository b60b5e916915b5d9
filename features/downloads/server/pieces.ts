/** Gathers the small pieces that writers make into those that are stored. */

/** Large enough for few rows, small enough to be held several times. */
const PIECE_BYTES = 512 * 1_024;

export async function* storedPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let gathered: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    for (let from = 0; from < piece.length;) {
      const part = piece.subarray(from, from + PIECE_BYTES - bytes);
      gathered.push(part);
      bytes += part.length;
      from += part.length;
      if (bytes < PIECE_BYTES) continue;
      yield Buffer.concat(gathered);
      gathered = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(gathered);
}
