/** The platform's settings: what an operator may change while it runs. Each has a default; amounts are minor units. */
import { z } from 'zod';
import { isTimeZone } from '#foundation/core/time-zone.ts';

const Wall = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const PlatformSettings = z.strictObject({
  name: z.string().min(1).max(60).default('Countinghouse'),
  /** Address of the logo; null shows the built-in one. */
  logo: z.string().max(500).nullable().default(null),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('CNY'),
  timeZone: z.string().refine(isTimeZone).default('Asia/Shanghai'),
  registrationOpen: z.boolean().default(true),
  agentRegistrationOpen: z.boolean().default(true),
  minRechargeMinor: z.coerce.bigint().default(10_000n),
  withdrawalWindow: z.strictObject({ from: Wall, to: Wall }).default({ from: '09:00', to: '22:00' }),
  /** `CN` is the specification's rule; another ISO 3166 country is checked as E.164. */
  mobileRule: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('CN'),
  /** Levels of agents that earn on an order. */
  commissionDepth: z.int().min(0).max(10).default(3),
  /** What a new member starts with. */
  settlementMode: z.enum(['D', 'T']).default('D'),
  settlementDays: z.int().min(0).max(90).default(1),
  sameDayRatio: z.int().min(0).max(1_000_000).default(0),
  /** A login ends after so long without a request, and at the latest after so long (NIST SP 800-63B's figures for AAL2). */
  sessionIdleMinutes: z.int().min(5).max(1_440).default(60),
  sessionHours: z.int().min(1).max(720).default(24),
  /** For so long payouts rest after a second factor was taken away: time for its owner to notice. */
  factorHoldHours: z.int().min(0).max(720).default(24),
  /** Signed requests per second and merchant, per process. */
  gatewayRatePerSecond: z.int().min(1).max(1_000_000).default(5_000),
});
export type PlatformSettings = z.output<typeof PlatformSettings>;
