/**
 * Many rates at once. Each one is a transaction of its own, which writes nothing if the member has the rate already: if the
 * process dies in the middle, the same request does the rest, and what was done is not done again.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import { rateTexts, readRate } from '#features/channels/rate-texts.ts';
import { isSoundRate, type Rate } from '#features/channels/rules.ts';
import type { ChannelRate } from '#features/channels/server/member-rates.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import {
  CONSOLE_AMOUNT_FORM,
  type Currency,
  HUNDRED_PERCENT,
  money,
  parseAmountOrZero,
  parsePercent,
} from '#foundation/core/money.ts';
import { sharedRefusals } from '#foundation/core/refusal-words.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { OperatorMemberFilter } from '../../member-contract.ts';
import {
  type CheckedRow,
  type RateChanges,
  type RateField,
  rateBulkCalls,
  type RowFault,
  type SetRow,
} from '../../rate-bulk-contract.ts';
import { MAX_BULK } from '../../rate-limits.ts';
import { rateBulkTexts } from '../../rate-texts.ts';
import { changesOf } from '../changes.ts';
import { selectMembers } from '../members/listing.ts';
import type { OperatorRateDeps } from './calls.ts';
import { belowCostAt, marginOf } from './cells.ts';
import { givenRate } from './given-rate.ts';
import { selectNames } from './store.ts';

export type RateBulkDeps = OperatorRateDeps & { channels: Pick<ChannelVerbs, 'refusedRates'> };

type Calls = (typeof rateBulkCalls)['calls'];
type PreviewCall = Calls['/operator/rate/preview'];
type CheckCall = Calls['/operator/rate/check'];
type SetManyCall = Calls['/operator/rate/setMany'];
type ErrorName = RowFault['error'];
type SetError = NonNullable<SetRow['error']>;

export function rateBulkHandlers(deps: RateBulkDeps): ServedContract {
  return handlers(rateBulkCalls, {
    '/operator/rate/preview': (context, input) => preview(deps, context, input),
    '/operator/rate/check': (context, input) => check(deps, context, input),
    '/operator/rate/setMany': (context, input) => setMany(deps, context, input),
  });
}

async function preview(
  deps: RateBulkDeps,
  context: CallContext<PreviewCall>,
  { filter, code, changes }: ParsedInputOf<PreviewCall>,
): Promise<OutputOf<PreviewCall>> {
  const { db, platform, channels } = deps;
  const { currency } = await platform.settings();
  const change = readChanges(context, changes, currency);
  const found = await selectMembers(db, {
    ...OperatorMemberFilter.parse({ sort: 'memberNo', order: 'asc', q: filter.q, kind: filter.kind }),
    ...(filter.uplineNo === undefined ? {} : { uplineNo: filter.uplineNo }),
    limit: MAX_BULK + 1,
  });
  if (found.length > MAX_BULK) context.refuse('rates_too_many', { count: MAX_BULK });
  const rates = await channels.memberRates(found.map(({ memberNo }) => memberNo));
  const rows: CheckedRow[] = [];
  for (const { memberNo, name } of found) {
    const current = rates.get(memberNo)?.find(({ channel }) => channel.code === code) ?? context.refuse('not_found');
    const rate = change(current.effective);
    rows.push({
      ...named(memberNo, name, current, currency),
      ...(await judged(deps, { current, rate }, { currency, language: context.language })),
    });
  }
  return { rows };
}

/** What a change makes of a rate. Percentages stay between 0 and 100. */
function readChanges(
  context: Pick<CallContext<PreviewCall>, 'wrongField'>,
  { percent, addPercent, fixed, minFee, maxFee }: RateChanges,
  currency: Currency,
): (rate: Rate) => Rate {
  const amount = (field: 'fixed' | 'minFee' | 'maxFee', text: string | undefined): bigint | undefined =>
    text === undefined
      ? undefined
      : (parseAmountOrZero(text, currency) ?? context.wrongField(`changes.${field}`, 'amount_form'));
  const percentOf = (field: 'percent' | 'addPercent', text: string | undefined): number | undefined =>
    text === undefined
      ? undefined
      : (parsePercent(text.replace(/^[+-]/, '')) ?? context.wrongField(`changes.${field}`, 'percent_range'));
  const [newE4, addedE4] = [percentOf('percent', percent), percentOf('addPercent', addPercent)];
  const sign = addPercent?.startsWith('-') ? -1 : 1;
  const [fixedMinor, minFeeMinor, maxFeeMinor] = [
    amount('fixed', fixed),
    amount('minFee', minFee),
    amount('maxFee', maxFee),
  ];
  return (rate) => ({
    percentE4: newE4 ?? Math.min(Math.max(rate.percentE4 + sign * (addedE4 ?? 0), 0), HUNDRED_PERCENT),
    fixedMinor: fixedMinor ?? rate.fixedMinor,
    minFeeMinor: minFeeMinor ?? rate.minFeeMinor,
    maxFeeMinor: maxFeeMinor ?? rate.maxFeeMinor,
  });
}

async function check(
  deps: RateBulkDeps,
  { language }: CallContext<CheckCall>,
  { rows }: ParsedInputOf<CheckCall>,
): Promise<OutputOf<CheckCall>> {
  const { db, platform, channels } = deps;
  const { currency } = await platform.settings();
  const numbers = [...new Set(rows.flatMap(({ memberNo }) => (MEMBER_NO.test(memberNo) ? [BigInt(memberNo)] : [])))];
  const [names, rates] = await Promise.all([selectNames(db, numbers), channels.memberRates(numbers)]);
  const seen = new Set<string>();
  const checked: CheckedRow[] = [];
  for (const row of rows) {
    const fault = (field: RateField, error: ErrorName): RowFault => ({
      field,
      error,
      msg: textOf(error, {}, language),
    });
    const memberNo = MEMBER_NO.test(row.memberNo) ? BigInt(row.memberNo) : undefined;
    const ofMember = memberNo === undefined ? undefined : rates.get(memberNo);
    const current = ofMember?.find(({ channel }) => channel.code === row.code);
    const key = `${row.memberNo} ${row.code}`;
    const read = readRow(row, currency);
    const faults: RowFault[] = [
      ...(memberNo === undefined
        ? [fault('memberNo', 'number_form')]
        : ofMember
          ? []
          : [fault('memberNo', 'not_found')]),
      ...(ofMember && !current ? [fault('code', 'code_unknown')] : []),
      ...(seen.has(key) ? [fault('memberNo', 'row_twice')] : []),
      ...read.faults.map(([field, error]) => fault(field, error)),
    ];
    seen.add(key);
    const name = (memberNo !== undefined && names.get(memberNo)) || '';
    const before = current ? rateTexts(current.effective, currency) : null;
    const known = { memberNo: row.memberNo, name, code: row.code, before };
    checked.push(
      faults.length > 0 || !current
        ? { ...known, after: read.rate && rateTexts(read.rate, currency), margin: null, faults, unchanged: false }
        : { ...known, ...(await judged(deps, { current, rate: read.rate }, { currency, language })) },
    );
  }
  return { rows: checked };
}

const MEMBER_NO = /^\d{8}$/;

/** The rate that a row's texts say, and the texts that say none. */
function readRow(
  row: ParsedInputOf<CheckCall>['rows'][number],
  currency: Currency,
): { rate: Rate; faults: [] } | { rate: null; faults: [RateField, ErrorName][] } {
  const isPercent = /^\d{1,3}(\.\d{1,4})?$/.test(row.percent);
  const { rate, wrong } = readRate(
    { percent: row.percent, fixed: row.fixed || '0', minFee: row.minFee || null, maxFee: row.maxFee || null },
    currency,
    { amountOf: (text) => (CONSOLE_AMOUNT_FORM.test(text) ? parseAmountOrZero(text, currency) : undefined) },
  );
  if (rate) return { rate, faults: [] };
  const wrongPercent = isPercent ? 'percent_range' : 'percent_form';
  return { rate: null, faults: wrong.map((part) => [part, part === 'percent' ? wrongPercent : 'amount_form']) };
}

function named(memberNo: bigint, name: string, { channel, effective }: ChannelRate, currency: Currency) {
  return { memberNo: memberNo.toString(), name, code: channel.code, before: rateTexts(effective, currency) };
}

/** What would become of a rate. */
async function judged(
  deps: RateBulkDeps,
  { current, rate }: { current: ChannelRate; rate: Rate | null },
  { currency, language }: { currency: Currency; language: Language },
): Promise<Pick<CheckedRow, 'after' | 'margin' | 'faults' | 'unchanged'>> {
  if (rate === null) return { after: null, margin: null, faults: [], unchanged: false };
  const unchanged = isSame(current.effective, rate, currency);
  const refusal = unchanged ? undefined : await refusalOf(deps, current, rate, currency);
  return {
    after: rateTexts(rate, currency),
    margin: marginOf(rate, current.channel, currency),
    faults: refusal ? [{ field: fieldOf(refusal.error), error: refusal.error, msg: messageOf(refusal, language) }] : [],
    unchanged,
  };
}

interface RateFault {
  error: SetError;
  values: PhraseValues;
}

/** Why a rate can't be set; the same rules as for a single one. */
async function refusalOf(
  { channels, upstreams }: RateBulkDeps,
  current: ChannelRate,
  rate: Rate,
  currency: Currency,
): Promise<RateFault | undefined> {
  if (!isSoundRate(rate)) return { error: 'most_below_least', values: {} };
  const { code } = current.channel;
  const [refusal] = await channels.refusedRates([current], [{ channel: code, rate }]);
  switch (refusal?.error) {
    case 'channel_not_held':
      return { error: 'rate_channel_closed', values: {} };
    case 'rate_not_sound':
      return { error: 'percent_range', values: {} };
    case 'rate_too_high':
      return { error: 'rate_above_most', values: { maximum: refusal.maxPercentE4 / 10_000 } };
    case 'rate_below_own': {
      const { amountMinor, feeMinor, ownMinor } = refusal.undercut;
      return { error: 'rate_below_agent', values: undercutValues(amountMinor, feeMinor, ownMinor, currency) };
    }
    case undefined: {
      const low = belowCostAt(rate, current.channel);
      if (!low) return undefined;
      const name = (await upstreams.names()).find(({ id }) => id === low.route.upstreamId)?.name ?? '';
      return {
        error: 'rate_below_cost',
        values: { ...undercutValues(low.amountMinor, low.feeMinor, low.costMinor, currency), name },
      };
    }
  }
}

function undercutValues(amountMinor: bigint, feeMinor: bigint, ownMinor: bigint, currency: Currency): PhraseValues {
  return { amount: money(amountMinor, currency), fee: money(feeMinor, currency), own: money(ownMinor, currency) };
}

function fieldOf(error: SetError): RateField {
  if (error === 'rate_channel_closed') return 'code';
  return error === 'most_below_least' ? 'maxFee' : 'percent';
}

function messageOf({ error, values }: RateFault, language: Language): string {
  return textOf(error, values, language);
}

function textOf(name: string, values: PhraseValues, language: Language): string {
  return fieldMessage(name, values, { ...sharedRefusals, ...rateBulkTexts }, language);
}

function isSame(a: Rate, b: Rate, currency: Currency): boolean {
  return changesOf(rateTexts(a, currency), rateTexts(b, currency)) === '';
}

async function setMany(
  deps: RateBulkDeps,
  context: CallContext<SetManyCall>,
  { rows, reason, verifyType, verifyCode }: ParsedInputOf<SetManyCall>,
): Promise<OutputOf<SetManyCall>> {
  const { db, platform, factors } = deps;
  const { currency } = await platform.settings();
  const rates = rows.map((row, index) => givenRate(context, row, currency, `rows.${index}.`));
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  await db.transaction((tx) => factors.spendSecondStep(tx, context, checkedStep));
  const done: SetRow[] = [];
  for (const [index, row] of rows.entries()) {
    const rate = rates[index];
    if (!rate) continue;
    const wanted = { memberNo: row.memberNo, code: row.code, before: row.before, rate, reason };
    const result = await db.transaction((tx) => setOne(tx, deps, context, { ...wanted, currency }));
    const refusal = typeof result === 'string' ? undefined : result;
    done.push({
      memberNo: row.memberNo.toString(),
      code: row.code,
      outcome: typeof result === 'string' ? result : 'refused',
      error: refusal?.error ?? null,
      msg: refusal ? messageOf(refusal, context.language) : null,
    });
  }
  return { rows: done };
}

type GivenRow = ParsedInputOf<SetManyCall>['rows'][number];

/** Writes nothing unless it answers `set`. */
async function setOne(
  tx: Tx,
  deps: RateBulkDeps,
  context: CallContext<SetManyCall>,
  {
    memberNo,
    code,
    before,
    rate,
    reason,
    currency,
  }: Pick<GivenRow, 'memberNo' | 'code' | 'before'> & { rate: Rate; reason: string; currency: Currency },
): Promise<'set' | 'unchanged' | RateFault> {
  const { members, channels, audit } = deps;
  if (!(await members.lock(tx, memberNo))) return { error: 'not_found', values: {} };
  const current = (await channels.memberRates([memberNo], tx)).get(memberNo)?.find((one) => one.channel.code === code);
  if (!current) return { error: 'not_found', values: {} };
  const was = rateTexts(current.effective, currency);
  const text = changesOf(was, rateTexts(rate, currency));
  if (text === '') return 'unchanged';
  if (changesOf(was, before) !== '') return { error: 'rate_changed', values: {} };
  const refusal = await refusalOf(deps, current, rate, currency);
  if (refusal) return refusal;
  const by = { userId: context.session.userId, reason };
  const { outcome } = await channels.setRates(tx, { memberNo, rates: [{ channel: code, rate }], by });
  if (outcome === 'refused') return { error: 'rate_changed', values: {} };
  const object = `${memberNo} ${code}: ${text} (${reason})`;
  await audit.record(tx, { ...actorOf(context), memberNo, action: 'member_rate_set', object });
  return 'set';
}
