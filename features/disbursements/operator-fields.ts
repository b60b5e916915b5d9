/** Fields that several of the operators' calls take. */
import { z } from 'zod';
import { PLAIN } from '#foundation/core/wire.ts';

/** Why an operator does something: one line, read by whoever looks at the log, and of a cancellation by the merchant. */
export const Reason = z
  .string({ error: 'reason_needed' })
  .trim()
  .min(1, { error: 'reason_needed' })
  .max(200, { error: 'reason_needed' })
  .regex(PLAIN, { error: 'reason_needed' });
