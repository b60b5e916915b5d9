/** Fields shared by several operator calls. */
import { z } from 'zod';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { oneLine, someLine } from '#foundation/core/typed-fields.ts';
import { Time } from '#foundation/core/wire.ts';

/** Why an operator does something: one line, shown in the audit log, and for a cancellation also to the merchant. */
export const Reason = someLine({ error: 'reason_needed', most: 200 });

/** Another operator's decision about a proposal. A rejection requires a remark. */
export const Decision = z
  .strictObject({
    id: z.uuid({ error: 'wrong' }),
    decision: z.enum(['confirm', 'reject']),
    remark: oneLine({ error: 'reason_needed', most: 200 }).default(''),
    ...secondStepFields,
  })
  .refine(({ decision, remark }) => decision === 'confirm' || remark !== '', {
    path: ['remark'],
    error: 'reason_needed',
  });

/** Why a proposal cannot be confirmed: the two operators may be the same person. */
export const confirmRefusals = [
  'confirm_after_reset',
  'confirm_after_enabling',
  'confirm_after_granting',
  'confirm_same_device',
  'confirm_new_device',
] as const;
export type ConfirmRefusal = (typeof confirmRefusals)[number];

/**
 * Why the caller's confirmation of an open proposal would be refused now, and when that ends by itself. Null: it wouldn't
 * be, or the caller can't confirm it at any time. `approval_outdated`: its proposer was disabled.
 */
export const Hindrance = z
  .strictObject({ why: z.enum([...confirmRefusals, 'approval_outdated']), until: Time.nullable() })
  .nullable();
export type Hindrance = NonNullable<z.infer<typeof Hindrance>>;

/** The refusals of every call that decides proposals. */
export const decisionRefusals = [
  'own_proposal',
  'approval_decided',
  'approval_expired',
  'approval_outdated',
  ...confirmRefusals,
  ...secondStepRefusals,
] as const;
export type DecisionRefusal = (typeof decisionRefusals)[number];
