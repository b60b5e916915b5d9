import { expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { Amount, pageFields, pageOf, Range } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';
import { callsDocument, type MerchantProtocol } from './calls-document.ts';
import { schemaForms } from './schema-rows.ts';

const protocol: MerchantProtocol = {
  feature: 'gateway',
  base: '/gateway/v1',
  calls: { '/draw': { summary: 'Draws', required: ['orderNo'], optional: ['attach'], data: ['prize'] } },
  refusals: ['raffle_over'],
  texts: words({ raffle_over: ['The raffle is over', '已结束', 'Ha terminado', 'จบแล้ว'] }),
};
const raffleCalls = calls(protocol.texts, {
  '/raffle/enter': {
    who: 'members',
    summary: 'Enters a raffle',
    input: z.strictObject({ ticket: z.string().max(8).optional() }),
    output: z.boolean(),
    refusals: ['raffle_over'],
  },
  '/raffle/forget': { who: 'session', summary: 'Forgets it', guide: 'Ask *once*.' },
});

test('a call is documented with its callers, input, output, and each refusal with its text', () => {
  const text = callsDocument([{ feature: 'raffles', contract: raffleCalls }], protocol);
  expect(text).toContain(
    [
      '### `/raffle/enter`',
      '',
      'Enters a raffle. Asked by merchants and agents.',
      '',
      '| | Name | What |',
      '|---|---|---|',
      '| takes | `ticket` | text of at most 8 characters, optional |',
      '| gives | | true or false |',
      '| refuses | `raffle_over` | The raffle is over |',
    ].join('\n'),
  );
  expect(text).toContain('Forgets it. Asked by anyone logged in. Takes nothing and gives nothing.\n\nAsk *once*.');
  expect(text).toContain(
    '### `/gateway/v1/draw`\n\nDraws.\n\n| | Name | What |\n|---|---|---|\n| takes | `orderNo` | required |\n| takes | `attach` | optional |\n| gives | `prize` | |',
  );
});

test('a list is documented field by field, with the names of our own shapes', () => {
  const Row = z.strictObject({
    id: z.string(),
    paidAt: z.iso.datetime().nullable(),
    logo: z.string().nullable(),
    channel: z.strictObject({ code: z.string() }).nullable(),
  });
  const [rows] = schemaForms(pageOf(Row, z.strictObject({ amount: Amount })), 'output');
  expect(rows?.map(({ name, shape }) => `${name}: ${shape}`)).toEqual([
    'total: whole number',
    'list[].id: text',
    'list[].paidAt: time or null',
    'list[].logo: text or null',
    'list[].channel: object or null',
    'list[].channel.code: text',
    'page: whole number',
    'limit: whole number',
    'extend.amount: amount',
  ]);
});

test('optional fields, defaults and the forms of a union are documented', () => {
  const Filter = z.union([
    z.strictObject({ ...pageFields(['createdAt']), range: Range.optional() }),
    z.strictObject({ days: z.union([z.literal(7), z.literal(30)]).default(7), captcha: z.string().max(9).default('') }),
  ]);
  expect(schemaForms(Filter, 'input').map((rows) => rows.map(({ name, shape }) => `${name}: ${shape}`))).toEqual([
    [
      'page: whole number from 1 to 100000000, 1 when missing',
      'limit: whole number from 1 to 100, 10 when missing',
      'sort: `createdAt`, `createdAt` when missing',
      'order: `asc`, `desc`, `desc` when missing',
      'range: object, optional',
      'range.from: time, optional',
      'range.to: time, optional',
    ],
    ['days: `7` or `30`, 7 when missing', 'captcha: text of at most 9 characters, optional'],
  ]);
});
