/** Operator calls about the gateway's log: the requests of all members, and one with what was wrong with it. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped } from '#foundation/core/typed-fields.ts';
import { MemberNo, MemberNoText, pageOf, Time } from '#foundation/core/wire.ts';
import { LogFilter, LoggedRequest, LogRow } from './log-contract.ts';
import { logTexts } from './log-words.ts';

const ofMember = { memberNo: MemberNoText, memberName: z.string() };

const Row = z.strictObject({ ...LogRow.shape, ...ofMember });
export type OperatorRequestRow = z.infer<typeof Row>;

export const OperatorRequestFilter = LogFilter.omit({ q: true, key: true, signType: true }).extend({
  memberNo: MemberNoTyped.optional(),
  /** Served, or refused for any reason. */
  served: z.enum(['yes', 'no']).optional(),
});
export type ParsedRequestFilter = z.output<typeof OperatorRequestFilter>;

const ErrorRow = z.strictObject({
  error: z.string(),
  ...ofMember,
  count: z.int(),
  lastAt: Time,
});
export type OperatorErrorRow = z.infer<typeof ErrorRow>;

export const operatorLogCalls = calls(logTexts, {
  '/operator/gateway/list': {
    who: 'operators',
    right: 'gateway.view',
    secondStep: { none: 'reads' },
    summary: 'Requests of all members to the gateway, newest first',
    input: OperatorRequestFilter,
    output: pageOf(
      Row,
      z.strictObject({
        /** There are at least this many. */
        capped: z.boolean(),
        /** How far back the list looks; null: without limit. */
        lookedFrom: Time.nullable(),
        /** The most frequent errors of the newest 10,000 refused requests of 24 hours, by member. */
        errors: z.array(ErrorRow),
      }),
    ),
  },
  '/operator/gateway/detail': {
    who: 'operators',
    right: 'gateway.view',
    secondStep: { none: 'reads' },
    summary: 'One request: its fields, headers, signed text and reply, what was wrong and how to mend it',
    input: z.strictObject({ memberNo: MemberNo, requestId: z.uuid({ error: 'request_id_form' }) }),
    output: z.strictObject({ ...LoggedRequest.shape, ...ofMember }),
  },
});
