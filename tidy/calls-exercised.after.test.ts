/** Runs after the database tests, on what they recorded; see `vitest.config.ts`. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contracts, merchantProtocol } from '#apps/server/contracts.ts';
import type { ReportOutcome } from '#features/orders/server/verbs.ts';
import { notificationStatus } from '#features/upstreams/server/connector.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import { type Exceptions, type OfferedCalls, unexercised } from './calls-exercised.ts';
import { findingLines } from './tree.ts';

const { base, calls, refusals, feature } = merchantProtocol;
const reportsRefusedByOrders = ['mismatch', 'unknown_order', 'unconfirmed'] satisfies ReportOutcome[];
const offered: OfferedCalls[] = [
  ...contracts.flatMap(({ feature: name, contract }) =>
    Object.entries(contract.calls).map(([path, call]) => ({
      feature: name,
      routes: [CONSOLE_BASE + path],
      refusals: call.refusals ?? [],
    })),
  ),
  { feature, routes: Object.keys(calls).map((path) => base + path), refusals },
  {
    feature: 'orders',
    routes: ['/upstream/:id/notify'],
    refusals: [...Object.keys(notificationStatus), ...reportsRefusedByOrders],
  },
];

const act = `${CONSOLE_BASE}/operator/disbursement`;
const exceptions: Exceptions = {
  'the acts on a disbursement share their refusals, and the rules refuse this act for other reasons': [
    `${act}/freeze attempt_open`,
    `${act}/freeze no_attempt_open`,
    `${act}/freeze not_frozen`,
    `${act}/freeze paid_by_hand`,
    `${act}/unfreeze attempt_open`,
    `${act}/unfreeze no_attempt_open`,
    `${act}/unfreeze is_frozen`,
    `${act}/markPaid no_attempt_open`,
    `${act}/markPaid is_frozen`,
    `${act}/markPaid not_frozen`,
    `${act}/cancel no_attempt_open`,
    `${act}/cancel is_frozen`,
    `${act}/cancel not_frozen`,
    `${act}/submit no_attempt_open`,
    `${act}/submit not_frozen`,
    `${act}/submit paid_by_hand`,
    `${act}/query attempt_open`,
    `${act}/query is_frozen`,
    `${act}/query not_frozen`,
    `${act}/query paid_by_hand`,
  ],
  'a proposal needs a paid order, and a paid order changes only to a reversed one': [
    `${CONSOLE_BASE}/operator/order/decideReversal order_not_paid`,
    `${CONSOLE_BASE}/operator/approval/decide order_not_paid`,
  ],
  'the path of each kind of proposal carries it out by the same function, and refuses it there': [
    `${CONSOLE_BASE}/operator/approval/decide reset_link_not_sent`,
    `${CONSOLE_BASE}/operator/approval/decide reversal_uncovered`,
  ],
  'one engine says for all kinds of proposals who can confirm, and refuses the other kinds': [
    `${CONSOLE_BASE}/operator/staff/decideProposal confirm_after_enabling`,
    `${CONSOLE_BASE}/operator/staff/decideProposal confirm_after_reset`,
    `${CONSOLE_BASE}/operator/staff/decideProposal confirm_new_device`,
    `${CONSOLE_BASE}/operator/staff/decideProposal confirm_same_device`,
  ],
};

test('the database tests get success from every call and provoke every declared refusal', () => {
  const file = process.env['TEST_ANSWERS'];
  if (file === undefined) throw new Error('nothing is recorded: run it together with the database project');
  const answers = readFileSync(file, 'utf8');
  expect(findingLines(unexercised(answers, offered, exceptions))).toEqual([]);
});
