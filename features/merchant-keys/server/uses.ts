/**
 * When each key was last used, from where, and how many requests each sign type signed. Noted in memory and written
 * together after a pause, never once per request. A killed process loses what it has not written yet.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { SignTypeName } from '../rules.ts';
import { addUses, type HourOfUse, type LastUse, updateLastUse } from './store.ts';

/** One served request. */
export interface KeyUse {
  memberNo: bigint;
  signType: SignTypeName;
  /** Undefined with RSA-SHA256, which uses no shared key. */
  key: { createdAt: Date | null } | undefined;
  ip: string;
  at: Date;
}

export interface KeyUses {
  note(use: KeyUse): void;
  /** Resolves when everything noted so far is written, or has failed to be. */
  settled(): Promise<void>;
}

const HOUR_MS = 3_600_000;
const PAUSE_MS = 2_000;
/** A key's last use is written at most this often by one process. */
const LAST_USE_EVERY_MS = 60_000;

export function keyUses({ db, clock, log }: { db: Database; clock: Clock; log: Logger }): KeyUses {
  let hours = new Map<string, HourOfUse>();
  const lastUses = new Map<string, LastUse>();
  const writtenAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const addHour = (more: HourOfUse): void => {
    const key = `${more.memberNo} ${more.hour.getTime()} ${more.signType}`;
    const known = hours.get(key);
    if (!known) return void hours.set(key, { ...more });
    known.requests += more.requests;
    if (more.lastUsedAt > known.lastUsedAt) known.lastUsedAt = more.lastUsedAt;
  };

  const writeHours = async (): Promise<void> => {
    if (hours.size === 0) return;
    const counted = [...hours.values()];
    hours = new Map();
    try {
      await addUses(db, counted);
    } catch (error) {
      log.warn({ err: error }, 'the uses of keys could not be counted; they are counted with the next');
      for (const one of counted) addHour(one);
    }
  };

  /** Writes those that are due, or with `all` every one. */
  const writeLastUses = async (all: boolean): Promise<void> => {
    const now = clock.now().getTime();
    for (const [key, use] of lastUses) {
      const known = writtenAt.get(key);
      if (!all && known !== undefined && now - known < LAST_USE_EVERY_MS) continue;
      lastUses.delete(key);
      try {
        await updateLastUse(db, use);
        writtenAt.set(key, now);
      } catch (error) {
        log.warn({ err: error }, 'the last use of a key could not be recorded');
      }
    }
    if (writtenAt.size > MAX_REMEMBERED) writtenAt.clear();
  };

  const write = (all: boolean): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      await writeHours();
      await writeLastUses(all);
      if (lastUses.size > 0) writeLater();
    });
    return writing;
  };
  const writeLater = (): void => {
    timer ??= setTimeout(() => void write(false), PAUSE_MS).unref();
  };

  return {
    note({ memberNo, signType, key, ip, at }) {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      addHour({ memberNo, hour, signType, requests: 1, lastUsedAt: at });
      if (key)
        lastUses.set(`${memberNo} ${key.createdAt?.getTime() ?? ''}`, { memberNo, createdAt: key.createdAt, at, ip });
      writeLater();
    },
    settled: () => write(true),
  };
}

const MAX_REMEMBERED = 20_000;
