/** A member's rates in its drawer: to read, and for a direct member to change or to copy from another. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '#features/accounts/console/use-me.ts';
import { RateText } from '#features/channels/console/RateText.tsx';
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { rateWords } from '../../rate-words.ts';
import type { UserRate } from '../../rate-contract.ts';
import { agentWords } from '../../screen-words.ts';
import type { UserRow } from '../../tree-contract.ts';
import { rateCalls } from '../calls.ts';
import { CopyRatesForm } from './CopyRatesForm.tsx';
import { RateBadges } from './RateBadges.tsx';
import { RateForm } from './RateForm.tsx';
import classes from './Rates.module.css';

export function RatesSection({ member }: { member: UserRow }) {
  const t = useWords(rateWords);
  if (member.direct) return <DirectRates member={member} />;
  return (
    <DetailSection title={t('rates')}>
      <p className={classes.note}>{t('not_direct')}</p>
    </DetailSection>
  );
}

function DirectRates({ member: { memberNo, name } }: { member: UserRow }) {
  const t = useWords(rateWords);
  const { data, error, refetch } = useCall(rateCalls, '/agent/userrate', { memberNo });
  const user = useMe().data?.userinfo;
  const [doing, setDoing] = useState<'edit' | 'copy'>();
  const close = () => setDoing(undefined);
  const rates = data?.rates;
  const canEdit = user !== undefined && rates?.some(({ own }) => own !== null);
  return (
    <DetailSection
      title={t('rates')}
      actions={
        canEdit &&
        doing === undefined && (
          <span className={classes.actions}>
            <Button variant="default" size="compact-sm" fw={400} onClick={() => setDoing('copy')}>
              {t('copy')}
            </Button>
            <Button size="compact-sm" fw={400} onClick={() => setDoing('edit')}>
              {t('edit')}
            </Button>
          </span>
        )
      }
    >
      {rates === undefined && error && (
        <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />
      )}
      {rates === undefined && !error && (
        <SkeletonGroup>
          <SkeletonBar width="70%" />
          <SkeletonBar width="82%" />
          <SkeletonBar width="64%" />
        </SkeletonGroup>
      )}
      {rates?.length === 0 && <p className={classes.note}>{t('none')}</p>}
      {rates !== undefined && rates.length > 0 && doing !== 'edit' && <RateList rates={rates} />}
      {rates !== undefined && user && doing === 'edit' && (
        <RateForm memberNo={memberNo} name={name} rates={rates} user={user} onClose={close} />
      )}
      {user && doing === 'copy' && <CopyRatesForm memberNo={memberNo} name={name} user={user} onClose={close} />}
    </DetailSection>
  );
}

function RateList({ rates }: { rates: readonly UserRate[] }) {
  const t = useWords(rateWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('rates')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{shared('channel')}</th>
            <th scope="col">{shared('member_rate')}</th>
            <th scope="col">{shared('your_rate')}</th>
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <tr key={rate.channel.code}>
              <th scope="row">
                <span className={classes.channel}>{rate.channel.name || rate.channel.code}</span>
                <RateBadges rate={rate} />
              </th>
              <td
                title={rate.changedAt === null ? undefined : t('changed_at', { time: format.dateTime(rate.changedAt) })}
              >
                <RateText rate={rate.effective} />
                {rate.rate === null && <span className={classes.quiet}>{t('default_rate')}</span>}
              </td>
              <td>
                {rate.own === null ? (
                  <span className={classes.quiet}>{t('not_held')}</span>
                ) : (
                  <RateText rate={rate.own} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
