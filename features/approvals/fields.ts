/** Fields that several of the operators' calls take. */
import { z } from 'zod';
import { secondStepFields } from '#features/factors/contract.ts';
import { PLAIN } from '#foundation/core/wire.ts';

/** Why an operator does something: one line, read by whoever looks at the log, and of a cancellation by the merchant. */
export const Reason = z
  .string({ error: 'reason_needed' })
  .trim()
  .min(1, { error: 'reason_needed' })
  .max(200, { error: 'reason_needed' })
  .regex(PLAIN, { error: 'reason_needed' });

/** Another operator's word on a proposal; a rejection says why. */
export const Decision = z
  .strictObject({
    id: z.uuid({ error: 'wrong' }),
    decision: z.enum(['confirm', 'reject']),
    remark: z.string().trim().max(200, { error: 'reason_needed' }).regex(PLAIN, { error: 'reason_needed' }).default(''),
    ...secondStepFields,
  })
  .refine(({ decision, remark }) => decision === 'confirm' || remark !== '', { path: ['remark'], error: 'reason_needed' });
