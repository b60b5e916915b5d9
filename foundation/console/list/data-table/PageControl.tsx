/**
 * Below the rows: the page number, buttons to move between pages, and the page size. What has no effect is not there:
 * pages for a single one, and sizes for a list that fits the smallest.
 */
import type { FormEvent, ReactNode } from 'react';
import { typedNumber } from '#foundation/core/typed-text.ts';
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  ChevronsLeftIcon,
  ChevronsRightIcon,
} from '#foundation/console/display/icons.tsx';
import { listWords } from '../list-words.ts';
import { PlainButton, PlainField, PlainSelect } from '#foundation/console/display/plain.tsx';
import { useDraft } from '#foundation/console/form/use-draft.ts';
import { PAGE_SIZES } from '#foundation/console/list/list-at-address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { TableList } from './table.ts';
import classes from './PageControl.module.css';

export function PageControl({ list, total, totalCapped }: { list: TableList; total: number; totalCapped: boolean }) {
  const t = useWords(listWords);
  const { page, limit } = list.paging;
  const pages = Math.max(1, Math.ceil(total / limit));
  // There can be more pages beyond a capped count, which "next" reaches.
  const hasNext = page < pages || totalCapped;
  const hasPages = page > 1 || hasNext;
  if (!hasPages && total <= PAGE_SIZES[0]) return null;
  return (
    <nav className={classes.root} aria-label={t('pages')} data-print="never">
      <PlainSelect
        aria-label={t('rows_per_page')}
        className={classes.limit}
        value={String(limit)}
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: t('per_page', { count: size }) }))}
        onChange={(event) => list.setLimit(Number(event.currentTarget.value))}
      />
      {hasPages && (
        <div className={classes.pages}>
          <Step label={t('first_page')} disabled={page <= 1} onClick={() => list.setPage(1)}>
            <ChevronsLeftIcon />
          </Step>
          <Step label={t('previous_page')} disabled={page <= 1} onClick={() => list.setPage(page - 1)}>
            <ChevronLeftIcon />
          </Step>
          <PageNumber page={page} onChange={(wanted) => list.setPage(totalCapped ? wanted : Math.min(wanted, pages))} />
          <span className={classes.of}>
            {t('of_pages', { pages })}
            {totalCapped && '+'}
          </span>
          <Step label={t('next_page')} disabled={!hasNext} onClick={() => list.setPage(page + 1)}>
            <ChevronRightIcon />
          </Step>
          <Step label={t('last_page')} disabled={page >= pages} onClick={() => list.setPage(pages)}>
            <ChevronsRightIcon />
          </Step>
        </div>
      )}
    </nav>
  );
}

function Step({
  label,
  disabled,
  onClick,
  children,
}: {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <PlainButton quiet square aria-label={label} title={label} disabled={disabled} onClick={onClick}>
      {children}
    </PlainButton>
  );
}

/** Goes to the typed page on Enter or blur. Anything that is not a page number resets to the current page. */
function PageNumber({ page, onChange }: { page: number; onChange: (page: number) => void }) {
  const t = useWords(listWords);
  const { text, type } = useDraft(String(page));
  const take = () => {
    const typed = typedNumber(text);
    const wanted = Number(typed);
    if (/^\d{1,9}$/.test(typed) && wanted >= 1 && wanted !== page) onChange(wanted);
    type(String(page));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    take();
  };
  return (
    <form onSubmit={submit}>
      <PlainField
        inputMode="numeric"
        aria-label={t('page_number')}
        className={classes.number}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={take}
        onFocus={(event) => event.currentTarget.select()}
      />
    </form>
  );
}
