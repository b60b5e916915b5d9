/**
 * The gateway log: refused requests of known merchants, for the merchant to see. It contains no signature and only
 * fields of the protocol (a key sent by mistake must not end up here). All correctly signed requests are kept. Of the
 * others, which anyone can send, a limited number is kept and the rest is counted.
 */
import { randomUUIDv7 } from 'node:crypto';
import { maskAccount } from '#features/cards/beneficiary.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { gatewayFields, type GatewayRefusal } from '../contract.ts';
import { type FieldFault, isOrderNo } from '../rules.ts';
import { TokenBuckets } from './buckets.ts';
import type { ReadRequest } from './request.ts';
import { insertRefusals, type RefusalRecord } from './store.ts';
import { DroppedCounts } from './dropped-counts.ts';

export interface Refusal {
  memberNo: bigint;
  at: Date;
  path: string;
  ip: string;
  error: GatewayRefusal;
  /** Whether the merchant's signature was right. */
  signed: boolean;
  /** Whether it came from an address on the merchant's allow list. */
  ownAddress: boolean;
  read: Pick<ReadRequest, 'signType' | 'fields' | 'notText'>;
  faults: readonly FieldFault[];
}

export interface RefusalLog {
  /** Returns at once; a failure is logged. */
  note(refusal: Refusal): void;
  /** Resolves when everything noted so far is written. */
  settled(): Promise<void>;
}

/**
 * Limit of wrongly signed requests kept per member and process. The addresses on the merchant's allow list, if it has
 * one, have a separate budget, since an outsider can't send from them.
 */
const unverifiedLimit = { perSecond: 1, burst: 100 };
const MAX_FIELDS = 20;
const MAX_CHARACTERS = 255;

export function refusalLog({ db, log }: { db: Database; log: Logger }): RefusalLog {
  const buckets = new TokenBuckets<string>();
  const dropped = new DroppedCounts({ db, log });
  const writing = new Set<Promise<void>>();
  const batches = new Batcher<RefusalRecord, undefined>({
    run: async (records) => {
      await insertRefusals(db, records);
      return records.map(() => undefined);
    },
  });
  const isKept = ({ memberNo, at, signed, ownAddress }: Refusal): boolean => {
    if (signed) return true;
    buckets.forgetFull(at.getTime(), unverifiedLimit);
    return buckets.take(`${memberNo} ${ownAddress}`, at.getTime(), unverifiedLimit) === 0;
  };
  return {
    note(refusal) {
      if (!isKept(refusal)) return dropped.add(refusal);
      const write = batches
        .submit(recordOf(refusal))
        .then(
          () => undefined,
          (error: unknown) => {
            log.warn({ err: error }, 'a refused request was not kept');
            dropped.add(refusal);
          },
        )
        .finally(() => writing.delete(write));
      writing.add(write);
    },
    async settled() {
      await Promise.all(writing);
      await dropped.settled();
    },
  };
}

function recordOf({ memberNo, at, path, ip, error, signed, read, faults }: Refusal): RefusalRecord {
  const { signType, fields, notText } = read;
  const orderNo = fields['orderNo'] ?? '';
  const names = [...Object.keys(fields), ...notText].slice(0, MAX_FIELDS);
  const request = {
    fields: Object.fromEntries(
      names.map((name) => [storable(name), isField(name) ? storable(shown(name, fields[name] ?? HIDDEN)) : HIDDEN]),
    ),
    // Takes the first fault of a field, like the answer.
    wrong: Object.fromEntries(
      faults
        .slice(0, MAX_FIELDS)
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
    signed,
    signType: signType ?? null,
    orderNo: isOrderNo(orderNo) ? orderNo : null,
    request: JSON.stringify(request),
  };
}

const HIDDEN = '…';

/** Shows only the ends of a beneficiary's account, even of an invalid one. */
function shown(name: string, value: string): string {
  if (name !== 'account') return value;
  return value.length < MIN_SHOWN ? HIDDEN : maskAccount(value);
}

const MIN_SHOWN = 12;

function isField(name: string): boolean {
  return (gatewayFields as readonly string[]).includes(name);
}

/** PostgreSQL's JSON cannot contain NUL or half a surrogate pair. */
function storable(text: string): string {
  return text.slice(0, MAX_CHARACTERS).toWellFormed().replaceAll('\0', '\uFFFD');
}
