/** The certification screen: the form while the member can submit, otherwise the submission and its status. */
import { useState } from 'react';
import { SkeletonBar, SkeletonGroup, PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { AuthInfo } from '../contract.ts';
import { certificationCalls } from './calls.ts';
import { canSubmit } from '../rules.ts';
import { certificationTitles } from '../screen-titles.ts';
import { certificationWords } from '../screen-words.ts';
import { CertificationForm } from './CertificationForm.tsx';
import classes from './CertificationScreen.module.css';
import { SentCertification } from './SentCertification.tsx';

function CertificationScreen() {
  const t = useWords(certificationWords);
  const title = useWords(certificationTitles)('certification');
  const info = useCall(certificationCalls, '/user/getAuthInfo', undefined);
  // A decision comes with a notice.
  useLive('notice.new', useThrottledRefresh('/user/getAuthInfo'));
  return (
    <>
      <PageHeader title={title} hint={info.data?.status === 'approved' ? undefined : t('hint')} />
      <div className={classes.page}>
        {info.data ? (
          <Certification info={info.data} />
        ) : (
          <Panel>
            {info.error ? (
              <FailedRows title={t('load_failed')} error={info.error} onRetry={() => void info.refetch()} />
            ) : (
              <Loading />
            )}
          </Panel>
        )}
      </div>
    </>
  );
}

function Certification({ info }: { info: AuthInfo }) {
  const [changing, setChanging] = useState(false);
  // An open form keeps its values when the data is refetched, until the member can no longer submit.
  if (canSubmit(info.status) && (info.status === 'none' || changing))
    return (
      <CertificationForm before={info} {...(info.status === 'none' ? {} : { onLeave: () => setChanging(false) })} />
    );
  return <SentCertification info={info} onChange={() => setChanging(true)} />;
}

function Loading() {
  return (
    <SkeletonGroup>
      <SkeletonBar width="40%" height={18} />
      <SkeletonBar width="80%" />
      <SkeletonBar width="65%" />
      <SkeletonBar width="72%" />
    </SkeletonGroup>
  );
}

export { CertificationScreen as Screen };
