/** One request of any member, explained as its member reads it. */
import { RequestDetails } from '#features/gateway/console/RequestDrawer.tsx';
import { logScreenWords } from '#features/gateway/log-screen-words.ts';
import { DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { operatorGatewayWords } from '../../gateway-words.ts';
import { operatorLogCalls } from './calls.ts';
import classes from './Gateway.module.css';

export interface RequestPanelProps {
  /** `<member number>-<request id>`. */
  open: string | undefined;
  steps: RowSteps | undefined;
  onClose: () => void;
}

const KEY = /^(\d{8})-([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/i;

export function RequestPanel({ open, steps, onClose }: RequestPanelProps) {
  const t = useWords(logScreenWords);
  const last = useLast(open);
  const [, memberNo, requestId] = KEY.exec(last ?? '') ?? [];
  return (
    <DetailDrawer opened={open !== undefined} title={t('request')} steps={steps} onClose={onClose}>
      {memberNo !== undefined && requestId !== undefined ? (
        <Request key={last} memberNo={memberNo} requestId={requestId} />
      ) : (
        <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />
      )}
    </DetailDrawer>
  );
}

function Request({ memberNo, requestId }: { memberNo: string; requestId: string }) {
  const t = useWords(logScreenWords);
  const own = useWords(operatorGatewayWords);
  const { data, error, refetch } = useCall(operatorLogCalls, '/operator/gateway/detail', { memberNo, requestId });
  if (data)
    return (
      <>
        <Facts>
          <Fact label={own('member')}>
            <bdi className={classes.name}>{data.memberName}</bdi>{' '}
            <ScreenLink to="/operator/members" search={{ open: memberNo }}>
              {memberNo}
            </ScreenLink>
          </Fact>
        </Facts>
        <RequestDetails request={data} />
      </>
    );
  if (error instanceof CallRefused) return <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={2} />;
}
