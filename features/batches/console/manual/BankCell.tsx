/**
 * A cell for a bank: any of its names or its code can be typed, and the matching ones are offered. Without an open list,
 * keys move through the grid as in every other cell.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useLanguage } from '#foundation/console/page/words.tsx';
import { type Bank, banksLike } from '#features/cards/banks.ts';
import classes from './Grid.module.css';

const MAX_OFFERED = 8;

export interface BankCellProps {
  /** The cell's attributes, without `onChange`. */
  field: object;
  text: string;
  disabled: boolean;
  onText: (text: string) => void;
}

export function BankCell({ field, text, disabled, onText }: BankCellProps) {
  const { language } = useLanguage();
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [place, setPlace] = useState<Place>();
  const [active, setActive] = useState(-1);
  const offered = place ? banksLike(text).slice(0, MAX_OFFERED) : [];
  const isPlaced = place !== undefined;
  const isOpen = offered.length > 0;
  const open = () => {
    setPlace(placeAt(input.current));
    setActive(-1);
  };
  const close = () => setPlace(undefined);
  useEffect(() => {
    if (!isPlaced) return;
    // The list goes with its cell. Captured, because scrolling of the grid's box does not bubble.
    const move = () => setPlace(placeAt(input.current));
    window.addEventListener('scroll', move, true);
    return () => window.removeEventListener('scroll', move, true);
  }, [isPlaced]);
  const choose = (bank: Bank) => {
    onText(bank.name[language]);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = offered[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setActive((before) => (before + step + offered.length) % offered.length);
    } else if (event.key === 'Enter' && isOpen && chosen) {
      // The grid would move to the next row.
      event.stopPropagation();
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <>
      <input
        {...field}
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
        disabled={disabled}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          open();
        }}
        onClick={open}
        onBlur={close}
        onKeyDown={onKeyDown}
      />
      {isOpen && place && (
        <div id={listId} role="listbox" className={classes.banks} style={place}>
          {offered.map((bank, index) => (
            <div
              key={bank.code}
              id={`${listId}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              className={classes.bank}
              // Before the input loses the focus, which closes the list.
              onMouseDown={(event) => {
                event.preventDefault();
                choose(bank);
              }}
            >
              {bank.name[language]} <small>{bank.code}</small>
            </div>
          ))}
        </div>
      )}
    </>
  );
}

interface Place {
  insetBlockStart?: number;
  insetBlockEnd?: number;
  insetInlineStart: number;
  minInlineSize: number;
  maxBlockSize: number;
}

/** Below the cell or, where there is more room, above it. In the window, since the grid's box would cut a list inside it. */
function placeAt(input: HTMLInputElement | null): Place | undefined {
  if (!input) return undefined;
  const { top, bottom, left, width } = input.getBoundingClientRect();
  const [above, below] = [top, window.innerHeight - bottom].map((room) => room - GAP - EDGE) as [number, number];
  const side =
    below >= Math.min(above, ROOMY)
      ? { insetBlockStart: bottom + GAP, maxBlockSize: below }
      : { insetBlockEnd: window.innerHeight - top + GAP, maxBlockSize: above };
  return { ...side, insetInlineStart: left, minInlineSize: width };
}

/** Between the cell and the list, and between the list and the window's edge. */
const [GAP, EDGE] = [2, 8];
/** Enough for all that are offered. */
const ROOMY = 300;
