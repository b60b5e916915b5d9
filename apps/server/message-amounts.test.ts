/**
 * Every amount in a message has separators and a currency in the reader's language. Tests all phrases that the server
 * fills.
 */
import { describe, expect, test } from 'vitest';
import { noticeTexts } from '#features/notice-kinds.ts';
import { money } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { languages, type Phrase, type Words } from '#foundation/core/words.ts';
import { contracts, merchantProtocol } from './contracts.ts';

/** The placeholders of the server's phrases. Add each new name to one of the two lists. */
const AMOUNTS = [
  'amount',
  'available',
  'closing',
  'fee',
  'from',
  'least',
  'minimum',
  'missing',
  'most',
  'needed',
  'own',
  'to',
  'total',
];
/** Phrases in which one of these names is not an amount. */
const NOT_AMOUNTS: readonly string[] = [
  'cards_full',
  'checks_waiting',
  'downloads_waiting',
  'export_too_large',
  'range_most',
  'records_most',
  'schedules_full',
  'table_rows',
  'withdrawal_closed',
];

const tables: readonly Words[] = [
  ...contracts.map(({ contract }) => contract.texts),
  merchantProtocol.texts,
  noticeTexts,
];
/** Two features can have a phrase of the same name. */
const phrases = [
  ...new Map(tables.flatMap((table) => Object.entries(table).map(([name, phrase]) => [phrase, name] as const))),
].map(([phrase, name]): [string, Phrase] => [name, phrase]);
const placeholders = (phrase: Phrase) => [
  ...new Set([...phrase.en.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name)),
];
const withAmounts = phrases.filter(
  ([name, phrase]) => !NOT_AMOUNTS.includes(name) && placeholders(phrase).some((each) => AMOUNTS.includes(each)),
);

const written = { en: '¥1,234.50', zh: '¥1,234.50', es: '1.234,50 ¥', th: '¥1,234.50' } as const;

test('the phrases with amounts are these', () => {
  expect(withAmounts.map(([name]) => name).sort()).toEqual([
    'adjustment_uncovered',
    'amount_other',
    'amount_out_of_range',
    'balance_insufficient',
    'bank_chain_differs',
    'bank_pages_differ',
    'bank_parts_differ',
    'bank_sum_differs',
    'commission_reversed',
    'hold_exceeds_available',
    'money_held',
    'money_released',
    'payment_reversed',
    'payout_failed',
    'payout_range',
    'rate_below_agent',
    'rate_below_cost',
    'rate_below_own',
    'recharge_minimum',
    'release_exceeds_held',
    'reversal_uncovered',
    'wallet_credited',
    'wallet_debited',
    'withdrawal_failed',
    'withdrawal_paid',
    'withdrawal_range',
  ]);
});

test('no other placeholder is an amount', () => {
  const others = phrases.flatMap(([, phrase]) => placeholders(phrase)).filter((each) => !AMOUNTS.includes(each));
  expect([...new Set(others)].sort()).toEqual([
    'account',
    'batch',
    'card',
    'cells',
    'code',
    'column',
    'columns',
    'count',
    'currency',
    'day',
    'depth',
    'device',
    'example',
    'failed',
    'fault',
    'field',
    'headings',
    'held',
    'highest',
    'holder',
    'host',
    'hours',
    'ip',
    'levels',
    'line',
    'lowest',
    'maximum',
    'megabytes',
    'megapixels',
    'member',
    'minutes',
    'name',
    'order',
    'other',
    'paid',
    'reason',
    'seconds',
    'shown',
    'text',
    'zone',
  ]);
});

describe.each(languages)('in %s', (language) => {
  test.each(withAmounts)('%s', (_, phrase) => {
    const names = placeholders(phrase);
    const values = Object.fromEntries(names.map((name) => [name, AMOUNTS.includes(name) ? money(123_450n, 'CNY') : 3]));
    const text = formatPhrase(phrase, language, values).replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(text.split(written[language])).toHaveLength(names.filter((name) => AMOUNTS.includes(name)).length + 1);
  });
});
