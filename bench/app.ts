/** The whole product as a real process composes it, on a bench's database, so that benches measure what really runs. */
import { compose, type App } from '#apps/server/compose.ts';
import { systemClock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { readSettings, type Settings } from '#foundation/server/process/settings.ts';

export function benchSettings(more: Record<string, string> = {}): Settings {
  return readSettings({ DEMO: 'off', CAPTCHA_PROVIDER: 'none', LOG_LEVEL: 'error', ...more });
}

export function benchApp(db: Database, settings: Settings = benchSettings()): App {
  return compose({
    settings,
    db,
    clock: systemClock,
    log: silentLog,
    sealer: new Sealer(Buffer.alloc(32, 7)),
    publish: () => undefined,
  });
}

export const BENCH_UPSTREAM = 1;
export const BENCH_CHANNEL = 'bench_qr';

export async function addBenchChannel({ db, upstreams, channels }: App): Promise<void> {
  await db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, {
      upstreamId: BENCH_UPSTREAM,
      connector: 'sandbox',
      name: 'Sandbox',
      settings: { key: 'a-sandbox-key-of-sufficient-length-000' },
    });
    await channels.addChannel(tx, {
      channelId: 1,
      code: BENCH_CHANNEL,
      mode: 'qr',
      name: { en: 'Bench', zh: 'Bench', es: 'Bench', th: 'Bench' },
      minAmountMinor: 1n,
      maxAmountMinor: 1_000_000_000n,
      rate: { percentE4: 6_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
      routes: [{ upstreamId: BENCH_UPSTREAM, position: 1, weight: 1 }],
    });
  });
}

/** Adds merchants with empty wallets and returns their numbers. */
export async function addBenchMembers({ db }: App, count: number): Promise<bigint[]> {
  const first = 30_000_000n;
  await db.pool.query(
    `insert into members (member_no, kind, name, certification, settlement_mode, settlement_days, same_day_ratio, created_at)
     select $1::bigint + n, 'merchant', 'Bench ' || n, 'approved', 'D', 1, 0, now() from generate_series(0, $2::int - 1) n`,
    [first, count],
  );
  await db.pool.query(
    `insert into wallets (member_no, currency) select $1::bigint + n, 'CNY' from generate_series(0, $2::int - 1) n`,
    [first, count],
  );
  return Array.from({ length: count }, (_, index) => first + BigInt(index));
}
