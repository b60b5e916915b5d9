/** The fields of a form: each finds its value, its message and its name by `name`. */
import { NativeSelect, PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
// The eye is one of these: without them it stands too high, until some table has brought them.
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useFormState } from './form.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import { kitWords } from './kit-words.ts';
import { useWords } from './words.tsx';

interface FieldProps {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  /** What else is wrong with it, beside what the form says. */
  error?: string | undefined;
}

export function TextField({
  name,
  error,
  ...props
}: FieldProps &
  Pick<
    TextInputProps,
    | 'autoComplete'
    | 'inputMode'
    | 'maxLength'
    | 'placeholder'
    | 'rightSection'
    | 'rightSectionWidth'
    | 'leftSection'
    | 'disabled'
    | 'autoFocus'
    | 'type'
    | 'size'
    | 'spellCheck'
    | 'autoCapitalize'
    | 'className'
  >) {
  const form = useFormState();
  return (
    <TextInput
      name={name}
      value={form.values[name] ?? ''}
      error={form.errors[name] ?? error}
      onChange={(event) => form.set(name, event.currentTarget.value)}
      onBlur={() => form.leave(name)}
      {...props}
    />
  );
}

export function PasswordField({
  name,
  error,
  ...props
}: FieldProps & Pick<PasswordInputProps, 'autoComplete' | 'maxLength' | 'placeholder' | 'autoFocus' | 'size' | 'leftSection' | 'inputMode'>) {
  const form = useFormState();
  const t = useWords(kitWords);
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      name={name}
      value={form.values[name] ?? ''}
      error={form.errors[name] ?? error}
      aria-invalid={(form.errors[name] ?? error) !== undefined}
      onChange={(event) => form.set(name, event.currentTarget.value)}
      onBlur={() => form.leave(name)}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={RevealIcon}
      visibilityToggleButtonProps={{ 'aria-label': visible ? t('hide_password') : t('show_password'), tabIndex: 0 }}
      {...props}
    />
  );
}

export function SelectField({
  name,
  error,
  options,
  ...props
}: FieldProps & { options: readonly { value: string; label: string }[]; size?: string; disabled?: boolean }) {
  const form = useFormState();
  return (
    <NativeSelect
      name={name}
      data={[...options]}
      value={form.values[name] ?? ''}
      error={form.errors[name] ?? error}
      onChange={(event) => form.set(name, event.currentTarget.value)}
      onBlur={() => form.leave(name)}
      {...props}
    />
  );
}

function RevealIcon({ reveal }: { reveal: boolean }) {
  return reveal ? <EyeOffIcon /> : <EyeIcon />;
}
