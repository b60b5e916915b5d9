/**
 * Views as tabs over a list: those of the product, and those that the user saved. A view only sets the filters in the
 * address, so that a link shows everybody the same list.
 */
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { CrossIcon } from '#foundation/console/display/icons.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { readParams, writeParams } from '#foundation/console/page/address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import type { ViewList } from '../rules.ts';
import { viewWords } from '../screen-words.ts';
import { viewCalls } from './calls.ts';
import classes from './ViewTabs.module.css';

const VIEWS = '/view/list';
const FRESH_MS = 5 * 60_000;
const loadForm = () => import('./SaveViewForm.tsx');

/** A view that every user has: the name of its text, and its filters as they stand in the address. */
export interface FixedView {
  name: keyof typeof viewWords;
  query: Readonly<Record<string, string>>;
}

export interface ViewTabsProps {
  /** Under which name the user's views are kept. */
  views: ViewList;
  /** Besides "All". A constant of the module. */
  fixed?: readonly FixedView[];
  list: {
    /** The filters as they stand in the address. */
    readonly texts: Readonly<Record<string, string>>;
    showOnly(texts: Readonly<Record<string, string>>): void;
  };
}

export function ViewTabs({ views, fixed = [], list }: ViewTabsProps) {
  const t = useWords(viewWords);
  const answer = useCall(viewCalls, VIEWS, { list: views }, { staleMs: FRESH_MS, quiet: true, deferred: true });
  const saved = answer.data?.list ?? [];
  const shown = writeParams(inOrder(list.texts));
  const isShown = (query: Readonly<Record<string, string>>) => writeParams(inOrder(query)) === shown;
  const given = [{ name: 'all' as const, query: {} }, ...fixed];
  const isNamed = [...given.map(({ query }) => query), ...saved.map(({ query }) => readParams(query))].some(isShown);
  return (
    <div className={classes.root} role="group" aria-label={t('views')} data-print="never">
      {given.map(({ name, query }) => (
        <Tab key={name} text={t(name)} chosen={isShown(query)} onClick={() => list.showOnly(query)} />
      ))}
      {saved.map(({ id, name, query }) => (
        <span key={id} className={classes.saved} title={name}>
          <Tab text={name} chosen={isShown(readParams(query))} onClick={() => list.showOnly(readParams(query))} />
          {isShown(readParams(query)) && <RemoveButton id={id} name={name} />}
        </span>
      ))}
      {!isNamed && <SaveButton views={views} query={shown} />}
    </div>
  );
}

/** The same filters make the same text, in whichever order they stand in the address. */
function inOrder(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function Tab({ text, chosen, onClick }: { text: string; chosen: boolean; onClick: () => void }) {
  return (
    <button type="button" className={classes.tab} aria-pressed={chosen} onClick={onClick}>
      {text}
    </button>
  );
}

function RemoveButton({ id, name }: { id: string; name: string }) {
  const t = useWords(viewWords);
  const remove = useAction(viewCalls, '/view/remove', { refreshes: [VIEWS] });
  const onClick = async () => {
    try {
      await remove.mutateAsync({ id });
      showToast(t('removed', { name }), 'good');
    } catch (error) {
      // The reason is already shown as a toast.
      if (!(error instanceof CallRefused || error instanceof CallFailed)) throw error;
    }
  };
  return (
    <IconButton label={t('remove', { name })} className={classes.remove} onClick={() => void onClick()}>
      <CrossIcon size={14} />
    </IconButton>
  );
}

function SaveButton({ views, query }: { views: ViewList; query: string }) {
  const t = useWords(viewWords);
  return (
    <Popup
      renderButton={(button) => (
        <PlainButton quiet className={classes.save} {...button}>
          + {t('save')}
        </PlainButton>
      )}
    >
      {(close) => (
        <LazyPart load={loadForm} space={<div className={classes.formSpace} aria-busy="true" />}>
          {({ SaveViewForm }) => <SaveViewForm views={views} query={query} onSaved={close} />}
        </LazyPart>
      )}
    </Popup>
  );
}
