/**
 * Searches pages by title or path and orders by number. Loaded when it is first opened. A combobox: the focus stays in
 * the field, the arrow keys move through the results, and Enter opens the active one.
 */
import { CloseButton, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { composing } from '#foundation/console/form/composing.ts';
import { SearchIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { typingHandlers } from '#foundation/console/form/typed-field.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { typedLine } from '#foundation/core/typed-line.ts';
import { Keys } from './Keys.tsx';
import { navbarWords } from './navbar-words.ts';
import { ORDER_LIST, screenFinder } from './search.ts';
import classes from './SearchDialog.module.css';
import { type Choice, SearchResults } from './SearchResults.tsx';
import { useOrderSearch } from './use-order-search.ts';

const MAX_QUERY_LENGTH = 64;

export interface SearchDialogProps {
  opened: boolean;
  /** The screens that the user can open. */
  screens: readonly Screen[];
  onClose: () => void;
}

export function SearchDialog({ opened, screens, onClose }: SearchDialogProps) {
  const t = useWords(navbarWords);
  const navigate = useNavigate();
  // After a choice the focus goes to the new page, not back to the button.
  const [left, setLeft] = useState(false);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setLeft(false);
  }
  const choose = (choice: Choice) => {
    setLeft(true);
    onClose();
    document.getElementById('content')?.focus({ preventScroll: true });
    void navigate(
      choice.kind === 'screen'
        ? { to: choice.screen.path }
        : { to: ORDER_LIST, search: { open: choice.order.systemNo } },
    );
  };
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      returnFocus={!left}
      size={640}
      yOffset="10dvh"
      transitionProps={{ duration: 120 }}
      classNames={{ inner: classes.inner, content: classes.content }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={t('search')}>
        <SearchPanel screens={screens} onChoose={choose} onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}

function SearchPanel({
  screens,
  onChoose,
  onClose,
}: {
  screens: readonly Screen[];
  onChoose: (choice: Choice) => void;
  onClose: () => void;
}) {
  const t = useWords(navbarWords);
  const kit = useWords(kitWords);
  const listId = useId();
  const refusalId = useId();
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  // While a word is being composed, the results for the previous text stay.
  const searched = useCell(composing) ? query : typedLine(text);
  if (searched !== query) setQuery(searched);
  const { choices, orders, hasOrders } = useChoices(screens, searched);
  const { active, point, steer } = useActive(choices, onChoose);
  const type = (typed: string) => {
    setText(typed);
    point(undefined);
  };
  const label = t(hasOrders ? 'search_all' : 'search_pages');
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
          aria-invalid={orders.refusal !== undefined || undefined}
          aria-describedby={orders.refusal === undefined ? undefined : refusalId}
          value={text}
          {...typingHandlers({ reading: 'number', maxLength: MAX_QUERY_LENGTH, onText: type })}
          onKeyDown={steer}
        />
        <CloseButton aria-label={kit('close')} onClick={onClose} />
      </div>
      {orders.refusal !== undefined && (
        <p className={classes.refusal} id={refusalId} role="alert">
          {orders.refusal}
        </p>
      )}
      <SearchResults
        id={listId}
        text={searched}
        choices={choices}
        active={active}
        orders={orders}
        hasOrders={hasOrders}
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

/** The results for the text: pages at once, orders when the server has answered. */
function useChoices(screens: readonly Screen[], text: string) {
  const { language } = useLanguage();
  const find = useMemo(() => screenFinder(screens, language), [screens, language]);
  const hasOrders = screens.some(({ path }) => path === ORDER_LIST);
  const orders = useOrderSearch(hasOrders ? text : '');
  const choices = useMemo(
    () => [
      ...find(text).map((found): Choice => ({ kind: 'screen', id: found.screen.path, ...found })),
      ...orders.found.map((order): Choice => ({ kind: 'order', id: order.systemNo, order })),
    ],
    [find, text, orders.found],
  );
  return { choices, orders, hasOrders };
}

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
