/** The keys that a merchant's programs sign with: which are valid, when each was used, and how to replace one. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import stacked from '#foundation/console/display/stacked.module.css';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { ApiSettings } from '../../settings-contract.ts';
import { settingsWords } from '../../settings-screen-words.ts';
import classes from '../Portal.module.css';
import { WithSettings } from '../WithSettings.tsx';
import { KeyDialog, type KeyAct } from './KeyDialog.tsx';
import { TestKeyForm } from './TestKeyForm.tsx';

export function KeysTab() {
  const t = useWords(settingsWords);
  const [act, setAct] = useState<KeyAct>();
  return (
    <WithSettings>
      {(settings, user) => (
        <div className={classes.stack}>
          <Panel
            title={t('keys')}
            actions={
              <>
                <Button size="sm" onClick={() => setAct('show')}>
                  {t('show')}
                </Button>
                {settings.keys.some(({ state }) => state === 'overlap') && (
                  <Button size="sm" variant="default" color="red" onClick={() => setAct('end')}>
                    {t('end')}
                  </Button>
                )}
                <Button size="sm" variant="default" onClick={() => setAct('rotate')}>
                  {t('rotate')}
                </Button>
              </>
            }
          >
            {settings.keys.length === 0 ? (
              <p className={classes.text}>{t('no_key')}</p>
            ) : (
              <KeyTable keys={settings.keys} />
            )}
          </Panel>
          <Panel title={t('per_sign_type')}>
            <SignTypeTable uses={settings.perSignType} />
          </Panel>
          <Panel title={t('test')}>
            <TestKeyForm />
          </Panel>
          {act && <KeyDialog act={act} settings={settings} user={user} onClose={() => setAct(undefined)} />}
        </div>
      )}
    </WithSettings>
  );
}

type KeyRow = ApiSettings['keys'][number];

const tones: Readonly<Record<KeyRow['state'], Tone>> = { active: 'good', overlap: 'warn', ended: 'idle' };

function KeyTable({ keys }: { keys: readonly KeyRow[] }) {
  const t = useWords(settingsWords);
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('keys')}>
      <table className={`${classes.table} ${stacked.stacks}`}>
        <thead>
          <tr>
            <th scope="col">{t('key_hint')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col">{t('last_used')}</th>
            <th scope="col">{t('created')}</th>
            <th scope="col">{t('until')}</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ hint, state, createdAt, until, lastUsedAt, lastUsedIp }) => (
            <tr key={`${state} ${createdAt ?? ''} ${until ?? ''}`}>
              <th scope="row" className={classes.code}>
                {hint}
              </th>
              <td data-label={t('state')}>
                <StatusBadge tone={tones[state]}>{t(`state_${state}`)}</StatusBadge>
              </td>
              <td data-label={t('last_used')}>
                {lastUsedAt === null ? (
                  t('never')
                ) : (
                  <span className={classes.two}>
                    <Time at={lastUsedAt} />
                    {lastUsedIp !== null && (
                      <span className={classes.quiet}>{t('from_address', { ip: lastUsedIp })}</span>
                    )}
                  </span>
                )}
              </td>
              <td data-label={t('created')}>
                <Time at={createdAt} />
              </td>
              <td data-label={t('until')}>
                <Time at={until} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function SignTypeTable({ uses }: { uses: ApiSettings['perSignType'] }) {
  const t = useWords(settingsWords);
  const format = useFormat();
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('per_sign_type')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('sign_type')}</th>
            <th scope="col">{t('requests')}</th>
            <th scope="col">{t('last_used')}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ type, requests7d, lastUsedAt }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              <td>{format.number(requests7d)}</td>
              <td>{lastUsedAt === null ? t('never') : <Time at={lastUsedAt} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
