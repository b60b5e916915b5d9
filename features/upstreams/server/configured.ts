/**
 * The configured upstreams with their settings unsealed and validated, cached for a second. An upstream whose settings
 * cannot be unsealed or do not fit its connector is unconfigured; the others keep working.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { TtlCache } from '#foundation/server/process/ttl-cache.ts';
import type { SealedPlace, Sealer } from '#foundation/server/secrets/sealing.ts';
import type { OpenUpstream, RegisteredConnector } from './connectors.ts';
import { selectUpstreams, type UpstreamRecord } from './store.ts';

export type FoundUpstream = OpenUpstream | 'unknown_upstream' | 'unconfigured';

export interface ConfiguredUpstreams {
  find(upstreamId: number): Promise<FoundUpstream>;
  /** From the cache only. Returns undefined if the cache is stale, and starts to refresh it. */
  remembered(upstreamId: number): FoundUpstream | undefined;
  /** The next `find` reads the database again. */
  forget(): void;
}

export interface ConfiguredDeps {
  db: Queryable;
  clock: Clock;
  sealer: Sealer;
  publicUrl: string;
  log: Logger;
}

const CACHED_MS = 1_000;

export function configuredUpstreams(
  { db, clock, sealer, publicUrl, log }: ConfiguredDeps,
  connectors: readonly RegisteredConnector[],
): ConfiguredUpstreams {
  const byName = new Map(connectors.map((connector) => [connector.name, connector]));
  let latest: { found: ReadonlyMap<number, FoundUpstream>; readAtMs: number } | undefined;
  const cache = new TtlCache(clock, CACHED_MS, async () => {
    const readAtMs = clock.now().getTime();
    const records = await selectUpstreams(db);
    const found = new Map<number, FoundUpstream>(
      records.map((record) => {
        const settings = openSettings(sealer, record, log);
        return [
          record.upstreamId,
          byName
            .get(record.connector)
            ?.open({ upstreamId: record.upstreamId, notifyUrl: notifyUrlOf(publicUrl, record.upstreamId), settings }) ??
            'unconfigured',
        ];
      }),
    );
    latest = { found, readAtMs };
    return found;
  });

  return {
    async find(upstreamId) {
      return (await cache.get()).get(upstreamId) ?? 'unknown_upstream';
    },
    forget: () => cache.forget(),
    remembered(upstreamId) {
      if (latest && clock.now().getTime() < latest.readAtMs + CACHED_MS)
        return latest.found.get(upstreamId) ?? 'unknown_upstream';
      // Callers of `find` that await the same read get its failure.
      cache.get().catch(() => undefined);
      return undefined;
    },
  };
}

export function notifyUrlOf(publicUrl: string, upstreamId: number): string {
  return `${publicUrl}/upstream/${upstreamId}/notify`;
}

export function sealSettings(sealer: Sealer, upstreamId: number, settings: unknown): Buffer {
  return sealer.seal(JSON.stringify(settings), placeOf(upstreamId));
}

/** Returns undefined if they were sealed for another row or with another key. */
export function openSettings(
  sealer: Sealer,
  { upstreamId, settingsSealed }: Pick<UpstreamRecord, 'upstreamId' | 'settingsSealed'>,
  log: Logger,
): unknown {
  try {
    return JSON.parse(sealer.open(settingsSealed, placeOf(upstreamId)));
  } catch {
    log.error({ upstreamId }, 'the settings of an upstream cannot be unsealed');
    return undefined;
  }
}

function placeOf(upstreamId: number): SealedPlace {
  return { table: 'upstreams', column: 'settings_sealed', row: upstreamId };
}
