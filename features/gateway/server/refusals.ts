/**
 * The gateway log: refused requests of known merchants, for the merchant's own eyes. It holds no signature and nothing that
 * is not a field of the protocol (a key sent by mistake must not end here), and a flood can't fill the disk with it.
 */
import { randomUUIDv7 } from 'node:crypto';
import { maskAccount } from '#features/cards/beneficiary.ts';
import { Batcher } from '#foundation/server/batcher.ts';
import type { Database } from '#foundation/server/database.ts';
import type { Logger } from '#foundation/server/log.ts';
import { gatewayFields, type GatewayRefusal } from '../contract.ts';
import type { FieldFault } from '../rules.ts';
import { TokenBuckets } from './buckets.ts';
import type { ReadRequest } from './request.ts';
import { insertRefusals, type RefusalRecord } from './store.ts';

export interface Refusal {
  memberNo: bigint;
  at: Date;
  path: string;
  ip: string;
  error: GatewayRefusal;
  read: Pick<ReadRequest, 'signType' | 'fields' | 'notText'>;
  faults: readonly FieldFault[];
}

export interface RefusalLog {
  /** Never waited for; a failure is logged. */
  note(refusal: Refusal): void;
  /** When everything noted so far is written. */
  settled(): Promise<void>;
}

/** Kept per member and process; what exceeds it is counted in the next one that is kept. */
const kept = { perSecond: 1, burst: 100 };
const MOST_FIELDS = 20;
const MOST_CHARACTERS = 255;

export function refusalLog({ db, log }: { db: Database; log: Logger }): RefusalLog {
  const buckets = new TokenBuckets();
  const skipped = new Map<bigint, number>();
  const writing = new Set<Promise<void>>();
  const batches = new Batcher<RefusalRecord, undefined>({
    run: async (records) => {
      await insertRefusals(db, records);
      return records.map(() => undefined);
    },
  });
  return {
    note(refusal) {
      const { memberNo, at } = refusal;
      const skippedBefore = skipped.get(memberNo) ?? 0;
      if (buckets.take(memberNo, at.getTime(), kept) > 0) {
        skipped.set(memberNo, skippedBefore + 1);
        return;
      }
      skipped.delete(memberNo);
      buckets.forgetFull(at.getTime(), kept);
      const write = batches
        .submit(recordOf(refusal, skippedBefore))
        .then(
          () => undefined,
          (error: unknown) => log.warn({ err: error }, 'a refused request was not kept'),
        )
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    async settled() {
      await Promise.all(writing);
    },
  };
}

function recordOf({ memberNo, at, path, ip, error, read, faults }: Refusal, skippedBefore: number): RefusalRecord {
  const { signType, fields, notText } = read;
  const orderNo = fields['orderNo'] ?? '';
  const names = [...Object.keys(fields), ...notText].slice(0, MOST_FIELDS);
  const request = {
    fields: Object.fromEntries(names.map((name) => [storable(name), isField(name) ? storable(shown(name, fields[name] ?? HIDDEN)) : HIDDEN])),
    // The first fault of a field speaks, as in the answer.
    wrong: Object.fromEntries(
      faults
        .slice(0, MOST_FIELDS)
        .reverse()
        .map(({ field, word }) => [storable(field), word]),
    ),
  };
  return {
    memberNo,
    refusalId: randomUUIDv7(),
    at,
    path,
    ip,
    error,
    skippedBefore,
    signType: signType ?? null,
    orderNo: /^[A-Za-z0-9_-]{1,64}$/.test(orderNo) ? orderNo : null,
    request: JSON.stringify(request),
  };
}

const HIDDEN = '…';

/** Whom money goes to is shown by the ends of the account alone, however wrong the account is. */
function shown(name: string, value: string): string {
  if (name !== 'account') return value;
  return value.length < SHORTEST_SHOWN ? HIDDEN : maskAccount(value);
}

const SHORTEST_SHOWN = 12;

function isField(name: string): boolean {
  return (gatewayFields as readonly string[]).includes(name);
}

/** JSON in PostgreSQL has no place for NUL or half a surrogate pair. */
function storable(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed().replaceAll('\0', '\uFFFD');
}
