/** The member's calls about its gateway log: the list of requests, and one request with what was wrong with it. */
import { z } from 'zod';
import { isAddressEntry, signTypeNames } from '#features/merchant-keys/rules.ts';
import { calls } from '#foundation/core/calls.ts';
import { SearchText } from '#foundation/core/typed-fields.ts';
import { pageFields, pageOf, Range, Time, oneOrMore } from '#foundation/core/wire.ts';
import { gatewayRefusals } from './contract.ts';
import { logTexts } from './log-words.ts';

/** How a request ended: served, refused by name, or not answered because of a failure of the platform. */
export const loggedResults = ['ok', ...gatewayRefusals, 'unavailable', 'internal'] as const;
export type LoggedResult = (typeof loggedResults)[number];

/** Why a request was only counted. */
export const unkeptReasons = ['unsigned', 'served', 'lost'] as const;

const Address = SearchText.refine((text) => !text.includes('/') && isAddressEntry(text), { error: 'log_ip_form' });

export const LogFilter = z.strictObject({
  ...pageFields(['at']),
  /** A call's path, or a file of the ePay protocol such as `mapi.php`. */
  path: SearchText.optional(),
  result: oneOrMore(loggedResults).optional(),
  /** The merchant's number, or its beginning. */
  orderNo: SearchText.optional(),
  ip: Address.optional(),
  signType: oneOrMore(signTypeNames).optional(),
  key: z.enum(['new', 'old']).optional(),
  range: Range.optional(),
  /** The beginning of an order number, an address, or a request's id. */
  q: SearchText.optional(),
});
export type LogFilter = z.input<typeof LogFilter>;

export const LogRow = z.strictObject({
  requestId: z.string(),
  at: Time,
  path: z.string(),
  /** The merchant's number in the request; null if it had none. */
  orderNo: z.string().nullable(),
  /** `ok`, or the name of the error. */
  result: z.string(),
  httpStatus: z.int(),
  durationMs: z.int(),
  ip: z.string(),
  signType: z.enum(signTypeNames).nullable(),
  /** Which key the signature fits; null for RSA and where none does. */
  key: z.enum(['new', 'old']).nullable(),
});
export type LogRow = z.infer<typeof LogRow>;

export const LogSums = z.strictObject({
  /** The count was capped: there are at least this many. */
  capped: z.boolean(),
  /** Of the last 24 hours, regardless of the filter. */
  errors: z.array(z.strictObject({ error: z.string(), path: z.string(), count: z.int(), firstAt: Time, lastAt: Time })),
  /** Requests of the last 24 hours that were only counted. */
  notKept: z.strictObject({
    /** Beyond the budget of what can't prove its signature. */
    unsigned: z.int(),
    /** Above the rate of served requests. */
    served: z.int(),
    /** While the database was too slow. */
    lost: z.int(),
  }),
  /** How many served requests per second are kept. */
  servedPerSecond: z.int(),
});
export type LogSums = z.infer<typeof LogSums>;

const Named = z.strictObject({ name: z.string(), value: z.string() });

export const LoggedRequest = z.strictObject({
  ...LogRow.shape,
  /** Whether the merchant's signature was right. */
  signed: z.boolean(),
  /** As received. Accounts and holders are masked, and values of unknown fields hidden; a key is left out. `wrong`: what is wrong with it. */
  fields: z.array(z.strictObject({ ...Named.shape, wrong: z.string().nullable() })),
  headers: z.array(Named),
  /** The signature as received. */
  signature: z.string().nullable(),
  /** The text that the platform signed, with `<key>` for the key; null where the request names no sign type. */
  signedText: z.string().nullable(),
  /** The text that the merchant's program seems to have signed; null where no usual mistake explains the signature. */
  sentText: z.string().nullable(),
  /** The first character in which the two texts differ. */
  differsAt: z.int().nullable(),
  /** What was wrong and how to mend it; null where nothing was. */
  diagnosis: z.strictObject({ name: z.string(), text: z.string() }).nullable(),
  reply: z.string().nullable(),
});
export type LoggedRequest = z.infer<typeof LoggedRequest>;

export const logCalls = calls(logTexts, {
  '/apisettings/gatewayLog': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary:
      'The gateway’s log of requests, newest first; `extend` counts the errors of 24 hours and what was not kept',
    input: LogFilter,
    output: pageOf(LogRow, LogSums),
  },
  '/apisettings/gatewayRequest': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'One request: its fields, headers, signed text and reply, what was wrong and how to mend it',
    input: z.strictObject({ requestId: z.uuid({ error: 'request_id_form' }) }),
    output: LoggedRequest,
  },
});
