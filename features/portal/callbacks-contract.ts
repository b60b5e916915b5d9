/** The member calls about its callbacks: the log, receivers, sending again, the simulator. */
import { z } from 'zod';
import {
  callbackStatuses,
  errorClasses,
  MAX_PER_SECOND,
  receiverStates,
  runStates,
} from '#features/callbacks/rules.ts';
import { calls } from '#foundation/core/calls.ts';
import { SearchText } from '#foundation/core/typed-fields.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';
import { AmountOutput, pageFields, pageOf, Range, SystemNoText, Time, wholeNumber } from '#foundation/core/wire.ts';
import { callbackTexts } from './callbacks-words.ts';

/** The log has no `report`: `/user/downloads` says of each scheduled file whether its report was acknowledged. */
const callbackKinds = ['payin', 'payout', 'report'] as const;
const callbackLogStates = [...callbackStatuses, 'paused'] as const;
/** What the log can be filtered by. `retrying`: pending, and it has failed before. */
const callbackLogFilters = [...callbackLogStates, 'retrying'] as const;
export const simulatedEvents = ['payin.success', 'payin.late', 'payout.paid', 'payout.cancelled'] as const;
export const simulatedVariants = ['once', 'twice', 'out_of_order', 'wrong_signature', 'slow'] as const;

export const Host = z.string().overwrite(typedNumber).max(262);
export const NotifyId = z.string().max(64);
export const RunId = z.string().max(64);

/** `q`: the whole number of an order, of the system, or of the callback. */
export const filterFields = {
  kind: z.enum(callbackKinds).optional(),
  state: z.enum(callbackLogFilters).optional(),
  q: SearchText.regex(/^[A-Za-z0-9._|-]*$/, { error: 'callback_number_form' }).optional(),
  /** `host:port`, or a host with its usual port. */
  host: Host.optional(),
  errorClass: z.enum(errorClasses).optional(),
  range: Range.optional(),
};
export const CallbackFilter = z.strictObject(filterFields);
export type CallbackFilter = z.input<typeof CallbackFilter>;
export type ParsedCallbackFilter = z.output<typeof CallbackFilter>;

const { page, limit } = pageFields(['createdAt']);

export const CallbackRow = z.strictObject({
  notifyId: z.string(),
  kind: z.enum(callbackKinds),
  /** The merchant's number of the order or payout; empty if it has none. */
  orderNo: z.string(),
  systemNo: SystemNoText,
  /** `host:port`. */
  host: z.string(),
  state: z.enum(callbackLogStates),
  attempts: z.int(),
  lastAt: Time.nullable(),
  /** `delivered`, or the name of what went wrong; null before the first attempt. */
  lastResult: z.string().nullable(),
  /** When the next attempt is due; null if none is planned. */
  nextAt: Time.nullable(),
});
export type CallbackRow = z.infer<typeof CallbackRow>;

const Exchange = {
  at: Time,
  /** Milliseconds. */
  duration: z.int(),
  address: z.string(),
  request: z.strictObject({ headers: z.string(), body: z.string() }),
  status: z.int().nullable(),
  replyHeaders: z.string().nullable(),
  /** At most 64 KiB. */
  reply: z.string().nullable(),
  error: z.string().nullable(),
  errorClass: z.enum(errorClasses).nullable(),
  delivered: z.boolean(),
  /** What was wrong and how to mend it, in the reader's language; null for a delivery. */
  advice: z.string().nullable(),
};

const Attempt = z.strictObject({
  ...Exchange,
  /** Sent by hand, and by whom; the schedule sent the others. */
  manual: z.boolean(),
  by: z.string().nullable(),
});
export type CallbackAttempt = z.infer<typeof Attempt>;

export const CallbackDetail = z.strictObject({
  ...CallbackRow.shape,
  /** The latest 200, oldest first. */
  list: z.array(Attempt),
});
export type CallbackDetail = z.infer<typeof CallbackDetail>;

const ReceiverRow = z.strictObject({
  host: z.string(),
  state: z.enum(receiverStates),
  /** When it came into this state. */
  since: Time,
  /** In a row. */
  failures: z.int(),
  lastAt: Time,
  /** Callbacks that wait to be sent, counted up to 100,000. */
  waiting: z.int(),
  /** It came back after a pause, and what was kept waits for a decision. */
  asks: z.boolean(),
});
export type ReceiverRow = z.infer<typeof ReceiverRow>;

export const RunProgress = z.strictObject({
  state: z.enum(runStates),
  total: z.int(),
  sent: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export type RunProgress = z.infer<typeof RunProgress>;

export const Simulate = z.strictObject({
  event: z.enum(simulatedEvents),
  url: z
    .string({ error: 'url_form' })
    .overwrite(typedNumber)
    .min(1, { error: 'url_form' })
    .max(2048, { error: 'url_form' }),
  variant: z.enum(simulatedVariants),
});

const SimulatedCall = z.strictObject(Exchange);
export type SimulatedCall = z.infer<typeof SimulatedCall>;

const none = { none: 'sends only what the member’s own receivers already get' } as const;

export const callbackCalls = calls(callbackTexts, {
  '/apisettings/callbackLog': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'Callbacks, newest first',
    input: z.strictObject({ ...filterFields, page, limit }),
    output: pageOf(
      CallbackRow,
      z.strictObject({
        /** There are at least this many. */
        capped: z.boolean(),
        /** How far back the filter looked; null: without limit. */
        lookedFrom: Time.nullable(),
      }),
    ),
  },
  '/apisettings/callbackDetail': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'One callback with its attempts: request, reply, and what to mend',
    input: z.strictObject({ notifyId: NotifyId }),
    output: CallbackDetail,
  },
  '/apisettings/receivers': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The health of each host and port that gets callbacks; those that need attention first',
    output: z.strictObject({ list: z.array(ReceiverRow) }),
  },
  '/apisettings/resumeReceiver': {
    who: 'members',
    secondStep: none,
    summary: 'Ends a receiver’s pause, and sends the callbacks that were kept or gives them up',
    input: z.strictObject({ host: Host, send: z.boolean() }),
    output: z.strictObject({ /** Callbacks that are sent, counted up to 100,000, or were given up. */ count: z.int() }),
  },
  '/apisettings/resend': {
    who: 'members',
    secondStep: none,
    notices: ['receiver_failing', 'receiver_paused'],
    live: ['callback.changed'],
    summary: 'Sends one callback now, also a delivered one; a failure leaves its schedule as it is',
    input: z.strictObject({ notifyId: NotifyId }),
    output: z.strictObject({
      delivered: z.boolean(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      advice: z.string().nullable(),
    }),
  },
  '/apisettings/resendPlan': {
    who: 'members',
    secondStep: none,
    summary: 'Plans to send all callbacks of a filter again, at most 10,000, newest first; nothing is sent yet',
    input: z.strictObject({ filter: CallbackFilter }),
    output: z.strictObject({
      planId: z.string(),
      count: z.int(),
      amount: AmountOutput,
      hosts: z.array(z.string()),
      oldest: Time,
      newest: Time,
    }),
    refusals: ['nothing_to_resend'],
  },
  '/apisettings/resendRun': {
    who: 'members',
    secondStep: none,
    summary: 'Sends what was planned within the last hour; a plan is sent once',
    input: z.strictObject({ planId: RunId, perSecond: wholeNumber(1, MAX_PER_SECOND) }),
    output: z.strictObject({ runId: z.string() }),
    refusals: ['resend_running'],
  },
  '/apisettings/resendState': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'How far a run is',
    input: z.strictObject({ runId: RunId }),
    output: RunProgress,
  },
  '/apisettings/resendCancel': {
    who: 'members',
    secondStep: { none: 'stops what the member started' },
    summary: 'Stops a run; what was sent stays sent',
    input: z.strictObject({ runId: RunId }),
    output: RunProgress,
  },
  '/apisettings/simulate': {
    who: 'members',
    secondStep: none,
    summary: 'Sends made-up callbacks to an address; their order numbers begin with SIM, and no money moves',
    input: Simulate,
    output: z.strictObject({ list: z.array(SimulatedCall) }),
    refusals: ['address_refused'],
  },
});
