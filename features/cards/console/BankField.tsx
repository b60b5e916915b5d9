/** A select field for a bank, searchable by its code or by any of its names in any language. */
import { Select } from '@mantine/core';
import { useMemo } from 'react';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import { useFormState } from '#foundation/console/form/form.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { banks, banksLike } from '../banks.ts';
import { cardScreenWords } from '../screen-words.ts';

export function BankField({ name, label }: { name: string; label: string }) {
  const t = useWords(cardScreenWords);
  const { language } = useLanguage();
  const form = useFormState();
  const options = useMemo(
    () => banks.map(({ code, name: names }) => ({ value: code, label: names[language] })),
    [language],
  );
  return (
    <Select
      // The form finds the input to focus by the field's name.
      attributes={{ input: { name } }}
      label={label}
      placeholder={t('bank_search')}
      data={options}
      value={form.values[name] || null}
      error={form.errors[name]}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage={t('bank_none')}
      maxDropdownHeight={260}
      comboboxProps={{ shadow: 'md', keepMounted: false }}
      filter={({ search }) => foundOptions(options, search)}
      onChange={(code) => form.set(name, code ?? '')}
      onBlur={() => form.leave(name)}
    />
  );
}

function foundOptions(options: { value: string; label: string }[], search: string) {
  // The search text is the chosen bank's name when the list opens again: show all banks.
  if (options.some(({ label }) => label === search)) return options;
  const found = new Set(banksLike(search).map(({ code }) => code));
  return options.filter(({ value }) => found.has(value));
}
