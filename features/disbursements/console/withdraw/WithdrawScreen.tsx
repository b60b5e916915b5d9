/** The withdrawal screen: the form, or the steps required first, or the new withdrawal; with the balance next to it. */
import { Button } from '@mantine/core';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import {
  Columns,
  Fact,
  Facts,
  PageHeader,
  Panel,
  SkeletonBar,
  SkeletonGroup,
} from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { cardCalls } from '#features/cards/console/calls.ts';
import { useMe } from '#features/accounts/console/use-me.ts';
import { disbursementCalls } from '../calls.ts';
import { disbursementTitles } from '../../screen-titles.ts';
import { disbursementWords, withdrawWords } from '../../screen-words.ts';
import { DisbursementDetails } from '../details/DisbursementDetails.tsx';
import { MissingPrerequisite } from './MissingPrerequisite.tsx';
import { lastUsedCard, type Quote } from './withdrawal-quote.ts';
import { WithdrawForm } from './WithdrawForm.tsx';
import classes from './Withdraw.module.css';

const REFRESH_MS = 60_000;
const NO_AMOUNT = { amount: '' } as const;

function WithdrawScreen() {
  const t = useWords(withdrawWords);
  const title = useWords(disbursementTitles)('withdraw');
  const format = useFormat();
  const { params, change } = usePageAddress();
  const made = params['made'];
  const quote = useCall(disbursementCalls, '/withdrawal/quote', NO_AMOUNT, { refetchEveryMs: REFRESH_MS, quiet: true });
  const refreshSoon = useThrottledRefresh('/withdrawal/quote');
  useLive('balance.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const show = (orderNo: string | undefined) => change(() => (orderNo === undefined ? {} : { made: orderNo }));
  return (
    <>
      <PageHeader title={title} hint={t('hint', { zone: format.zone })} />
      <Columns>
        {made === undefined ? (
          <ReadyForm onMade={show} />
        ) : (
          <SubmittedWithdrawal key={made} orderNo={made} onLeave={() => show(undefined)} />
        )}
        {quote.data && <BalancePanel quote={quote.data} isFirst={made === undefined} />}
      </Columns>
    </>
  );
}

/** The form, once everything it needs is loaded. */
function ReadyForm({ onMade }: { onMade: (orderNo: string) => void }) {
  const t = useWords(withdrawWords);
  const me = useMe();
  const cards = useCall(cardCalls, '/bankcard/normal', undefined);
  const quote = useCall(disbursementCalls, '/withdrawal/quote', NO_AMOUNT, { quiet: true });
  // A decision about a card comes with a notice.
  useLive('notice.new', useThrottledRefresh('/bankcard/normal'));
  // Only for the first choice: the form does not wait for a second try, and a failure shows nothing.
  const latest = useCall(disbursementCalls, '/withdrawal/list', { limit: 1 }, { quiet: true });
  const user = me.data?.userinfo;
  const error = me.error ?? cards.error ?? quote.error;
  if (user && cards.data && quote.data && !latest.isLoading) {
    const first =
      user.certification !== 'approved'
        ? 'certification'
        : !user.hasPayPassword
          ? 'pay_password'
          : cards.data.total === 0
            ? 'card'
            : undefined;
    return (
      <Panel title={t('form')}>
        {first === undefined ? (
          <WithdrawForm
            user={user}
            cards={cards.data.list}
            lastCard={lastUsedCard(cards.data.list, latest.data?.list[0])?.id}
            quote={quote.data}
            onMade={onMade}
          />
        ) : (
          <MissingPrerequisite what={first} />
        )}
      </Panel>
    );
  }
  return (
    <Panel>
      {error ? (
        <FailedRows
          title={t('load_failed')}
          error={error}
          onRetry={() => [me, cards, quote].forEach(({ refetch }) => void refetch())}
        />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="30%" />
          <SkeletonBar height={36} />
          <SkeletonBar width="30%" />
          <SkeletonBar height={64} />
          <SkeletonBar width="40%" height={36} />
        </SkeletonGroup>
      )}
    </Panel>
  );
}

interface SubmittedWithdrawalProps {
  orderNo: string;
  onLeave: () => void;
}

/** The new withdrawal, updated live, and links to the next steps. */
function SubmittedWithdrawal({ orderNo, onLeave }: SubmittedWithdrawalProps) {
  const t = useWords(withdrawWords);
  const title = useWords(disbursementWords)('withdrawal');
  return (
    <Panel title={title}>
      <DisbursementDetails kind="withdrawal" orderNo={orderNo} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onLeave}>
          {t('another')}
        </Button>
        <ScreenLink to="/repay/index" search={{ open: orderNo }} className={classes.link}>
          {t('show_list')}
        </ScreenLink>
      </div>
    </Panel>
  );
}

interface BalancePanelProps {
  quote: Quote;
  /** Above the form in a single column: what can be spent comes before what is typed. */
  isFirst: boolean;
}

/** The balance that can be withdrawn from, its next release and the hours, all as the server states them. */
function BalancePanel({ quote: { available, nextRelease, window }, isFirst }: BalancePanelProps) {
  const t = useWords(withdrawWords);
  const format = useFormat();
  return (
    <div className={isFirst ? classes.balanceFirst : undefined}>
      <Panel title={t('balance')}>
        <Facts>
          <Fact label={t('available')}>
            <strong className={classes.figure}>
              <Amount value={available} />
            </strong>
          </Fact>
          {nextRelease && (
            <Fact label={t('releases_next')}>
              {t('released_then', { amount: format.amount(nextRelease.amount), time: format.moment(nextRelease.at) })}
            </Fact>
          )}
          <Fact label={t('hours')}>
            {window.from === window.to
              ? t('always_open')
              : t('hours_of', { from: window.from, to: window.to, zone: format.zone })}
          </Fact>
        </Facts>
      </Panel>
    </div>
  );
}

export { WithdrawScreen as Screen };
