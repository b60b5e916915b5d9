/** The fields of a form: each finds its value, its message and its name by `name`. */
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
// The eye is one of these: without them it stands too high, until some table has brought them.
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useFormState } from './form.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import { kitWords } from './kit-words.ts';
import { type Reading, typingHandlers } from './typed-field.ts';
import { useWords } from './words.tsx';

interface FieldProps {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  /** What else is wrong with it, beside what the form says. */
  error?: string | undefined;
}

/** How a field reads what is typed, and how much it takes of that. */
interface TypedProps {
  /** Default: text for people, as it is. */
  reading?: Reading;
  /** Of what is read; blanks and marks that don't count are never why a paste is cut. */
  maxLength?: number;
}

export function TextField({
  name,
  error,
  reading = 'text',
  maxLength,
  ...props
}: FieldProps &
  TypedProps &
  Pick<
    TextInputProps,
    | 'autoComplete'
    | 'inputMode'
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
      {...typingHandlers({ reading, maxLength, onText: (text) => form.set(name, text) })}
      onBlur={() => form.leave(name)}
      {...props}
    />
  );
}

/** A password is taken to the letter; one of six digits is read as the code that it is. */
export function PasswordField({
  name,
  error,
  reading,
  maxLength,
  ...props
}: FieldProps &
  Omit<TypedProps, 'reading'> & { reading?: 'code' } & Pick<
    PasswordInputProps,
    'autoComplete' | 'placeholder' | 'autoFocus' | 'size' | 'leftSection' | 'inputMode'
  >) {
  const form = useFormState();
  const t = useWords(kitWords);
  const [visible, setVisible] = useState(false);
  return (
    <PasswordInput
      name={name}
      value={form.values[name] ?? ''}
      error={form.errors[name] ?? error}
      aria-invalid={(form.errors[name] ?? error) !== undefined}
      {...(reading === undefined
        ? { maxLength, onChange: (event) => form.set(name, event.currentTarget.value) }
        : typingHandlers({ reading, maxLength, onText: (text) => form.set(name, text) }))}
      onBlur={() => form.leave(name)}
      visible={visible}
      onVisibilityChange={setVisible}
      visibilityToggleIcon={RevealIcon}
      visibilityToggleButtonProps={{ 'aria-label': visible ? t('hide_password') : t('show_password'), tabIndex: 0 }}
      {...props}
    />
  );
}

function RevealIcon({ reveal }: { reveal: boolean }) {
  return reveal ? <EyeOffIcon /> : <EyeIcon />;
}
