/** The door for shops' plugins: its switch and key, what to paste into a plugin, its types, a check, its last requests. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMe } from '#features/accounts/console/use-me.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import stacked from '#foundation/console/display/stacked.module.css';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { EpaySettingsView } from '../contract.ts';
import { epayScreenWords } from '../screen-words.ts';
import { epayCalls } from './calls.ts';
import { type EpayAct, EpayDialog } from './EpayDialog.tsx';
import { PluginCheck } from './PluginCheck.tsx';
import classes from './ShopPlugins.module.css';

export function ShopPluginsTab() {
  const t = useWords(epayScreenWords);
  const settings = useCall(epayCalls, '/apisettings/epay', {});
  const me = useMe();
  const user = me.data?.userinfo;
  const [act, setAct] = useState<EpayAct>();
  if (!settings.data || !user) {
    const error = settings.error ?? me.error;
    const retry = () => void Promise.all([settings.refetch(), me.refetch()]);
    return <Panel>{error ? <FailedRows title={t('load_failed')} error={error} onRetry={retry} /> : <Bars />}</Panel>;
  }
  const { data } = settings;
  return (
    <div className={classes.stack}>
      <DoorPanel settings={data} onAct={setAct} />
      <AddressPanel addresses={data.addresses} />
      <TypePanel typeMap={data.typeMap} onChange={() => setAct('types')} />
      {data.enabled && <PluginCheck />}
      <RequestPanel requests={data.lastRequests} />
      <ListPanel title="protocol" items={protocol} />
      <ListPanel title="limits" items={limits} />
      {act && <EpayDialog act={act} settings={data} user={user} onClose={() => setAct(undefined)} />}
    </div>
  );
}

const protocol = ['protocol_send', 'protocol_sign', 'protocol_notify', 'protocol_query'] as const;
const limits = ['limit_key', 'limit_replay', 'limit_browser', 'limit_return', 'limit_md5'] as const;

type ScreenWord = keyof typeof epayScreenWords;

function ListPanel({ title, items }: { title: ScreenWord; items: readonly ScreenWord[] }) {
  const t = useWords(epayScreenWords);
  return (
    <Panel title={t(title)}>
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item}>{t(item)}</li>
        ))}
      </ul>
    </Panel>
  );
}

function Bars() {
  return (
    <SkeletonGroup>
      <SkeletonBar width="30%" />
      <SkeletonBar height={36} />
      <SkeletonBar width="60%" />
      <SkeletonBar height={36} />
    </SkeletonGroup>
  );
}

function DoorPanel({ settings, onAct }: { settings: EpaySettingsView; onAct: (act: EpayAct) => void }) {
  const t = useWords(epayScreenWords);
  const format = useFormat();
  const { enabled, pid, address, key } = settings;
  return (
    <Panel
      title={t('door')}
      actions={
        <Button size="sm" variant={enabled ? 'default' : 'filled'} onClick={() => onAct(enabled ? 'off' : 'on')}>
          {t(enabled ? 'switch_off' : 'switch_on')}
        </Button>
      }
    >
      <p className={classes.text}>{t('door_what')}</p>
      <Facts>
        <Fact label={t('state')}>
          <StatusBadge tone={enabled ? 'good' : 'idle'}>{t(enabled ? 'on' : 'off')}</StatusBadge>
        </Fact>
        <Fact label={t('addresses')}>
          <CopyText value={address} className={classes.code} />
        </Fact>
        <Fact label={t('pid')}>
          <CopyText value={pid} className={classes.code} />
        </Fact>
        <Fact label={t('key')}>
          {key.hint === null ? (
            <span className={classes.quiet}>{t('key_none')}</span>
          ) : (
            <span className={classes.code}>{key.hint}</span>
          )}
        </Fact>
      </Facts>
      {key.until !== null && <p className={classes.quiet}>{t('key_overlap', { until: format.dateTime(key.until) })}</p>}
      <div className={classes.buttons}>
        <Button size="sm" variant="default" onClick={() => onAct('show')}>
          {t('show')}
        </Button>
        {key.state === 'overlap' && (
          <Button size="sm" variant="default" color="red" onClick={() => onAct('end')}>
            {t('end')}
          </Button>
        )}
        <Button size="sm" variant="default" onClick={() => onAct('rotate')}>
          {t('rotate')}
        </Button>
      </div>
    </Panel>
  );
}

function AddressPanel({ addresses }: Pick<EpaySettingsView, 'addresses'>) {
  const t = useWords(epayScreenWords);
  return (
    <Panel title={t('plugin_addresses')}>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('addresses')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('plugin')}</th>
              <th scope="col">{t('addresses')}</th>
            </tr>
          </thead>
          <tbody>
            {addresses.map(({ plugin, text }) => (
              <tr key={plugin}>
                <th scope="row">{t(`plugin_${plugin}`)}</th>
                <td>
                  <CopyText value={text} className={classes.code} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function TypePanel({ typeMap, onChange }: Pick<EpaySettingsView, 'typeMap'> & { onChange: () => void }) {
  const t = useWords(epayScreenWords);
  return (
    <Panel
      title={t('types')}
      actions={
        <Button size="sm" variant="default" onClick={onChange}>
          {t('change_types')}
        </Button>
      }
    >
      <p className={classes.text}>{t('types_what')}</p>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('types')}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">{t('type')}</th>
              <th scope="col">{t('channel')}</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(typeMap).map(([type, code]) => (
              <tr key={type}>
                <th scope="row" className={classes.code}>
                  {type}
                </th>
                <td className={classes.code}>{code === '' ? t('closed') : code}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function RequestPanel({ requests }: { requests: EpaySettingsView['lastRequests'] }) {
  const t = useWords(epayScreenWords);
  return (
    <Panel title={t('requests')}>
      {requests.length === 0 ? (
        <EmptyRows title={t('requests_none')} hint={t('requests_none_hint')} />
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('requests')}>
          <table className={`${classes.table} ${stacked.stacks}`}>
            <thead>
              <tr>
                <th scope="col">{t('at')}</th>
                <th scope="col">{t('order_no')}</th>
                <th scope="col">{t('ip')}</th>
                <th scope="col">{t('result')}</th>
              </tr>
            </thead>
            <tbody>
              {requests.map(({ at, path, orderNo, ip, result }) => (
                <tr key={`${at} ${path} ${orderNo ?? ''} ${result}`}>
                  <td data-label={t('at')}>
                    <Time at={at} />
                  </td>
                  <td data-label={t('order_no')} className={classes.code}>
                    {orderNo ?? '–'}
                  </td>
                  <td data-label={t('ip')} className={classes.code}>
                    {ip ?? '–'}
                  </td>
                  <td data-label={t('result')}>
                    <StatusBadge tone={result === 'ok' ? 'good' : 'bad'}>
                      {result === 'ok' ? t('result_ok') : result}
                    </StatusBadge>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
