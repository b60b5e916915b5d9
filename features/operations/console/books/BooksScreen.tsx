/** The books as a whole: whether they are right, the platform's position, trial balance, largest holds, and the checks. */
import { Button } from '@mantine/core';
import { useRight } from '#features/accounts/console/use-right.ts';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, PageHeader, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import type { BooksFigures } from '../../books-contract.ts';
import { booksWords } from '../../books-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import stacked from '#foundation/console/display/stacked.module.css';
import classes from './Books.module.css';
import { booksCalls } from './calls.ts';
import { CheckList } from './CheckList.tsx';

const REFETCH_MS = 60_000;

function BooksScreen() {
  const t = useWords(booksWords);
  const title = useWords(operatorTitles)('books');
  const { data, error, refetch } = useCall(booksCalls, '/operator/books/figures', undefined, {
    refetchEveryMs: REFETCH_MS,
  });
  return (
    <>
      <PageHeader title={title} hint={t('hint')} actions={<RunButton />} />
      {data ? (
        <Figures figures={data} />
      ) : error ? (
        <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <Panel>
          <SkeletonGroup>
            <SkeletonBar width="46%" height={28} />
            <SkeletonBar width="80%" />
            <SkeletonBar width="62%" />
          </SkeletonGroup>
        </Panel>
      )}
      <CheckList />
    </>
  );
}

function RunButton() {
  const t = useWords(booksWords);
  const mayRun = useRight('books.act');
  const run = useAction(booksCalls, '/operator/books/run', { refreshes: ['/operator/books/list'] });
  if (!mayRun) return null;
  const start = async () => {
    await run.mutateAsync(undefined);
    showToast(t('run_told'), 'good');
  };
  return (
    // A refusal has been shown by then.
    <Button size="sm" loading={run.isPending} onClick={() => void start().catch(() => undefined)}>
      {t('run')}
    </Button>
  );
}

function Figures({ figures }: { figures: BooksFigures }) {
  const t = useWords(booksWords);
  const format = useFormat();
  const { wrong, position } = figures;
  return (
    <div className={classes.parts}>
      <p className={classes.state} data-wrong={wrong !== null || undefined} role={wrong ? 'alert' : 'status'}>
        <strong>{wrong ? t('wrong_title') : t('right_title')}</strong>{' '}
        {wrong && t('wrong_found', { ...wrong, time: format.dateTime(wrong.foundAt) })}
      </p>
      <div className={classes.two}>
        <Panel title={t('position')}>
          <Facts figures>
            <Fact label={t('owed_by_upstreams')}>
              <Amount value={position.owedByUpstreams} />
            </Fact>
            <Fact label={t('settled')}>
              <Amount value={position.settled} />
            </Fact>
            <Fact label={t('owed_to_members')}>
              <Amount value={position.owedToMembers} />
            </Fact>
            <Fact label={t('own')}>
              <Amount value={position.own} />
            </Fact>
          </Facts>
          <p className={classes.quiet}>{t('position_note')}</p>
        </Panel>
        <Panel title={t('holds')}>
          <Holds holds={figures.holds} />
        </Panel>
      </div>
      <div className={`${classes.two} ${classes.tables}`}>
        <Panel title={t('trial')} flush>
          <Trial figures={figures} />
        </Panel>
        <Panel title={t('by_upstream')} flush>
          <Upstreams figures={figures} />
        </Panel>
      </div>
    </div>
  );
}

function Holds({ holds }: Pick<BooksFigures, 'holds'>) {
  const t = useWords(booksWords);
  if (holds.length === 0) return <p className={classes.quiet}>{t('no_holds')}</p>;
  return (
    <Facts figures>
      {holds.map(({ memberNo, name, held }) => (
        <Fact
          key={memberNo}
          label={
            <>
              <bdi>{name}</bdi>{' '}
              <ScreenLink to="/operator/members" search={{ q: memberNo, open: memberNo }} className={classes.link}>
                {memberNo}
              </ScreenLink>
            </>
          }
        >
          <Amount value={held} />
        </Fact>
      ))}
    </Facts>
  );
}

function Trial({ figures: { accounts, total } }: { figures: BooksFigures }) {
  const t = useWords(booksWords);
  return (
    <div className={classes.scroll} role="region" aria-label={t('trial')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('account')}</th>
            <th scope="col">{t('amount')}</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ account, amount }) => (
            <tr key={account}>
              <th scope="row">{t(account === 'interMember' ? 'between_members' : `account_${account}`)}</th>
              <td>
                <Amount value={amount} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>
              <Amount value={total} />
            </td>
          </tr>
        </tfoot>
      </table>
      <p className={classes.note}>{t('trial_note')}</p>
    </div>
  );
}

function Upstreams({ figures: { upstreams, day, since } }: { figures: BooksFigures }) {
  const t = useWords(booksWords);
  const format = useFormat();
  if (upstreams.length === 0) return <EmptyRows title={t('no_upstreams')} />;
  const columns = [
    ['takenIn', t('taken_in')],
    ['paidOut', t('paid_out')],
    ['settled', t('settled_short')],
    ['owed', t('owed')],
  ] as const;
  return (
    <div className={classes.scroll} role="region" aria-label={t('by_upstream')} tabIndex={0}>
      <table className={`${classes.table} ${stacked.stacks}`}>
        <thead>
          <tr>
            <th scope="col">{t('upstream')}</th>
            {columns.map(([name, label]) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {upstreams.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <bdi>{one.name}</bdi>
              </th>
              {columns.map(([name, label]) => (
                <td key={name} data-label={label}>
                  <Amount value={one[name]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {day !== null && (
        <p className={classes.note}>{t('until_day', { day: format.day(day), amount: format.amount(since) })}</p>
      )}
    </div>
  );
}

export { BooksScreen as Screen };
