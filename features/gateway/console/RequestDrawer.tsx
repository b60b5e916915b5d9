/** One request of the gateway log: what was wrong and how to mend it, what came, what must be signed, the reply. */
import { useMemo } from 'react';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailSection, DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { LoggedRequest } from '../log-contract.ts';
import { logScreenWords } from '../log-screen-words.ts';
import { logCalls } from './calls.ts';
import classes from './RequestsTab.module.css';
import { SignedText } from './SignedText.tsx';

const REQUEST_ID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

export interface RequestDrawerProps {
  requestId: string | undefined;
  /** To the rows before and after it. */
  steps?: RowSteps | undefined;
  onClose: () => void;
}

export function RequestDrawer({ requestId, steps, onClose }: RequestDrawerProps) {
  const t = useWords(logScreenWords);
  const last = useLast(requestId);
  return (
    <DetailDrawer opened={requestId !== undefined} title={t('request')} steps={steps} onClose={onClose}>
      {last !== undefined && (REQUEST_ID.test(last) ? <Request key={last} requestId={last} /> : <Missing />)}
    </DetailDrawer>
  );
}

function Missing() {
  const t = useWords(logScreenWords);
  return <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />;
}

function Request({ requestId }: { requestId: string }) {
  const t = useWords(logScreenWords);
  const input = useMemo(() => ({ requestId }), [requestId]);
  const { data: request, error, refetch } = useCall(logCalls, '/apisettings/gatewayRequest', input);
  if (request) return <RequestDetails request={request} />;
  if (error instanceof CallRefused && error.error === 'not_found') return <Missing />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={9} />;
}

/** Also for operators, who read the requests of all members. */
export function RequestDetails({ request }: { request: LoggedRequest }) {
  const t = useWords(logScreenWords);
  const { path, result, diagnosis, fields, headers, signature, signedText, sentText, differsAt, reply } = request;
  return (
    <div className={classes.details}>
      <p className={classes.head}>
        <strong className={classes.figures}>{path}</strong>
        <StatusBadge tone={result === 'ok' ? 'good' : 'bad'}>{result === 'ok' ? t('served') : result}</StatusBadge>
      </p>
      {diagnosis && (
        <section className={classes.diagnosis} aria-label={t('what_to_do')}>
          <p>{diagnosis.text}</p>
        </section>
      )}
      <RequestFacts request={request} />
      {signedText !== null && (
        <DetailSection title={t('signed_text')}>
          <SignedText text={signedText} label={t('signed_text')} markedAt={differsAt} />
          {sentText !== null && (
            <>
              <h3 className={classes.subtitle}>{t('sent_text')}</h3>
              <SignedText text={sentText} label={t('sent_text')} markedAt={differsAt} />
              {differsAt !== null && <p className={classes.note}>{t('differs_at', { at: differsAt + 1 })}</p>}
            </>
          )}
        </DetailSection>
      )}
      {signature !== null && (
        <DetailSection title={t('signature')}>
          <p className={classes.raw}>
            <CopyText value={signature} />
          </p>
        </DetailSection>
      )}
      <DetailSection title={t('fields')}>
        {fields.length === 0 ? <p className={classes.note}>{t('no_fields')}</p> : <Fields fields={fields} />}
      </DetailSection>
      {headers.length > 0 && (
        <DetailSection title={t('headers')}>
          <Fields fields={headers.map((header) => ({ ...header, wrong: null }))} />
        </DetailSection>
      )}
      <DetailSection title={t('reply')}>
        {reply === null ? (
          <p className={classes.note}>{t('no_reply')}</p>
        ) : (
          <pre className={classes.raw}>{indented(reply)}</pre>
        )}
      </DetailSection>
    </div>
  );
}

function RequestFacts({ request }: { request: LoggedRequest }) {
  const t = useWords(logScreenWords);
  const { at, orderNo, ip, signType, key, requestId, httpStatus, durationMs } = request;
  return (
    <Facts>
      <Fact label={t('at')}>
        <Time at={at} />
      </Fact>
      <Fact label={t('duration')}>{t('took', { status: String(httpStatus), ms: durationMs })}</Fact>
      {orderNo !== null && (
        <Fact label={t('order_no')}>
          <CopyText value={orderNo} />
        </Fact>
      )}
      <Fact label={t('ip')}>
        <CopyText value={ip} />
      </Fact>
      {signType !== null && (
        <Fact label={t('sign_type')}>
          {signType}
          {key !== null && ` (${t('key')}: ${t(`key_${key}`)})`}
        </Fact>
      )}
      <Fact label={t('request_id')}>
        <CopyText value={requestId} />
      </Fact>
    </Facts>
  );
}

function Fields({ fields }: { fields: LoggedRequest['fields'] }) {
  const t = useWords(logScreenWords);
  return (
    <Facts>
      {fields.map(({ name, value, wrong }) => (
        <Fact key={name} label={name}>
          {value === '' ? (
            <span className={classes.empty}>{t('empty_value')}</span>
          ) : (
            <span className={classes.value}>{value}</span>
          )}
          {wrong !== null && <span className={classes.wrong}>{wrong}</span>}
        </Fact>
      ))}
    </Facts>
  );
}

function indented(reply: string): string {
  try {
    return JSON.stringify(JSON.parse(reply), null, 2);
  } catch {
    // A long reply is cut.
    return reply;
  }
}
