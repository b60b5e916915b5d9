/** The merchants' reference with this member's own values: number, gateway address, call codes, samples. */
import { type ReactNode, useRef, useState } from 'react';
import { useMe } from '#features/accounts/console/use-me.ts';
import { channelCalls } from '#features/channels/console/calls.ts';
import { DEMO_NOTIFY_PATH } from '#features/gateway/demo-shop.ts';
import { fieldForms } from '#features/gateway/forms.ts';
import { type ReferenceRefusal, type ReferenceRow, referenceIn, RSA_COMMANDS } from '#features/gateway/reference.ts';
import { callSummaries, referenceWords } from '#features/gateway/reference-words.ts';
import {
  type SampleLanguage,
  sampleLanguageNames,
  sampleLanguages,
  sampleSignTypes,
  type SampleValues,
} from '#features/gateway/samples.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import { useConfig } from '#features/platform/console/config.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Fact, Facts, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { PlainField, PlainSelect } from '#foundation/console/display/plain.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { portalScreenWords } from '../../screen-words.ts';
import { CopyBlock } from '../CopyBlock.tsx';
import { TabLink } from '../TabLink.tsx';
import classes from './Reference.module.css';
import { SampleBlock } from './SampleBlock.tsx';

export function ReferenceTab() {
  const t = useWords(portalScreenWords);
  const me = useMe();
  const channels = useCall(channelCalls, '/channel/list', undefined);
  const config = useConfig();
  const failed = [me, channels].find(({ data, error }) => error !== null && data === undefined);
  if (failed?.error)
    return (
      <Panel>
        <FailedRows title={t('tab_failed')} error={failed.error} onRetry={() => void failed.refetch()} />
      </Panel>
    );
  const memberNo = me.data?.userinfo.memberNo;
  if (!memberNo || !channels.data || !config)
    return (
      <SkeletonGroup>
        <SkeletonBar width="40%" />
        <SkeletonBar width="80%" />
        <SkeletonBar width="65%" />
      </SkeletonGroup>
    );
  const codes = channels.data.list.filter(({ state }) => state === 'open').map(({ code }) => code);
  return (
    <ReferenceText
      merchantNo={memberNo}
      gateway={config.gateway}
      publicKey={config.platformPublicKey}
      codes={codes}
      notifyUrl={
        config.demo === undefined ? fieldForms.notifyUrl.example : new URL(config.gateway).origin + DEMO_NOTIFY_PATH
      }
    />
  );
}

interface OwnValues {
  merchantNo: string;
  gateway: string;
  publicKey: string;
  codes: readonly string[];
  /** What the samples have before another address is typed. */
  notifyUrl: string;
}

function ReferenceText({ merchantNo, gateway, publicKey, codes, notifyUrl }: OwnValues) {
  const t = useWords(referenceWords);
  const { language } = useLanguage();
  const { params, change } = usePageAddress();
  const [channel, setChannel] = useState(codes[0] ?? fieldForms.channel.example);
  const [address, setAddress] = useState(notifyUrl);
  const code = sampleLanguages.find((one) => one === params['code']) ?? 'curl';
  const signType = sampleSignTypes.find((one) => one === params['sign']) ?? 'HMAC-SHA256';
  const set = (name: string, value: string) => change((before) => ({ ...before, [name]: value }), { replace: true });
  const receiving = useRef<HTMLDivElement>(null);
  const values: SampleValues = { gateway, merchantNo, channel, notifyUrl: address };
  const { calls, payinCallback, payoutCallback, reportCallback, refusals } = referenceIn(language);
  return (
    <div className={classes.root}>
      <Panel title={t('start')}>
        <ol className={classes.steps}>
          <li>
            <WithTab text={t('step_key')} tab="keys" name={portalScreenWords.tab_keys[language]} />
          </li>
          <li>{t('step_create')}</li>
          <li>{t('step_pay')}</li>
          <li>
            <WithTab text={t('step_callback')} tab="callbacks" name={portalScreenWords.tab_callbacks[language]} />
          </li>
        </ol>
        <p className={classes.receive}>
          {t('receive')}{' '}
          <button type="button" className={classes.jump} onClick={() => receiving.current?.scrollIntoView()}>
            {t('to_receive')}
          </button>
        </p>
        <Choices
          code={code}
          signType={signType}
          channel={channel}
          codes={codes}
          address={address}
          onCode={(value) => set('code', value)}
          onSignType={(value) => set('sign', value)}
          onChannel={setChannel}
          onAddress={setAddress}
        />
        <SampleBlock code={code} signType={signType} subject="/pay/create" values={values} />
      </Panel>
      <Panel title={t('values')}>
        <Facts>
          <Fact label={t('gateway')}>
            <CopyText value={gateway} />
          </Fact>
          <Fact label={t('merchant')}>
            <CopyText value={merchantNo} />
          </Fact>
          <Fact label={t('channels')}>{codes.join(', ')}</Fact>
        </Facts>
        <details>
          <summary>{t('platform_key')}</summary>
          <p>{t('platform_key_file')}</p>
          <CopyBlock text={publicKey} />
        </details>
      </Panel>
      <Panel title={t('rules')}>
        <p>{t('rule_post')}</p>
        <p>{t('rule_reply')}</p>
        <p>{t('rule_retry')}</p>
      </Panel>
      <Panel title={t('signing')}>
        <p>{t('sign_headers')}</p>
        <p>{t('sign_path')}</p>
        <p>{t('sign_body')}</p>
        <p>{t('sign_replies')}</p>
        <p>{t('rsa_make')}</p>
        <CopyBlock text={RSA_COMMANDS} />
      </Panel>
      {calls.map(({ path, summary, fields, data }) => (
        <Panel key={path} title={<code>POST {path}</code>}>
          <p>{summary}</p>
          <h3>{t('request')}</h3>
          {fields.length === 0 ? (
            <p>{t('no_fields')}</p>
          ) : (
            <FieldTable label={`${path}: ${t('request')}`} rows={fields} />
          )}
          <h3>{t('reply')}</h3>
          <FieldTable label={`${path}: ${t('reply')}`} rows={data} />
          <h3>{t('sample')}</h3>
          {path === '/pay/create' ? (
            <p>{t('sample_at_top')}</p>
          ) : (
            <SampleBlock code={code} signType={signType} subject={path} values={values} />
          )}
        </Panel>
      ))}
      <Panel title={t('callbacks')}>
        <p>{callSummaries.callback[language]}</p>
        <p>{t('callback_retry')}</p>
        <h3>{t('callback_payin')}</h3>
        <FieldTable label={t('callback_payin')} rows={payinCallback} />
        <h3>{t('callback_payout')}</h3>
        <FieldTable label={t('callback_payout')} rows={payoutCallback} />
        <h3>{t('callback_report')}</h3>
        <p>{t('report_when')}</p>
        <FieldTable label={t('callback_report')} rows={reportCallback} />
        <h3>{t('sample')}</h3>
        <div ref={receiving} className={classes.receiving}>
          <SampleBlock code={code} signType={signType} subject="callback" values={values} />
        </div>
      </Panel>
      <Refusals refusals={refusals} />
    </div>
  );
}

/** A text that names another tab: its name leads there. */
function WithTab({ text, tab, name }: { text: string; tab: string; name: string }) {
  const at = text.indexOf(name);
  return (
    <>
      {text.slice(0, at)}
      <TabLink tab={tab}>{name}</TabLink>
      {text.slice(at + name.length)}
    </>
  );
}

interface ChoicesProps {
  code: SampleLanguage;
  signType: SignTypeName;
  channel: string;
  codes: readonly string[];
  address: string;
  onCode(code: SampleLanguage): void;
  onSignType(signType: SignTypeName): void;
  onChannel(channel: string): void;
  onAddress(address: string): void;
}

/** What the samples are made for. */
function Choices(props: ChoicesProps) {
  const { code, signType, channel, codes, address, onCode, onSignType, onChannel, onAddress } = props;
  const t = useWords(referenceWords);
  return (
    <div className={classes.choices}>
      <ChoiceTabs
        label={t('programming_language')}
        value={code}
        options={sampleLanguages.map((value) => ({ value, label: sampleLanguageNames[value] }))}
        onChange={onCode}
      />
      <ChoiceTabs
        label={t('sign_type')}
        value={signType}
        options={sampleSignTypes.map((value) => ({ value, label: value }))}
        onChange={onSignType}
      />
      {codes.length > 1 && (
        <label className={classes.choice}>
          {t('channel_of_samples')}
          <PlainSelect
            value={channel}
            options={codes.map((value) => ({ value, label: value }))}
            onChange={(event) => onChannel(event.currentTarget.value)}
          />
        </label>
      )}
      <label className={classes.choice}>
        {t('callback_address')}
        <PlainField
          value={address}
          onChange={(event) => onAddress(event.currentTarget.value.slice(0, 2048))}
          spellCheck={false}
        />
      </label>
    </div>
  );
}

function Refusals({ refusals }: { refusals: readonly ReferenceRefusal[] }) {
  const t = useWords(referenceWords);
  return (
    <Panel title={t('refusals')}>
      <WideTable label={t('refusals')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th>{t('error')}</th>
              <th>{t('cause')}</th>
              <th>{t('cure')}</th>
            </tr>
          </thead>
          <tbody>
            {refusals.map(({ error, cause, cure, calls: only }) => (
              <tr key={error}>
                <td>
                  <code>{error}</code>
                  {only.length > 0 && <span className={classes.only}>{only.join(', ')}</span>}
                </td>
                <td>{cause}</td>
                <td>{cure}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </WideTable>
    </Panel>
  );
}

function FieldTable({ label, rows }: { label: string; rows: readonly ReferenceRow[] }) {
  const t = useWords(referenceWords);
  return (
    <WideTable label={label}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('field')}</th>
            <th>{t('value')}</th>
            <th>{t('meaning')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, value, meaning }) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
              </td>
              <td>{value}</td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </WideTable>
  );
}

/** On a narrow page the table scrolls, so the keyboard must reach it. */
function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes.wide} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
