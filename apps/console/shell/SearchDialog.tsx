/**
 * Searches pages, actions, and objects by number, name or amount. Loaded when it is first opened. A combobox: the focus
 * stays in the field, the arrow keys move through the results, and Enter opens the active one.
 */
import { CloseButton, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useEscape } from '#foundation/console/overlay/use-escape.ts';
import { composing } from '#foundation/console/form/composing.ts';
import { SearchIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { typingHandlers } from '#foundation/console/form/typed-field.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { typedLine } from '#foundation/core/typed-line.ts';
import { Keys } from './Keys.tsx';
import { MemberObjects } from './MemberObjects.tsx';
import { navbarWords } from './navbar-words.ts';
import type { FoundObject, Objects, ObjectSearch } from './object-search.ts';
import { placeOf, recentObjects } from './recent-objects.ts';
import { actionFinder, screenFinder } from './search.ts';
import { useSearchActions } from './search-actions.tsx';
import { searchWords } from './search-words.ts';
import classes from './SearchDialog.module.css';
import { type Choice, type Section, SearchResults } from './SearchResults.tsx';

const MAX_QUERY_LENGTH = 64;

export interface SearchDialogProps {
  opened: boolean;
  /** The screens that the user can open. */
  screens: readonly Screen[];
  onClose: () => void;
}

const loadOperatorObjects = () => import('./OperatorObjects.tsx');

export function SearchDialog(props: SearchDialogProps) {
  const isOperator = props.screens.some(({ roles }) => roles?.includes('operator'));
  const { part, opened } = useLazyPart(isOperator && props.opened, loadOperatorObjects, props.onClose);
  if (isOperator) return part && <SearchModal {...props} opened={opened} Objects={part.OperatorObjects} />;
  return <SearchModal {...props} Objects={MemberObjects} />;
}

function SearchModal({ opened, screens, onClose, Objects }: SearchDialogProps & { Objects: Objects }) {
  const t = useWords(navbarWords);
  const navigate = useNavigate();
  // After a choice the focus goes to the new page, not back to the button.
  const [left, setLeft] = useState(false);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setLeft(false);
  }
  useEscape(opened, true, onClose);
  const choose = (choice: Choice) => {
    setLeft(true);
    onClose();
    document.getElementById('content')?.focus({ preventScroll: true });
    if (choice.kind === 'screen') void navigate({ to: choice.screen.path });
    else if (choice.kind === 'action') choice.action.run();
    else void navigate({ to: choice.object.to, search: choice.object.search });
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={!left}
      // Above a drawer, also one that was opened after this.
      zIndex={250}
      size={640}
      yOffset="10dvh"
      transitionProps={{ duration: 120 }}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('search')}>
        <SearchPanel screens={screens} Objects={Objects} onChoose={choose} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

interface SearchPanelProps {
  screens: readonly Screen[];
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}

function SearchPanel({ Objects, ...props }: SearchPanelProps & { Objects: Objects }) {
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  // While a word is being composed, the results for the previous text stay.
  const searched = useCell(composing) ? query : typedLine(text);
  if (searched !== query) setQuery(searched);
  return (
    <Objects text={searched} screens={props.screens}>
      {(objects) => <FieldAndResults {...props} text={text} searched={searched} objects={objects} onText={setText} />}
    </Objects>
  );
}

interface FieldAndResultsProps extends SearchPanelProps {
  /** As it is typed. */
  text: string;
  searched: string;
  objects: ObjectSearch;
  onText: (text: string) => void;
}

function FieldAndResults({ screens, text, searched, objects, onText, onChoose, onClose }: FieldAndResultsProps) {
  const t = useWords(searchWords);
  const kit = useWords(kitWords);
  const listId = useId();
  const refusalId = useId();
  const sections = useSections(screens, searched, objects);
  const choices = sections.flatMap((section) => section.choices);
  const { active, point, steer } = useActive(choices, onChoose);
  const type = (typed: string) => {
    onText(typed);
    point(undefined);
  };
  const label = t('placeholder');
  return (
    <>
      <div className={classes.field}>
        <SearchIcon size={18} />
        <input
          className={classes.input}
          role="combobox"
          aria-label={label}
          aria-expanded={choices.length > 0}
          aria-controls={listId}
          aria-activedescendant={active && `${listId}-${active.id}`}
          aria-autocomplete="list"
          placeholder={label}
          data-autofocus
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-invalid={objects.refusal !== undefined || undefined}
          aria-describedby={objects.refusal === undefined ? undefined : refusalId}
          value={text}
          {...typingHandlers({ reading: 'number', maxLength: MAX_QUERY_LENGTH, onText: type })}
          onKeyDown={steer}
        />
        <CloseButton aria-label={kit('close')} onClick={onClose} />
      </div>
      {objects.refusal !== undefined && (
        <p className={classes.refusal} id={refusalId} role="alert">
          {objects.refusal}
        </p>
      )}
      <SearchResults
        id={listId}
        text={searched}
        sections={sections}
        active={active}
        objects={objects}
        onPoint={point}
        onChoose={onChoose}
      />
      <footer className={classes.keys} aria-hidden="true">
        <Hint keys={['↑', '↓']} text={t('key_choose')} />
        <Hint keys={['↵']} text={t('key_open')} />
        <Hint keys={['Esc']} text={t('key_close')} />
      </footer>
    </>
  );
}

/**
 * The results for the text: pages and actions at once, objects when the server has answered. Without a text, what was
 * open lately comes first.
 */
function useSections(screens: readonly Screen[], text: string, objects: ObjectSearch): Section[] {
  const t = useWords(searchWords);
  const { language } = useLanguage();
  const actions = useSearchActions(screens);
  const findScreens = useMemo(() => screenFinder(screens, language), [screens, language]);
  const findActions = useMemo(() => actionFinder(actions, language), [actions, language]);
  const recent = useCell(recentObjects);
  const pages = findScreens(text);
  const acts = findActions(text);
  const pageSection: Section = {
    key: 'pages',
    title: t('pages'),
    choices: pages.items.map((found): Choice => ({ kind: 'screen', id: found.screen.path, ...found })),
  };
  const actionSection: Section = {
    key: 'actions',
    title: t('actions'),
    choices: acts.items.map((action): Choice => ({ kind: 'action', id: action.id, action })),
  };
  const recentSection: Section = {
    key: 'recent',
    title: t('recent'),
    choices: recent.map((object): Choice => ({
      kind: 'object',
      id: `recent-${object.no}`,
      object: {
        ...placeOf(object),
        id: object.no,
        kind: object.kind,
        title: object.no,
        detail: t(`one_${object.kind}`),
      },
    })),
  };
  return [
    ...(text === '' ? [recentSection] : []),
    ...(acts.score < pages.score ? [actionSection, pageSection] : [pageSection, actionSection]),
    ...kinds.map((kind): Section => ({
      key: kind,
      title: t(kind),
      choices: objects.found
        .filter((object) => object.kind === kind)
        .map((object): Choice => ({ kind: 'object', id: `${kind}-${object.id}`, object })),
    })),
  ].filter(({ choices }) => choices.length > 0);
}

const kinds: readonly FoundObject['kind'][] = [
  'any_member',
  'order',
  'payout',
  'withdrawal',
  'batch',
  'card',
  'member',
];

/** The option that Enter opens: the first, until the arrow keys or the pointer choose another. */
function useActive(choices: readonly Choice[], onChoose: (choice: Choice) => void) {
  const [wanted, setWanted] = useState<string>();
  const active = choices.find(({ id }) => id === wanted) ?? choices[0];
  const steer = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || active === undefined) return;
    const at = choices.indexOf(active);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + choices.length }[event.key];
    if (next !== undefined) setWanted(choices[next % choices.length]?.id);
    else if (event.key === 'Enter') onChoose(active);
    else return;
    event.preventDefault();
  };
  return { active, point: (choice: Choice | undefined) => setWanted(choice?.id), steer };
}

function Hint({ keys, text }: { keys: readonly string[]; text: string }) {
  return (
    <span className={classes.hint}>
      <Keys keys={keys} /> {text}
    </span>
  );
}
