/** The results of a search: pages, orders, and a message when there are none. */
import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { OrderRow } from '#features/orders/contract.ts';
import { statusTones } from '#features/orders/console/status-tones.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { Amount, Time } from '#foundation/console/display/format.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { navbarWords } from './navbar-words.ts';
import { ScreenIcon } from './ScreenIcon.tsx';
import type { FoundScreen } from './search.ts';
import classes from './SearchDialog.module.css';
import type { OrderSearch } from './use-order-search.ts';

export type Choice = { id: string } & (({ kind: 'screen' } & FoundScreen) | { kind: 'order'; order: OrderRow });

export interface SearchResultsProps {
  /** Id of the list and prefix of its options' ids. */
  id: string;
  text: string;
  /** Pages come first. */
  choices: readonly Choice[];
  active: Choice | undefined;
  orders: OrderSearch;
  /** Whether the user can see orders at all. */
  hasOrders: boolean;
  onPoint: (choice: Choice) => void;
  onChoose: (choice: Choice) => void;
}

export function SearchResults({ id, text, choices, active, orders, hasOrders, onPoint, onChoose }: SearchResultsProps) {
  const t = useWords(navbarWords);
  const order = useWords(orderScreenWords);
  const kit = useWords(kitWords);
  const isNothing =
    choices.length === 0 && !orders.isSearching && orders.error === null && orders.refusal === undefined;
  const option = (choice: Choice) => (
    <Option
      key={choice.id}
      id={`${id}-${choice.id}`}
      isActive={choice === active}
      onPoint={() => onPoint(choice)}
      onChoose={() => onChoose(choice)}
    >
      {choice.kind === 'screen' ? <ScreenChoice {...choice} /> : <OrderChoice {...choice.order} />}
    </Option>
  );
  const group = (kind: Choice['kind'], title: string) => {
    const own = choices.filter((choice) => choice.kind === kind);
    return (
      own.length > 0 && (
        <div role="group" aria-labelledby={`${id}-${kind}`}>
          <div className={classes.group} id={`${id}-${kind}`} role="presentation">
            {title}
          </div>
          {own.map(option)}
        </div>
      )
    );
  };
  return (
    <div className={classes.results}>
      <div role="listbox" id={id} aria-label={t('search')}>
        {group('screen', t('pages'))}
        {group('order', order('orders'))}
      </div>
      {orders.error && (
        <div className={classes.failed} role="alert">
          <span>
            <strong>{t('orders_failed')}</strong> {orders.error.message}
          </span>
          <Button size="xs" variant="default" onClick={orders.retry}>
            {kit('retry')}
          </Button>
        </div>
      )}
      <div className={isNothing ? classes.empty : classes.announced} role="status">
        {orders.isSearching && <span className={classes.searching}>{t('searching')}</span>}
        {isNothing && (
          <>
            <strong>{t('nothing_found', { text })}</strong>
            <span>{t(hasOrders ? 'nothing_hint_all' : 'nothing_hint_pages')}</span>
          </>
        )}
        {!orders.isSearching && !isNothing && orders.refusal === undefined && text !== '' && (
          <VisuallyHidden>{t('results', { count: choices.length })}</VisuallyHidden>
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

function ScreenChoice({ screen, under }: FoundScreen) {
  const translate = usePhrase();
  return (
    <>
      <ScreenIcon name={screen.icon ?? under[0]?.icon} />
      <span className={classes.title}>
        {under.map((group) => (
          <span key={group.path} className={classes.parentPath}>
            {translate(group.title)} /{' '}
          </span>
        ))}
        {translate(screen.title)}
      </span>
      <span className={classes.path}>{screen.path}</span>
    </>
  );
}

function OrderChoice({ orderNo, systemNo, amount, status, createdAt }: OrderRow) {
  const t = useWords(orderScreenWords);
  return (
    <>
      <span className={classes.numbers}>
        <span className={classes.orderNo}>{orderNo}</span>
        <span className={classes.systemNo}>{systemNo}</span>
      </span>
      <span className={classes.facts}>
        <span className={classes.amount}>
          <Amount value={amount} />
        </span>
        <span className={classes.state}>
          <Time at={createdAt} />
          <StatusBadge tone={statusTones[status]}>{t(status)}</StatusBadge>
        </span>
      </span>
    </>
  );
}
