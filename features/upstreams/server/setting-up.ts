/**
 * Upstreams as operators set them up. The caller holds the lock and has checked who asks for it. Settings are sealed; what
 * is read back has no secret.
 */
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { openSettings, sealSettings } from './configured.ts';
import {
  insertUpstream,
  lockUpstreamTable,
  selectDueChecks,
  selectUpstreamSetups,
  updateNextCheck,
  updateTold,
  updateUpstream,
  updateUpstreamState,
  type UpstreamSetup,
} from './store.ts';

export type { UpstreamSetup } from './store.ts';
export { deleteHours, type HourCount, selectHours } from './health-store.ts';
export { ANSWERED } from './health.ts';

/** All upstreams, by id. */
export const upstreamSetups: (on: Queryable) => Promise<UpstreamSetup[]> = selectUpstreamSetups;

/** Until the transaction ends, no other adds or changes an upstream. Requests go on. */
export const lockUpstreams: (tx: Tx) => Promise<void> = lockUpstreamTable;

/** The settings as they are stored, with secrets; empty if they can't be unsealed. */
export function storedSettings(
  { sealer, log }: { sealer: Sealer; log: Logger },
  setup: Pick<UpstreamSetup, 'upstreamId' | 'settingsSealed'>,
): Readonly<Record<string, unknown>> {
  const settings = openSettings(sealer, setup, log);
  return typeof settings === 'object' && settings !== null ? (settings as Record<string, unknown>) : {};
}

/** Adds an upstream that is paused until an operator opens it, and returns its id. */
export async function addUpstreamSetup(
  tx: Tx,
  sealer: Sealer,
  { connector, name, settings, at, reason }: NewSetup,
): Promise<number> {
  const upstreamId = (await selectUpstreamSetups(tx)).reduce((most, one) => Math.max(most, one.upstreamId), 0) + 1;
  const settingsSealed = sealSettings(sealer, upstreamId, settings);
  await insertUpstream(tx, { upstreamId, connector, name, settingsSealed, state: 'closed' });
  await updateUpstreamState(tx, upstreamId, { by: 'operator', at, reason }, true);
  return upstreamId;
}

interface NewSetup {
  connector: string;
  name: string;
  settings: unknown;
  at: Date;
  reason: string;
}

/** Every process uses them a second later at the latest. */
export async function changeUpstreamSetup(
  tx: Tx,
  sealer: Sealer,
  { upstreamId, name, settings }: { upstreamId: number; name: string; settings: unknown },
): Promise<void> {
  await updateUpstream(tx, { upstreamId, name, settingsSealed: sealSettings(sealer, upstreamId, settings) });
}

/** It takes no new payments and payouts from the next second on. Open ones end as always. */
export async function pauseUpstream(tx: Tx, upstreamId: number, pause: { at: Date; reason: string }): Promise<void> {
  await updateUpstreamState(tx, upstreamId, { ...pause, by: 'operator' }, true);
}

/** `byItself`: operators get a notice. */
export async function resumeUpstream(tx: Tx, upstreamId: number, byItself: boolean): Promise<void> {
  await updateUpstreamState(tx, upstreamId, undefined, !byItself);
}

/** Those that were paused by failures and are due for a check. */
export const upstreamsToCheck: (on: Queryable, now: Date) => Promise<number[]> = selectDueChecks;

export const postponeCheck: (on: Queryable, upstreamId: number, until: Date) => Promise<void> = updateNextCheck;

/** The pauses and returns that operators have no notice of yet, marked as noticed. */
export const takeUntold: (tx: Tx) => ReturnType<typeof updateTold> = updateTold;
