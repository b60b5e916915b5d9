/** A form's field with a few choices. */
import { NativeSelect } from '@mantine/core';
import { useFormState } from '#foundation/console/form/form.tsx';

interface SelectFieldProps<Value extends string> {
  name: string;
  label: string;
  description?: string;
  options: readonly { value: Value; label: string }[];
}

export function SelectField<Value extends string>({ name, options, ...props }: SelectFieldProps<Value>) {
  const { values, errors, set } = useFormState();
  return (
    <NativeSelect
      {...props}
      name={name}
      value={values[name] ?? ''}
      error={errors[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      data={[...options]}
    />
  );
}
