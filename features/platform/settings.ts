/** The platform's settings that an operator can change at run time. Each has a default; amounts are in minor units. */
import { z } from 'zod';
import { isTimeZone } from '#foundation/core/wall-time.ts';

const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Fees and limits of a withdrawal or payout. Amounts in minor units, percent in ten-thousandths. */
const DisbursementTerms = z.strictObject({
  percentE4: z.int().min(0).max(1_000_000),
  fixedMinor: z.coerce.bigint(),
  minFeeMinor: z.coerce.bigint().nullable(),
  maxFeeMinor: z.coerce.bigint().nullable(),
  minAmountMinor: z.coerce.bigint(),
  maxAmountMinor: z.coerce.bigint(),
  /** An operator reviews amounts from here on; null: no review. */
  reviewFromMinor: z.coerce.bigint().nullable(),
});

const limits = { minFeeMinor: null, maxFeeMinor: null, maxAmountMinor: 5_000_000_00n, reviewFromMinor: null };

export const PlatformSettings = z.strictObject({
  name: z.string().min(1).max(60).default('Countinghouse'),
  /** Address of the logo; null shows the built-in one. */
  logo: z.string().max(500).nullable().default(null),
  /** The one address where members ask for help: a page, `mailto:` or `tel:`. Null: none is shown. */
  supportUrl: z
    .string()
    .max(500)
    .regex(/^(https?:\/\/|mailto:|tel:)\S+$/)
    .nullable()
    .default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('CNY'),
  timeZone: z.string().refine(isTimeZone).default('Asia/Shanghai'),
  registrationOpen: z.boolean().default(true),
  agentRegistrationOpen: z.boolean().default(true),
  minRechargeMinor: z.coerce.bigint().default(10_000n),
  withdrawalWindow: z.strictObject({ from: TimeOfDay, to: TimeOfDay }).default({ from: '09:00', to: '22:00' }),
  /** For members without terms of their own. */
  withdrawalTerms: DisbursementTerms.default({ ...limits, percentE4: 0, fixedMinor: 2_00n, minAmountMinor: 100_00n }),
  payoutTerms: DisbursementTerms.default({ ...limits, percentE4: 1_000, fixedMinor: 1_00n, minAmountMinor: 1_00n }),
  /**
   * From this amount on, an operator's action on outgoing money needs a second operator. Null: one operator is enough,
   * as on a platform with only one.
   */
  dualApprovalFromMinor: z.coerce.bigint().positive().nullable().default(null),
  /** The same for an adjustment of a member's balance. */
  adjustmentsTwoFromMinor: z.coerce.bigint().positive().nullable().default(null),
  /**
   * How many rates below cost, changes of settings of money, and moves of members within 24 hours take two people: 1 is
   * each, 0 none. Null: each, as soon as two operators could decide.
   */
  ratesTwoFrom: z.int().min(0).max(1_000).nullable().default(null),
  settingsTwoFrom: z.int().min(0).max(1_000).nullable().default(null),
  movesTwoFrom: z.int().min(0).max(1_000).nullable().default(null),
  /** A paid withdrawal of this amount or more notifies its user in the console and by text message; null: none does. */
  noticeWithdrawalFromMinor: z.coerce.bigint().nonnegative().nullable().default(50_000_00n),
  /** How long a withdrawal takes to arrive, as shown to users. */
  withdrawalMinutes: z.int().min(0).max(10_080).default(120),
  /** `CN` is the specification's rule; another ISO 3166 country is checked as E.164. */
  mobileRule: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('CN'),
  /** How many levels of agents earn on an order. */
  commissionDepth: z.int().min(0).max(10).default(3),
  /** How many levels of agents a tree can have, the root included. A deeper tree stays as it is and takes no new agent. */
  agentDepth: z.int().min(1).max(100).default(5),
  /** Whether agents can add members. */
  agentsMayAdd: z.boolean().default(true),
  /** Settlement of a new member. */
  settlementMode: z.enum(['D', 'T']).default('D'),
  settlementDays: z.int().min(0).max(90).default(1),
  sameDayRatio: z.int().min(0).max(1_000_000).default(0),
  /**
   * A session ends after this time without a request, and after this time in any case (NIST SP 800-63B's values for
   * AAL2).
   */
  sessionIdleMinutes: z.int().min(5).max(1_440).default(60),
  sessionHours: z.int().min(1).max(720).default(24),
  /** Whether a member's bank card can be paid to as soon as it is added; otherwise an operator reviews it first. */
  cardsApprovedAutomatically: z.boolean().default(true),
  /**
   * How long payouts are held after a login was reset or a second factor was removed, so that its owner has time to
   * notice.
   */
  factorHoldHours: z.int().min(0).max(720).default(24),
  /** Whether an operator can do nothing before it has bound an authenticator. Null: in production. */
  operatorsNeedAuthenticator: z.boolean().nullable().default(null),
  /** After how many failed requests in a row an upstream is paused until it answers again; 0: never. */
  upstreamPauseAfter: z.int().min(0).max(1_000).default(20),
  /** Signed requests per second, per merchant and process. */
  gatewayRatePerSecond: z.int().min(1).max(1_000_000).default(5_000),
  /**
   * How many served requests per second the gateway log keeps, per merchant and process. The rest is counted. Refused
   * requests don't count here.
   */
  gatewayLogServedPerSecond: z.int().min(0).max(1_000_000).default(20),
  /** Whether the files of the ePay door are at the root too, for plugins that take only a host. */
  epayAtRoot: z.boolean().default(false),
  /** Exports of more rows than this are written by a job and found under Downloads. */
  exportJobFrom: z.int().min(0).max(1_000_000).default(20_000),
  /** Of each user: how many ended files are kept under Downloads. The oldest beyond are deleted before their seven days. */
  downloadsKept: z.int().min(10).max(10_000).default(200),
  /** The highest percentage of a rate that an agent can set, in ten-thousandths. */
  maxRatePercentE4: z.int().min(0).max(1_000_000).default(100_000),
});
export type PlatformSettings = z.output<typeof PlatformSettings>;
