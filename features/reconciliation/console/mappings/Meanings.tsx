/** What the texts of one column mean: a row each. */
import { NativeSelect, TextInput } from '@mantine/core';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { CrossIcon } from '#foundation/console/display/icons.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { mappingWords } from '../../mapping-screen-words.ts';
import classes from '../Reconciliation.module.css';
import { type Meaning, meaningsIn } from './mapping-draft.ts';

export interface MeaningsProps {
  name: 'mapping.kinds' | 'mapping.statuses';
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

export function Meanings({ name, label, options }: MeaningsProps) {
  const t = useWords(mappingWords);
  const { values, errors, set } = useFormState();
  const rows = meaningsIn(values[name] ?? '[]');
  const change = (next: readonly Meaning[]) => set(name, JSON.stringify(next));
  const wrong = errors[name];
  return (
    <fieldset className={classes.texts}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        <div key={index} className={classes.textRow}>
          <TextInput
            name={`${name}.${index}.text`}
            aria-label={t('text_in_file')}
            placeholder={t('text_in_file')}
            value={row.text}
            maxLength={100}
            error={errors[`${name}.${index}.text`]}
            onChange={({ currentTarget }) => change(rows.with(index, { ...row, text: currentTarget.value }))}
          />
          <NativeSelect
            aria-label={t('means')}
            value={row.meaning}
            onChange={({ currentTarget }) => change(rows.with(index, { ...row, meaning: currentTarget.value }))}
            data={options.map(([value, text]) => ({ value, label: text }))}
          />
          <IconButton label={t('remove_value', { text: row.text })} onClick={() => change(rows.toSpliced(index, 1))}>
            <CrossIcon />
          </IconButton>
        </div>
      ))}
      {wrong !== undefined && (
        <p className={classes.wrong} role="alert">
          {wrong}
        </p>
      )}
      <div>
        <PlainButton onClick={() => change([...rows, { text: '', meaning: options[0]?.[0] ?? '' }])}>
          {t('add_value')}
        </PlainButton>
      </div>
    </fieldset>
  );
}
