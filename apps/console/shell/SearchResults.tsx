/** The results of a search in sections, and a message when there are none. */
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Amount, Time } from '#foundation/console/display/format.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { Keys } from './Keys.tsx';
import { navbarWords } from './navbar-words.ts';
import { ScreenIcon } from './ScreenIcon.tsx';
import type { FoundScreen } from './search.ts';
import type { SearchAction } from './search-actions.tsx';
import { searchWords } from './search-words.ts';
import classes from './SearchDialog.module.css';
import { keyOf } from './shortcuts.ts';
import type { FoundObject, ObjectSearch } from './object-search.ts';

export type Choice = { id: string } & (
  | ({ kind: 'screen' } & FoundScreen)
  | { kind: 'action'; action: SearchAction }
  | { kind: 'object'; object: FoundObject }
);

export interface Section {
  key: string;
  title: string;
  /** Never empty. */
  choices: readonly Choice[];
}

export interface SearchResultsProps {
  /** Id of the list and prefix of its options' ids. */
  id: string;
  text: string;
  sections: readonly Section[];
  active: Choice | undefined;
  objects: ObjectSearch;
  onPoint: (choice: Choice) => void;
  onChoose: (choice: Choice) => void;
}

export function SearchResults({ id, text, sections, active, objects, onPoint, onChoose }: SearchResultsProps) {
  const t = useWords(searchWords);
  const name = useWords(navbarWords)('search');
  const kit = useWords(kitWords);
  const { isSearching, error, refusal, retry } = objects;
  const isNothing = sections.length === 0 && !isSearching && error === null && refusal === undefined;
  const count = sections.reduce((sum, { choices }) => sum + choices.length, 0);
  return (
    <div className={classes.results}>
      <div role="listbox" id={id} aria-label={name}>
        {sections.map(({ key, title, choices }) => (
          <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
            <div className={classes.group} id={`${id}-${key}`} role="presentation">
              {title}
            </div>
            {choices.map((choice) => (
              <Option
                key={choice.id}
                id={`${id}-${choice.id}`}
                isActive={choice.id === active?.id}
                onPoint={() => onPoint(choice)}
                onChoose={() => onChoose(choice)}
              >
                {choice.kind === 'screen' ? (
                  <ScreenChoice {...choice} />
                ) : choice.kind === 'action' ? (
                  <ActionChoice {...choice.action} />
                ) : (
                  <ObjectChoice {...choice.object} />
                )}
              </Option>
            ))}
          </div>
        ))}
      </div>
      {error && (
        <div className={classes.failed} role="alert">
          <span>
            <strong>{t('search_failed')}</strong> {error.message}
          </span>
          <Button size="xs" variant="default" onClick={retry}>
            {kit('retry')}
          </Button>
        </div>
      )}
      <div className={isNothing ? classes.empty : classes.announced} role="status">
        {isSearching && <span className={classes.searching}>{t('searching')}</span>}
        {isNothing && (
          <>
            <strong>{t('nothing_found', { text })}</strong>
            <span>{t('nothing_hint')}</span>
          </>
        )}
        {!isSearching && !isNothing && refusal === undefined && text !== '' && (
          <VisuallyHidden>{t('results', { count })}</VisuallyHidden>
        )}
      </div>
    </div>
  );
}

function Option({
  id,
  isActive,
  onPoint,
  onChoose,
  children,
}: {
  id: string;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
  children: ReactNode;
}) {
  const element = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <button
      ref={element}
      type="button"
      id={id}
      className={classes.option}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      // Not on mouse enter: the list can scroll under a resting pointer.
      onMouseMove={isActive ? undefined : onPoint}
      // The focus stays in the field.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      {children}
    </button>
  );
}

function ScreenChoice({ screen, group }: FoundScreen) {
  const translate = usePhrase();
  const key = keyOf(screen);
  return (
    <>
      <ScreenIcon name={screen.name} />
      <span className={classes.title}>
        {group && <span className={classes.parentPath}>{translate(group.title)} / </span>}
        {translate(screen.title)}
      </span>
      {key !== undefined && <Shortcut keys={['G', key.toUpperCase()]} />}
    </>
  );
}

function ActionChoice({ title, Icon, keys }: SearchAction) {
  const translate = usePhrase();
  return (
    <>
      <Icon size={18} stroke={1.8} />
      <span className={classes.title}>{translate(title)}</span>
      {keys && <Shortcut keys={keys} />}
    </>
  );
}

function Shortcut({ keys }: { keys: readonly string[] }) {
  return (
    <span className={classes.shortcut} aria-hidden="true">
      <Keys keys={keys} />
    </span>
  );
}

function ObjectChoice({ title, detail, amount, at, badge }: FoundObject) {
  return (
    <>
      <span className={classes.numbers}>
        <span className={classes.orderNo}>{title}</span>
        <span className={classes.systemNo}>{detail}</span>
      </span>
      <span className={classes.facts}>
        {amount !== undefined && (
          <span className={classes.amount}>
            <Amount value={amount} />
          </span>
        )}
        <span className={classes.state}>
          {at !== undefined && <Time at={at} short />}
          {badge && <StatusBadge tone={badge.tone}>{badge.text}</StatusBadge>}
        </span>
      </span>
    </>
  );
}
