/** What a merchant's program needs, and the settings that say what is accepted from it. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { ApiSettings } from '../../settings-contract.ts';
import { settingsWords } from '../../settings-screen-words.ts';
import classes from '../Portal.module.css';
import { TabLink } from '../TabLink.tsx';
import { ProofFirst } from '../ProofFirst.tsx';
import { WithSettings } from '../WithSettings.tsx';
import { SettingsForm } from './SettingsForm.tsx';

export function SettingsTab() {
  const t = useWords(settingsWords);
  return (
    <WithSettings>
      {(settings, user) => (
        <div className={classes.stack}>
          <Panel>
            <p className={classes.text}>
              <strong>{t('first')}</strong> {t('first_hint')} <TabLink tab="reference">{t('first_act')}</TabLink>
            </p>
          </Panel>
          <Access settings={settings} />
          <Panel title={t('settings')}>
            <ProofFirst user={user}>
              <SettingsForm key={savedSettings(settings)} settings={settings} user={user} />
            </ProofFirst>
          </Panel>
          <RefusedAddresses refused={settings.refusedIps7d} />
        </div>
      )}
    </WithSettings>
  );
}

/** Changes with every saved change, so that the form then starts with what was stored. */
function savedSettings({ signTypes, requestIps, loginIps, notifyHosts, merchantPublicKey }: ApiSettings): string {
  return JSON.stringify([signTypes, requestIps, loginIps, notifyHosts, merchantPublicKey]);
}

function Access({ settings }: { settings: ApiSettings }) {
  const t = useWords(settingsWords);
  const { merchantNo, gateway, md5KeyHint, platformPublicKey, yourIp } = settings;
  return (
    <Panel title={t('access')}>
      <Facts>
        <Fact label={t('merchant_no')}>
          <CopyText value={merchantNo} />
        </Fact>
        <Fact label={t('gateway')}>
          <CopyText value={gateway} />
        </Fact>
        <Fact label={t('key_hint')}>
          {md5KeyHint === '' ? t('no_key') : <span className={classes.code}>{md5KeyHint}</span>}{' '}
          <TabLink tab="keys">{t('show')}</TabLink>
        </Fact>
        <Fact label={t('platform_key')}>
          <PublicKey
            pem={platformPublicKey}
            bits={settings.platformPublicKeyBits}
            fingerprint={settings.platformPublicKeyFingerprint}
          />
        </Fact>
        <Fact label={t('merchant_key')}>
          {settings.merchantPublicKey === null ? (
            t('none_set')
          ) : (
            <PublicKey
              pem={settings.merchantPublicKey}
              bits={settings.merchantPublicKeyBits ?? 0}
              fingerprint={settings.merchantPublicKeyFingerprint ?? ''}
            />
          )}
        </Fact>
        <Fact label={t('your_ip')}>
          <CopyText value={yourIp} />
        </Fact>
      </Facts>
    </Panel>
  );
}

function PublicKey({ pem, bits, fingerprint }: { pem: string; bits: number; fingerprint: string }) {
  const t = useWords(settingsWords);
  return (
    <div className={classes.two}>
      <CopyText value={pem} shown={t('bits', { bits })} />
      <span className={classes.quiet}>{t('fingerprint')}</span>
      <span className={classes.code}>{fingerprint}</span>
    </div>
  );
}

function RefusedAddresses({ refused }: { refused: ApiSettings['refusedIps7d'] }) {
  const t = useWords(settingsWords);
  const format = useFormat();
  return (
    <Panel title={t('refused')}>
      {refused.length === 0 ? (
        <p className={classes.quiet}>{t('refused_none')}</p>
      ) : (
        <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('refused')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('address')}</th>
                <th scope="col">{t('requests')}</th>
                <th scope="col">{t('last_at')}</th>
              </tr>
            </thead>
            <tbody>
              {refused.map(({ ip, count, lastAt }) => (
                <tr key={ip}>
                  <th scope="row">
                    <CopyText value={ip} />
                  </th>
                  <td>{format.number(count)}</td>
                  <td>
                    <Time at={lastAt} />
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
