/** Turns batches into pieces of a file on demand: a piece that is not requested is not made. */
import type { Readable } from 'node:stream';

export interface PieceRecipe<Batch> {
  head: Uint8Array;
  each(batch: Batch): Uint8Array;
  tail?: Uint8Array;
}

/** Must not be a generator: a generator whose first piece was not requested is not notified of the end. */
export function sheetPieces<Batch>(
  batches: AsyncIterator<Batch>,
  { head, each, tail }: PieceRecipe<Batch>,
): AsyncIterableIterator<Uint8Array> {
  const edges = { head: true, tail: tail !== undefined };
  return {
    async next() {
      if (edges.head) {
        edges.head = false;
        return { done: false, value: head };
      }
      const found = await batches.next();
      if (!found.done) return { done: false, value: each(found.value) };
      if (!edges.tail || tail === undefined) return { done: true, value: undefined };
      edges.tail = false;
      return { done: false, value: tail };
    },
    async return() {
      await batches.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Reads the first batch at once, so that an error until then can still be answered. */
export async function startedBatches<Batch>(batches: AsyncIterator<Batch>): Promise<AsyncIterator<Batch>> {
  let first: IteratorResult<Batch> | undefined = await batches.next();
  return {
    next: async () => {
      const now = first;
      first = undefined;
      return now ?? batches.next();
    },
    return: async () => (await batches.return?.()) ?? { done: true, value: undefined },
  };
}

/** Yields a stream that others read, in pieces; `source` feeds it and ends with it. */
export function piecesOf(stream: Readable, source: Readable): AsyncIterableIterator<Uint8Array> {
  source.on('error', (error) => stream.destroy(error));
  stream.on('close', () => source.destroy());
  const read: AsyncIterator<Uint8Array> = stream[Symbol.asyncIterator]();
  return {
    next: () => read.next(),
    async return() {
      stream.destroy();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
