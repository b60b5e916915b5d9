/** A password that is being chosen, and how strong it is so far. */
import type { ReactNode } from 'react';
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';

/** `username` where it is known: a password that holds it is weak. */
export function NewPasswordField({ label, username = '' }: { label: ReactNode; username?: string | undefined }) {
  const { values } = useFormState();
  return (
    <div>
      <PasswordField name="password" label={label} autoComplete="new-password" maxLength={64} />
      <PasswordStrength password={values['password'] ?? ''} username={username} />
    </div>
  );
}
