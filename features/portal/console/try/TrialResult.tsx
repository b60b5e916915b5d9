/** What a trial call signed, sent and got. */
import type { GatewayPath, GatewayRefusal } from '#features/gateway/contract.ts';
import { referenceIn } from '#features/gateway/reference.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import { Panel } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { tryCalls } from '../../try-contract.ts';
import { CopyBlock } from '../CopyBlock.tsx';
import { tryWords } from '../../try-words.ts';
import classes from './Try.module.css';

export type Trial = OutputOf<(typeof tryCalls)['calls']['/apisettings/try']>;

export interface TrialResultProps {
  trial: Trial;
  path: GatewayPath;
  signType: SignTypeName;
}

const SIGN_COMMAND = 'openssl dgst -sha256 -sign merchant-private.pem text.txt | openssl base64 -A';

export function TrialResult({ trial, path, signType }: TrialResultProps) {
  const t = useWords(tryWords);
  const { text, target, headers, body, status, reply, replyHeaders, verified } = trial;
  return (
    <>
      <Panel title={t('signed_text')}>
        <CopyBlock text={text} />
        {signType === 'MD5' && <p className={classes.hint}>{t('md5_key_note')}</p>}
        {signType === 'RSA-SHA256' && reply === null && (
          <>
            <p className={classes.hint}>{t('rsa_command')}</p>
            <CopyBlock text={SIGN_COMMAND} />
          </>
        )}
      </Panel>
      <Panel title={t('form')}>
        <pre className={classes.text}>{`POST ${target}\n${linesOf(headers)}\n\n${indented(body)}`}</pre>
      </Panel>
      <Panel title={t('reply')}>
        {reply === null ? (
          <p className={classes.hint}>{t('not_sent')}</p>
        ) : (
          <>
            <p className={classes.verdict} data-good={verified || undefined}>
              {t('reply_status', { status: status ?? 0 })} · {t(verified ? 'verified' : 'not_verified')}
            </p>
            <Meaning reply={reply} path={path} />
            <pre className={classes.text}>{`${linesOf(replyHeaders)}\n\n${indented(reply)}`}</pre>
          </>
        )}
      </Panel>
    </>
  );
}

/** What a refusal means, or where the new order is paid. */
function Meaning({ reply, path }: { reply: string; path: GatewayPath }) {
  const t = useWords(tryWords);
  const { language } = useLanguage();
  const { error, data } = JSON.parse(reply) as { error?: GatewayRefusal; data?: { payUrl?: string; orderNo?: string } };
  if (error !== undefined) {
    const found = referenceIn(language).refusals.find((one) => one.error === error);
    return found ? <p>{t('refused_because', { error, cause: found.cause, cure: found.cure })}</p> : null;
  }
  if (path !== '/pay/create' || data?.payUrl === undefined) return null;
  return (
    <p>
      <a href={data.payUrl} target="_blank" rel="noopener noreferrer">
        {t('open_pay_page')}
      </a>{' '}
      {t('after_payment')}{' '}
      <ScreenLink to="/channel/api" search={{ tab: 'callbacks', q: data.orderNo ?? '' }}>
        {t('see_callback')}
      </ScreenLink>
    </p>
  );
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}

function indented(json: string): string {
  return JSON.stringify(JSON.parse(json), null, 2);
}
