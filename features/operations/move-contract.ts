/** Operator calls that place a member under another agent, with all below it. */
import { z } from 'zod';
import { secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNo, MemberNoText } from '#foundation/core/wire.ts';
import { MemberAct, NewUpline } from './member-fields.ts';
import { moveTexts } from './words.ts';

const NamedMember = z.strictObject({ memberNo: MemberNoText, name: z.string() });

const MovePreview = z.strictObject({
  /** Who moves, with the member itself. */
  merchants: z.int(),
  agents: z.int(),
  /** The agents above it now and then, the nearest first. */
  before: z.array(NamedMember),
  after: z.array(NamedMember),
  /** Agents that earn nothing from it any more, and those that can from then on. */
  lose: z.array(NamedMember),
  gain: z.array(NamedMember),
  /** Codes of channels on which it pays less than the agent directly above, who so earns nothing. */
  cheaper: z.array(z.string()),
  /** Codes of channels that close for it and all below it, because an agent above doesn't hold them. */
  closes: z.array(z.string()),
});
export type MovePreview = z.infer<typeof MovePreview>;

const Where = z.strictObject({ memberNo: MemberNo, uplineNo: NewUpline });
const moveRefusals = ['upline_below', 'upline_same', 'tree_too_deep'] as const;

export const moveCalls = calls(moveTexts, {
  '/operator/move/preview': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'What it would do to place a member under another agent: who moves, and whose commission ends or begins',
    input: Where,
    output: MovePreview,
    refusals: [...moveRefusals],
  },
  '/operator/member/move': {
    who: 'operators',
    right: 'members.configure',
    secondStep: 'strongest',
    audit: ['approval_proposed', 'member_moved'],
    notices: ['member_moved_in', 'member_moved_out'],
    live: ['commission.changed'],
    summary:
      'Places a member with all below it under another agent; from the platform’s bound on it is only proposed, and another operator confirms it',
    guide:
      'Orders from then on pay commission to the new agents; orders that exist, and their commission, stay as they are. Rates stay too.',
    input: Where.extend(MemberAct.shape),
    output: z.strictObject({
      outcome: z.enum(['done', 'proposed']),
      /** Of the proposal; null if it is done. */
      approvalId: z.string().nullable(),
    }),
    refusals: [...moveRefusals, 'approval_waits', ...secondStepRefusals],
  },
});
