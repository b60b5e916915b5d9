/** An exchange with an upstream about one order, withdrawal or payout, as operators read it. */
import { z } from 'zod';
import { Time } from '#foundation/core/wire.ts';

const Fields = z.array(z.strictObject({ name: z.string(), value: z.string() }));
type Fields = z.infer<typeof Fields>;

export const Exchange = z.strictObject({
  at: Time,
  direction: z.enum(['out', 'in']),
  operation: z.enum(['create', 'query', 'notify']),
  /** Without keys and signatures; a field whose name is one of a secret is masked. */
  request: Fields,
  reply: Fields.nullable(),
  ok: z.boolean(),
  error: z.string().nullable(),
  /** Milliseconds; null for what the upstream sent. */
  duration: z.int().nullable(),
});
export type Exchange = z.infer<typeof Exchange>;

const SECRET = /sign|secret|key|token|password|passwd|credential|authorization/i;
const MASKED = '•••';

/** The fields as they can be shown; one without a value is empty. */
export function withoutSecrets(fields: Readonly<Record<string, string | null>>): Fields {
  return Object.entries(fields).map(([name, value]) => ({
    name,
    value: value !== null && SECRET.test(name) ? MASKED : (value ?? ''),
  }));
}
