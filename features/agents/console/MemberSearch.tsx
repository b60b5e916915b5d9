/** Finds a member of the tree by number, name or username. Arrow keys move through the members found. */
import { useDebouncedCallback } from '@mantine/hooks';
import { type KeyboardEvent, useState } from 'react';
import { composing } from '#foundation/console/form/composing.ts';
import { typingHandlers } from '#foundation/console/form/typed-field.ts';
import { CheckIcon, SearchIcon } from '#foundation/console/display/icons.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { PlainField } from '#foundation/console/display/plain.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { typedLine } from '#foundation/core/typed-line.ts';
import { agentWords } from '../screen-words.ts';
import type { UserRow } from '../tree-contract.ts';
import { treeCalls } from './calls.ts';
import classes from './MemberSearch.module.css';

const TYPING_MS = 250;
const MAX_SEARCH_LENGTH = 64;
const SHOWN = 10;

export interface MemberSearchProps {
  label: string;
  chosen: string | undefined;
  /** Leaves out members that can't be chosen. */
  canChoose?: (member: UserRow) => boolean;
  onChoose: (member: UserRow) => void;
}

export function MemberSearch({ label, chosen, canChoose = () => true, onChoose }: MemberSearchProps) {
  const t = useWords(agentWords);
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const querySoon = useDebouncedCallback(setQuery, TYPING_MS);
  const type = (typed: string) => {
    setText(typed);
    // Does not search for a half-composed word.
    if (composing.get()) querySoon.cancel();
    else querySoon(typedLine(typed));
  };
  const { data, error } = useCall(
    treeCalls,
    '/agent/userlist',
    { ...(query === '' ? {} : { q: query }), sort: 'amount30d', limit: SHOWN },
    { quiet: true },
  );
  const members = data?.list.filter(canChoose);
  return (
    <div className={classes.root} data-search>
      <div className={classes.field}>
        <SearchIcon />
        <PlainField
          tall
          type="search"
          aria-label={label}
          placeholder={t('find_member')}
          data-autofocus
          data-stop
          autoComplete="off"
          spellCheck={false}
          onKeyDown={moveFocus}
          value={text}
          {...typingHandlers({ reading: 'line', maxLength: MAX_SEARCH_LENGTH, onText: type })}
        />
      </div>
      {members === undefined && !error && (
        <SkeletonGroup className={classes.waiting}>
          <SkeletonBar width="80%" />
          <SkeletonBar width="65%" />
          <SkeletonBar width="72%" />
        </SkeletonGroup>
      )}
      {members === undefined && error && (
        <p className={classes.none} role="alert">
          {t('members_failed')}
        </p>
      )}
      {members?.length === 0 && (
        <p className={classes.none} role="status">
          {t('member_none')}
        </p>
      )}
      {members !== undefined && members.length > 0 && (
        <ul className={classes.list} aria-label={t('members_found')}>
          {members.map((member) => (
            <li key={member.memberNo}>
              <button
                type="button"
                className={classes.member}
                data-stop
                aria-pressed={member.memberNo === chosen}
                onKeyDown={moveFocus}
                onClick={() => onChoose(member)}
              >
                <span className={classes.name}>{member.name}</span>
                <span className={classes.about}>
                  {t(member.type)} · <span className={classes.number}>{member.memberNo}</span>
                </span>
                {member.memberNo === chosen && <CheckIcon size={14} />}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Moves from the field to the members and between them. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.nativeEvent.isComposing) return;
  const stops = [...(event.currentTarget.closest('[data-search]')?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])];
  const next = stops[stops.indexOf(event.currentTarget) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
