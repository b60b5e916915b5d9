/** Operator calls about callbacks: receivers of all members, a receiver's callbacks and attempts, sending again, pausing. */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { MAX_PER_SECOND, receiverStates } from '#features/callbacks/rules.ts';
import {
  CallbackDetail,
  CallbackFilter,
  CallbackRow,
  filterFields,
  Host,
  NotifyId,
  RunId,
  RunProgress,
} from '#features/portal/callbacks-contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped } from '#foundation/core/typed-fields.ts';
import { AmountOutput, MemberNo, MemberNoText, pageFields, pageOf, Time, wholeNumber } from '#foundation/core/wire.ts';
import { operatorCallbackTexts } from './words.ts';

const { page, limit } = pageFields(['createdAt']);

const ReceiverRow = z.strictObject({
  memberNo: MemberNoText,
  memberName: z.string(),
  /** `host:port`. */
  host: z.string(),
  state: z.enum(receiverStates),
  /** When it came into this state; null before the first attempt. */
  since: Time.nullable(),
  /** In a row. */
  failures: z.int(),
  failingSince: Time.nullable(),
  lastAt: Time.nullable(),
  /** Callbacks that wait to be sent. */
  waiting: z.int(),
  /** The oldest one that waits. */
  oldestAt: Time.nullable(),
  /** An operator paused it: it is not probed, and stays paused until a person resumes it. */
  stopped: z.boolean(),
  /** It came back after a pause, and what was kept waits for a decision. */
  asks: z.boolean(),
});
export type OperatorReceiverRow = z.infer<typeof ReceiverRow>;

/** What a dialog asks for before a receiver is paused or resumed. */
const ReceiverAct = z.strictObject({ memberNo: MemberNo, host: Host, reason: Reason });

const none = { none: 'sends only what the member’s own receivers already get' } as const;

export const OperatorReceiverFilter = z.strictObject({
  page,
  limit,
  /** The largest first. */
  sort: z.enum(['waiting', 'failures', 'since']).default('waiting'),
  memberNo: MemberNoTyped.optional(),
  /** The beginning of the host. */
  host: Host.optional(),
  state: z.enum([...receiverStates, 'waiting']).optional(),
});
export type ParsedReceiverFilter = z.output<typeof OperatorReceiverFilter>;

export const operatorCallbackCalls = calls(operatorCallbackTexts, {
  '/operator/callback/receivers': {
    who: 'operators',
    right: 'callbacks.view',
    secondStep: { none: 'reads' },
    summary: 'Receivers of all members that fail, are paused or have a backlog; of one member all',
    input: OperatorReceiverFilter,
    output: pageOf(ReceiverRow, z.strictObject({})),
  },
  '/operator/callback/list': {
    who: 'operators',
    right: 'callbacks.view',
    secondStep: { none: 'reads' },
    summary: 'A member’s callbacks, newest first',
    input: z.strictObject({ memberNo: MemberNo, ...filterFields, page, limit }),
    output: pageOf(CallbackRow, z.strictObject({ /** There are at least this many. */ capped: z.boolean() })),
  },
  '/operator/callback/detail': {
    who: 'operators',
    right: 'callbacks.view',
    secondStep: { none: 'reads' },
    summary: 'One callback with its attempts: request, reply, and what to mend',
    input: z.strictObject({ memberNo: MemberNo, notifyId: NotifyId }),
    output: CallbackDetail,
  },
  '/operator/callback/plan': {
    who: 'operators',
    right: 'callbacks.act',
    secondStep: none,
    summary: 'Plans to send all callbacks of a filter again, at most 10,000, newest first; nothing is sent yet',
    input: z.strictObject({ memberNo: MemberNo, filter: CallbackFilter }),
    output: z.strictObject({ planId: z.string(), count: z.int(), amount: AmountOutput, oldest: Time, newest: Time }),
    refusals: ['nothing_to_resend'],
  },
  '/operator/callback/run': {
    who: 'operators',
    right: 'callbacks.act',
    secondStep: none,
    audit: ['callbacks_resent'],
    summary: 'Sends what was planned within the last hour; a plan is sent once',
    input: z.strictObject({
      memberNo: MemberNo,
      planId: RunId,
      perSecond: wholeNumber(1, MAX_PER_SECOND),
      reason: Reason,
    }),
    output: RunProgress,
    refusals: ['resend_running'],
  },
  '/operator/callback/pause': {
    who: 'operators',
    right: 'callbacks.act',
    secondStep: { none: 'keeps callbacks until a person resumes the receiver' },
    audit: ['receiver_paused'],
    live: ['callback.changed'],
    summary: 'Pauses a receiver: nothing is sent there, and nothing is lost, until a person resumes it',
    input: ReceiverAct,
    refusals: ['receiver_paused'],
  },
  '/operator/callback/resume': {
    who: 'operators',
    right: 'callbacks.act',
    secondStep: none,
    audit: ['receiver_resumed'],
    live: ['callback.changed'],
    summary: 'Ends a receiver’s pause, and sends the callbacks that were kept or gives them up',
    input: ReceiverAct.extend({ send: z.boolean() }),
    output: z.strictObject({ /** Callbacks that are sent, counted up to 100,000, or were given up. */ count: z.int() }),
  },
});
