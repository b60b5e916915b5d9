/**
 * The gateway log: the requests of known merchants, refused and served, for the merchant to see. It is written in
 * batches behind the answers. Signed refusals are all kept; of unsigned ones, which anyone can send, of signed ones that
 * payers can repeat, and of served ones a limited number. What is not kept is counted, also when the database is too slow: no answer ever waits for the log.
 */
import type { Database } from '#foundation/server/postgres/database.ts';
import { cutByShard } from '#foundation/server/postgres/shards.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { GatewayRefusal } from '../../contract.ts';
import { TokenBuckets } from '../buckets.ts';
import { DroppedCounts } from '../dropped-counts.ts';
import type { Answered, ForeignRequest, Noted } from './answered.ts';
import { recordOf } from './record.ts';
import { insertRequests, type RequestRecord } from './store.ts';

/** A request that another protocol's endpoint answered. */
interface AnsweredElsewhere extends Noted, Pick<Answered, 'httpStatus' | 'key' | 'reply'> {
  foreign: ForeignRequest;
}

/** A request that another endpoint refused. */
export interface Refusal extends AnsweredElsewhere {
  error: GatewayRefusal;
}

/** A request that another endpoint served. */
export interface Served extends AnsweredElsewhere {
  /** How many served requests are kept. */
  servedPerSecond: number;
}

export interface RequestLog {
  /** Returns at once; a failure is logged. `servedPerSecond`: how many served requests are kept. */
  note(answered: Answered, servedPerSecond: number): void;
  noteRefusal(refusal: Refusal): void;
  noteServed(served: Served): void;
  /** Resolves when everything noted so far is written or counted. */
  settled(): Promise<void>;
}

/**
 * Limit of wrongly signed requests kept per member and process, and of those that payers repeat. The addresses on the merchant's allow list, if it has
 * one, have a separate budget, since an outsider can't send from them.
 */
const unsignedLimit = { perSecond: 1, burst: 100 };

export interface RequestLogDeps {
  db: Database;
  log: Logger;
  sealer: Pick<Sealer, 'seal'>;
  /** Max records that wait to be written. */
  maxWaiting?: number;
}

export function requestLog({ db, log, sealer, maxWaiting = MAX_WAITING }: RequestLogDeps): RequestLog {
  const unsigned = new TokenBuckets<string>();
  const served = new TokenBuckets();
  const dropped = new DroppedCounts({ db, log });
  let waiting: RequestRecord[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const isKept = (
    { memberNo, at, signed, result, ownAddress, repeatable = false }: Answered,
    servedPerSecond: number,
  ): boolean => {
    if (result === 'ok') {
      if (servedPerSecond === 0) return false;
      return served.take(memberNo, at.getTime(), { perSecond: servedPerSecond, burst: servedPerSecond }) === 0;
    }
    const isByStranger = repeatable && !ownAddress;
    if (signed && !isByStranger) return true;
    unsigned.forgetFull(at.getTime(), unsignedLimit);
    return unsigned.take(`${memberNo} ${ownAddress} ${signed}`, at.getTime(), unsignedLimit) === 0;
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await cutByShard(db, batch, writeTogether);
    }
  };
  const writeTogether = async (batch: readonly RequestRecord[]): Promise<never[]> => {
    try {
      await insertRequests(db, batch);
    } catch (error) {
      log.warn({ err: error, requests: batch.length }, 'requests could not be written to the gateway log');
      for (const { memberNo, at } of batch) dropped.add({ memberNo, at, reason: 'lost' });
    }
    return [];
  };
  const write = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  const note: RequestLog['note'] = (answered, servedPerSecond) => {
    const { memberNo, at, result } = answered;
    if (!isKept(answered, servedPerSecond))
      return dropped.add({ memberNo, at, reason: result === 'ok' ? 'served' : 'unsigned' });
    if (waiting.length >= maxWaiting) return dropped.add({ memberNo, at, reason: 'lost' });
    waiting.push(recordOf(answered, sealer));
    if (waiting.length >= MAX_BATCH) void write();
    else timer ??= setTimeout(() => void write(), PAUSE_MS).unref();
  };

  return {
    note,
    noteRefusal: ({ error, ...noted }) => note({ ...noted, received: undefined, result: error }, 0),
    noteServed: ({ servedPerSecond, ...noted }) =>
      note({ ...noted, received: undefined, result: 'ok' }, servedPerSecond),
    async settled() {
      while (waiting.length > 0) await write();
      await writing;
      await dropped.settled();
    },
  };
}

const MAX_WAITING = 5_000;
const MAX_BATCH = 500;
/** How long requests gather before they are written together. */
const PAUSE_MS = 250;
