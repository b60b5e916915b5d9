/** Handlers of the operators' calls about channels. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { rateTexts } from '#features/channels/rate-texts.ts';
import { successRateOf } from '#features/channels/rules.ts';
import {
  addSetup,
  changeSetup,
  channelSetups,
  type ChannelSetup,
  type ListedSetup,
  lockChannels,
} from '#features/channels/server/setting-up.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, parseAmount } from '#foundation/core/money.ts';
import type { Language } from '#foundation/core/words.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { operatorChannelCalls, type OperatorChannelRow, type ParsedChannelFilter } from '../../channel-contract.ts';
import { changesOf } from '../changes.ts';
import { givenRate } from '../rates/given-rate.ts';
import {
  type ChannelDay,
  MAX_OPEN_COUNTED,
  selectAffected,
  selectChannelDays,
  selectOwnRates,
  selectUsedChannels,
} from './store.ts';

export interface OperatorChannelDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  audit: AuditVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

export type ChannelListDeps = Pick<OperatorChannelDeps, 'db' | 'platform'>;

type Calls = (typeof operatorChannelCalls)['calls'];
type ListCall = Calls['/operator/channel/list'];
type DetailCall = Calls['/operator/channel/detail'];
type OwnRatesCall = Calls['/operator/channel/ownRates'];
type AddCall = Calls['/operator/channel/add'];
type EditCall = Calls['/operator/channel/edit'];
type SaveContext = CallContext<AddCall> | CallContext<EditCall>;
type SaveInput = ParsedInputOf<AddCall>;

export function operatorChannelHandlers(deps: OperatorChannelDeps): ServedContract {
  return handlers(operatorChannelCalls, {
    '/operator/channel/list': (context, input) => list(deps, context, input),
    '/operator/channel/detail': (context, input) => detail(deps, context, input),
    '/operator/channel/ownRates': (context, input) => ownRates(deps, context, input),
    '/operator/channel/add': (context, input) => add(deps, context, input),
    '/operator/channel/edit': (context, input) => edit(deps, context, input),
  });
}

const HOUR_MS = 3_600_000;

interface Surroundings {
  days: ReadonlyMap<number, ChannelDay>;
  used: ReadonlySet<number>;
  currency: Currency;
  language: Language;
}

async function surroundingsOf(
  { db, platform }: ChannelListDeps,
  { now, language }: { now: Date; language: Language },
): Promise<Surroundings> {
  // Roll-ups are by whole hour: start with the first hour that begins within the last 24 hours.
  const since = new Date(Math.ceil((now.getTime() - 24 * HOUR_MS) / HOUR_MS) * HOUR_MS);
  const [{ currency }, days, used] = await Promise.all([
    platform.settings(),
    selectChannelDays(db, since),
    selectUsedChannels(db, now),
  ]);
  return { days, used, currency, language };
}

type WholeFilter = Omit<ParsedChannelFilter, 'page' | 'limit'>;

/** The channels are few, so that they are filtered, sorted and cut here. */
async function matchingChannels(
  deps: ChannelListDeps,
  context: { now: Date; language: Language },
  filter: WholeFilter,
): Promise<{ matching: readonly ListedSetup[]; around: Surroundings }> {
  const [setups, around] = await Promise.all([channelSetups(deps.db), surroundingsOf(deps, context)]);
  const found = setups.filter((setup) => matches(setup, filter));
  return { matching: sorted(found, around, filter), around };
}

/** All rows of the list. */
export async function channelRows(
  deps: ChannelListDeps,
  context: { now: Date; language: Language },
  filter: WholeFilter,
): Promise<OperatorChannelRow[]> {
  const { matching, around } = await matchingChannels(deps, context, filter);
  return matching.map((setup) => rowOf(setup, around));
}

async function list(
  deps: OperatorChannelDeps,
  context: CallContext<ListCall>,
  filter: ParsedInputOf<ListCall>,
): Promise<OutputOf<ListCall>> {
  const { matching, around } = await matchingChannels(deps, context, filter);
  const { page, limit } = filter;
  const days = matching.flatMap(({ channelId }) => around.days.get(channelId) ?? []);
  return {
    total: matching.length,
    page,
    limit,
    list: matching.slice((page - 1) * limit, page * limit).map((setup) => rowOf(setup, around)),
    extend: {
      orders24h: days.reduce((sum, { createdCount }) => sum + createdCount, 0),
      amount24h: formatAmount(
        days.reduce((sum, { paidMinor }) => sum + paidMinor, 0n),
        around.currency,
      ),
    },
  };
}

function matches({ code, name, mode, state }: ChannelSetup, filter: WholeFilter): boolean {
  const typed = (filter.q ?? '').toLowerCase();
  return (
    [code, ...Object.values(name)].some((text) => text.toLowerCase().includes(typed)) &&
    (filter.mode === undefined || filter.mode.includes(mode)) &&
    (filter.state === undefined || filter.state === state)
  );
}

function sorted(
  setups: readonly ListedSetup[],
  { days }: Surroundings,
  { sort, order }: WholeFilter,
): readonly ListedSetup[] {
  const ordersOf = ({ channelId }: ListedSetup) => days.get(channelId)?.createdCount ?? 0;
  const byColumn = {
    position: (a: ListedSetup, b: ListedSetup) => a.position - b.position,
    code: (a: ListedSetup, b: ListedSetup) => (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    orders24h: (a: ListedSetup, b: ListedSetup) => ordersOf(a) - ordersOf(b),
  }[sort];
  const turned = order === 'desc' ? -1 : 1;
  return setups.toSorted((a, b) => turned * byColumn(a, b) || a.channelId - b.channelId);
}

async function detail(
  deps: OperatorChannelDeps,
  context: CallContext<DetailCall>,
  { code }: ParsedInputOf<DetailCall>,
): Promise<OutputOf<DetailCall>> {
  const setup = (await channelSetups(deps.db)).find((one) => one.code === code) ?? context.refuse('not_found');
  const [around, { openOrders, ...counts }] = await Promise.all([
    surroundingsOf(deps, context),
    selectAffected(deps.db, setup.channelId),
  ]);
  return {
    channel: rowOf(setup, around),
    affected: { ...counts, openOrders, openOrdersCapped: openOrders === MAX_OPEN_COUNTED },
  };
}

async function ownRates(
  { db, platform }: OperatorChannelDeps,
  context: CallContext<OwnRatesCall>,
  { code, page, limit, order }: ParsedInputOf<OwnRatesCall>,
): Promise<OutputOf<OwnRatesCall>> {
  const { currency } = await platform.settings();
  const { channelId } = (await channelSetups(db)).find((one) => one.code === code) ?? context.refuse('not_found');
  const [rows, { ownRates: total }] = await Promise.all([
    selectOwnRates(db, channelId, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
    selectAffected(db, channelId),
  ]);
  return {
    total,
    page,
    limit,
    list: rows.map(({ memberNo, rate, changedAt, ...row }) => ({
      ...row,
      memberNo: memberNo.toString(),
      rate: rateTexts(rate, currency),
      changedAt: changedAt?.toISOString() ?? null,
    })),
    extend: {},
  };
}

async function add(deps: OperatorChannelDeps, context: CallContext<AddCall>, input: SaveInput): Promise<undefined> {
  return saving(deps, context, input, async (tx, setup, currency) => {
    const known = await channelSetups(tx);
    if (known.some(({ code }) => code === setup.code)) context.refuse('channel_code_taken');
    await addSetup(tx, known, setup);
    return ['channel_added', `${setup.code}: ${changesOf({}, told({ ...setup, channelId: 0 }, currency))}`];
  });
}

async function edit(
  deps: OperatorChannelDeps,
  context: CallContext<EditCall>,
  { channel, version, ...input }: ParsedInputOf<EditCall>,
): Promise<undefined> {
  return saving(deps, context, input, async (tx, setup, currency) => {
    const known = await channelSetups(tx);
    const before = known.find(({ code }) => code === channel) ?? context.refuse('not_found');
    if (versionOf(before) !== version) context.refuse('channel_changed');
    if (setup.code !== before.code) {
      if (known.some(({ code }) => code === setup.code)) context.refuse('channel_code_taken');
      if ((await selectUsedChannels(tx, context.now)).has(before.channelId)) context.refuse('channel_code_used');
    }
    const after = { ...setup, channelId: before.channelId, routing: before.routing };
    const changes = changesOf(told(before, currency), told(after, currency));
    if (changes === '') return undefined;
    await changeSetup(tx, after);
    return ['channel_edited', `${before.code}: ${changes}`];
  });
}

type NewSetup = Omit<ChannelSetup, 'channelId' | 'routing'>;
type Entry = ['channel_added' | 'channel_edited', string];

/** `work` returns the entry of the audit log, or undefined if nothing changed. No other changes a channel meanwhile. */
async function saving(
  { db, platform, factors, audit }: OperatorChannelDeps,
  context: SaveContext,
  input: SaveInput,
  work: (tx: Tx, setup: NewSetup, currency: Currency) => Promise<Entry | undefined>,
): Promise<undefined> {
  const { currency } = await platform.settings();
  const setup = readSetup(context, input, currency);
  const { verifyType, verifyCode, reason } = input;
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  await db.transaction(async (tx) => {
    await lockChannels(tx);
    const entry = await work(tx, setup, currency);
    await factors.spendSecondStep(tx, context, checkedStep);
    if (entry) await audit.record(tx, { ...actorOf(context), action: entry[0], object: `${entry[1]} (${reason})` });
  });
  return undefined;
}

/** Throws a refusal when fields do not fit together. */
function readSetup(context: Pick<SaveContext, 'wrongField'>, input: SaveInput, currency: Currency): NewSetup {
  const positive = (field: 'minAmount' | 'maxAmount' | 'totalLimit', text: string) =>
    parseAmount(text, currency) ?? context.wrongField(field, 'amount_above_zero');
  const { openFrom, openTo } = input;
  const setup: NewSetup = {
    code: input.code,
    name: { en: input.nameEn, zh: input.nameZh, es: input.nameEs, th: input.nameTh },
    mode: input.mode,
    state: input.state,
    minAmountMinor: positive('minAmount', input.minAmount),
    maxAmountMinor: positive('maxAmount', input.maxAmount),
    dailyLimitMinor: input.totalLimit === null ? null : positive('totalLimit', input.totalLimit),
    openHours: openFrom === null || openTo === null ? null : { from: openFrom, to: openTo },
    recharge: input.recharge,
    position: input.position,
    rate: givenRate(context, input, currency),
  };
  const { minFeeMinor, maxFeeMinor } = setup.rate;
  if ((openFrom === null) !== (openTo === null))
    context.wrongField(openFrom === null ? 'openFrom' : 'openTo', 'both_times');
  if (setup.minAmountMinor > setup.maxAmountMinor) context.wrongField('maxAmount', 'most_below_least');
  if (minFeeMinor !== null && maxFeeMinor !== null && minFeeMinor > maxFeeMinor)
    context.wrongField('maxFee', 'most_below_least');
  return setup;
}

/** A channel's terms as the audit log tells them. */
function told(
  { code, name, mode, state, openHours, recharge, position, rate, ...setup }: Omit<ChannelSetup, 'routing'>,
  currency: Currency,
) {
  const text = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor, currency));
  const hours = hoursOf(openHours);
  return {
    code,
    nameEn: name.en,
    nameZh: name.zh,
    nameEs: name.es,
    nameTh: name.th,
    mode,
    state,
    minAmount: text(setup.minAmountMinor),
    maxAmount: text(setup.maxAmountMinor),
    totalLimit: text(setup.dailyLimitMinor),
    hours: hours && `${hours.from}–${hours.to}`,
    recharge,
    position,
    ...rateTexts(rate, currency),
  };
}

function rowOf(setup: ListedSetup, { days, used, currency, language }: Surroundings): OperatorChannelRow {
  const day = days.get(setup.channelId);
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  return {
    code: setup.code,
    name: setup.name[language],
    names: setup.name,
    mode: setup.mode,
    state: setup.state,
    minAmount: amount(setup.minAmountMinor),
    maxAmount: amount(setup.maxAmountMinor),
    totalLimit: setup.dailyLimitMinor === null ? null : amount(setup.dailyLimitMinor),
    openHours: hoursOf(setup.openHours),
    rate: rateTexts(setup.rate, currency),
    recharge: setup.recharge,
    position: setup.position,
    used: used.has(setup.channelId),
    routes: setup.routeCount,
    openRoutes: setup.openRouteCount,
    orders24h: day?.createdCount ?? 0,
    amount24h: amount(day?.paidMinor ?? 0n),
    successRate24h: day ? successRateOf(BigInt(day.successCount), BigInt(day.createdCount)) : null,
    version: versionOf(setup),
  };
}

function hoursOf(hours: ChannelSetup['openHours']) {
  return hours && { from: hours.from.slice(0, 5), to: hours.to.slice(0, 5) };
}

function versionOf({ routeCount: _routes, openRouteCount: _open, ...setup }: ListedSetup): string {
  const text = JSON.stringify(setup, (_name, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return sha256(text).toString('hex').slice(0, 32);
}
