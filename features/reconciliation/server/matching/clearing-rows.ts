/** What each upstream owes by our books, against its latest statement with a closing balance. */
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Clearing } from '../../matching-contract.ts';
import { clearingBalances } from './clearing.ts';
import { selectUnbooked } from './clearing-store.ts';
import { signed } from './wire.ts';

export interface ClearingDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  upstreams: Pick<UpstreamVerbs, 'names'>;
}

export async function clearingRows({ db, platform, upstreams }: ClearingDeps, now: Date): Promise<Clearing[]> {
  const { currency, timeZone } = await platform.settings();
  const names = await upstreams.names();
  const [{ day: until, balances }, unbooked] = await Promise.all([
    clearingBalances(db, { currency, timeZone, upstreamIds: names.map(({ id }) => id) }),
    selectUnbooked(db),
  ]);
  const today = dayOf(now, timeZone);
  const text = (minor: bigint): string => signed(minor, currency);
  return balances.map(({ upstreamId, owedMinor, takenInMinor, paidOutMinor, settledMinor, since, theirs }) => ({
    upstreamId,
    upstream: names.find(({ id }) => id === upstreamId)?.name ?? '',
    owed: text(owedMinor),
    day: until,
    takenIn: text(takenInMinor),
    paidOut: text(paidOutMinor),
    settled: text(settledMinor),
    since,
    days: since === null ? null : Math.round((Date.parse(today) - Date.parse(since)) / 86_400_000),
    theirs: theirs && {
      day: theirs.day,
      closing: text(theirs.closingMinor),
      ours: text(theirs.oursMinor),
      fees: text(theirs.feesMinor),
      difference: text(theirs.differenceMinor),
    },
    unbooked: unbooked
      .filter((line) => line.upstreamId === upstreamId)
      .map(({ fileId, lineNo, day: of, direction, amountMinor, number }) => ({
        fileId,
        lineNo,
        day: of,
        direction,
        amount: formatAmount(amountMinor, currency),
        number,
      })),
  }));
}
