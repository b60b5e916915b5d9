/** The closed face of a filter that opens a small panel: its name, or what it is set to. */
import { Button, CloseButton } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import classes from './FilterBar.module.css';
import { ChevronDownIcon } from './icons.tsx';
import { kitWords } from './kit-words.ts';
import { useWords } from './words.tsx';

export interface FilterButtonProps {
  label: string;
  /** What is set; absent: nothing is. */
  text: string | undefined;
  icon?: ReactNode;
  opened: boolean;
  onOpen: () => void;
  onClear: () => void;
  ref?: Ref<HTMLDivElement>;
}

export function FilterButton({ label, text, icon, opened, onOpen, onClear, ref }: FilterButtonProps) {
  const t = useWords(kitWords);
  return (
    <div ref={ref} className={classes.button} data-set={text !== undefined || undefined}>
      <button type="button" className={classes.face} aria-haspopup="dialog" aria-expanded={opened} onClick={onOpen}>
        {icon}
        <span className={classes.name}>
          {label}
          {text !== undefined && ':'}
        </span>
        {text !== undefined && <span className={classes.value}>{text}</span>}
        {text === undefined && <ChevronDownIcon size={14} />}
      </button>
      {text !== undefined && <CloseButton size="sm" aria-label={`${t('clear')}: ${label}`} onClick={onClear} />}
    </div>
  );
}

export function FilterFooter({ onClear }: { onClear: () => void }) {
  const t = useWords(kitWords);
  return (
    <div className={classes.footer}>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={onClear}>
        {t('clear')}
      </Button>
      <Button type="submit" size="compact-sm">
        {t('apply')}
      </Button>
    </div>
  );
}
