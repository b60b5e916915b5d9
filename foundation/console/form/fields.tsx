/** Form fields. Each one gets its value and its error from the form by `name`. */
import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useState } from 'react';
// The eye button needs the ActionIcon styles, which otherwise load only with the first table.
import '@mantine/core/styles/ActionIcon.layer.css';
import '@mantine/core/styles/PasswordInput.layer.css';
import { useFormState } from './form.tsx';
import { EyeIcon, EyeOffIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { type Reading, typingHandlers } from './typed-field.ts';
import { useWords } from '#foundation/console/page/words.tsx';

interface FieldProps {
  name: string;
  label: ReactNode;
  description?: ReactNode;
  /** Shown if the form has no error for this field. */
  error?: string | undefined;
}

/** How a field normalizes what is typed, and its maximum length. */
interface TypedProps {
  /** Default: `text`, which leaves it unchanged. */
  reading?: Reading;
  /** Applies to the normalized text, so that a paste is not truncated because of spaces and invisible marks. */
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
      // What is typed while the form is sent would be lost when it is emptied. Not disabled: the focus stays.
      readOnly={form.sending}
      {...typingHandlers({ reading, maxLength, onText: (text) => form.set(name, text) })}
      onBlur={() => form.leave(name)}
      {...props}
    />
  );
}

/** A password is not normalized, except one of six digits, which is read as a code. */
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
      readOnly={form.sending}
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
