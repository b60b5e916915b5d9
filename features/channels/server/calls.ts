/** Handlers for the channel calls. */
import { formatAmount } from '#foundation/core/money.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { channelCalls, type ChannelRow } from '../contract.ts';
import { rateTexts } from '../rate-texts.ts';
import { isOpenAt, successRateOf } from '../rules.ts';
import { type OrderCounts, selectOrderCounts, selectUsage } from './store.ts';
import type { ChannelTerms, ChannelVerbs } from './verbs.ts';

export interface ChannelCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'allTerms'>;
}

const HOUR_MS = 3_600_000;

export function channelHandlers({ db, platform, channels }: ChannelCallDeps): ServedContract {
  return handlers(channelCalls, {
    async '/channel/list'({ session, language, now }) {
      const { currency, timeZone } = await platform.settings();
      // Roll-ups are by whole hour: start with the first hour that begins within the last 24 hours.
      const since = new Date(Math.ceil((now.getTime() - 24 * HOUR_MS) / HOUR_MS) * HOUR_MS);
      const [all, usage, counts] = await Promise.all([
        channels.allTerms(session.memberNo),
        selectUsage(db, session.memberNo, dayOf(now, timeZone)),
        selectOrderCounts(db, session.memberNo, since),
      ]);
      const list = all.map((terms) =>
        rowOf(terms, {
          language,
          now,
          timeZone,
          currency,
          usedMinor: usage.get(terms.channelId) ?? 0n,
          counts: counts.find(({ channelId }) => channelId === terms.channelId),
        }),
      );
      return { list, total: list.length };
    },
  });
}

interface RowContext {
  language: Language;
  now: Date;
  timeZone: string;
  currency: string;
  usedMinor: bigint;
  counts: OrderCounts | undefined;
}

function rowOf(terms: ChannelTerms, { language, now, timeZone, currency, usedMinor, counts }: RowContext): ChannelRow {
  const { rate, openHours, dailyLimitMinor } = terms;
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  const amountOrNull = (minor: bigint | null): string | null => (minor === null ? null : amount(minor));
  // A channel without an open route is closed, whatever its own state.
  const served = terms.state === 'open' && terms.routes.length > 0;
  return {
    code: terms.code,
    name: terms.name[language],
    mode: terms.mode,
    rate: rateTexts(rate, currency),
    minAmount: amount(terms.minAmountMinor),
    maxAmount: amount(terms.maxAmountMinor),
    totalLimit: amountOrNull(dailyLimitMinor),
    usedToday: amount(usedMinor),
    openHours: openHours && { from: openHours.from.slice(0, 5), to: openHours.to.slice(0, 5) },
    successRate24h: counts ? successRateOf(counts.successCount, counts.createdCount) : null,
    recharge: terms.recharge,
    state: !served ? 'closed' : isOpenAt(openHours, now, timeZone) ? 'open' : 'resting',
  };
}
