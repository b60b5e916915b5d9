/** The button of a filter that opens a panel; shows the filter's name and current value. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './FilterBar.module.css';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { ChevronDownIcon, CrossIcon } from '#foundation/console/display/icons.tsx';
import { listWords } from './list-words.ts';
import type { PopupButton } from '#foundation/console/overlay/Popup.tsx';
import { useWords } from '#foundation/console/page/words.tsx';

export interface FilterButtonProps {
  label: string;
  /** The current value; undefined if the filter is not set. */
  text: string | undefined;
  icon?: ReactNode;
  button: PopupButton;
  /** Undefined if the value can't be cleared. */
  onClear: (() => void) | undefined;
}

/** The panel is positioned at the outer element (`ref`); the inner button opens it. */
export function FilterButton({ label, text, icon, button: { ref, ...button }, onClear }: FilterButtonProps) {
  const t = useWords(listWords);
  return (
    <div ref={ref} className={classes.button} data-set={text !== undefined || undefined}>
      <button type="button" className={classes.face} data-print="text" {...button}>
        {icon}
        <span className={classes.name}>
          {label}
          {text !== undefined && ':'}
        </span>
        {text !== undefined && (
          <span className={classes.value} title={text}>
            {text}
          </span>
        )}
        {text === undefined && <ChevronDownIcon size={14} />}
      </button>
      {text !== undefined && onClear && <ClearButton label={`${t('clear')}: ${label}`} onClick={onClear} />}
    </div>
  );
}

export function ClearButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton label={label} className={classes.clear} onClick={onClick}>
      <CrossIcon size={17} />
    </IconButton>
  );
}

export function FilterFooter({ onClear }: { onClear: () => void }) {
  const t = useWords(listWords);
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
