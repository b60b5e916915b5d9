/** A field for a new password, with its strength so far. */
import type { ReactNode } from 'react';
import { PasswordField } from '#foundation/console/form/fields.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';

/** `username` if known: a password that contains it is weak. */
export function NewPasswordField({ label, username = '' }: { label: ReactNode; username?: string | undefined }) {
  const { values } = useFormState();
  return (
    <div>
      <PasswordField name="password" label={label} autoComplete="new-password" maxLength={64} />
      <PasswordStrength password={values['password'] ?? ''} username={username} />
    </div>
  );
}
