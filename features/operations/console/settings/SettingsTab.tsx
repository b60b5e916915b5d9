/** Every setting in groups: what it means, its value, default and bounds, and who changed it last. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { boundsOf, settingFields, settingGroups, snakeOf } from '#features/platform/setting-fields.ts';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { SettingRow } from '../../setting-contract.ts';
import { settingText } from '../../setting-text.ts';
import { settingWords } from '../../setting-words.ts';
import { operatorSettingCalls, SETTINGS_FRESH_MS } from './calls.ts';
import { SettingDialog } from './SettingDialog.tsx';
import classes from './Settings.module.css';

export function SettingsTab() {
  const t = useWords(settingWords);
  const configures = useRight('settings.configure');
  const { data, error, refetch } = useCall(operatorSettingCalls, '/operator/setting/list', undefined, {
    refetchEveryMs: SETTINGS_FRESH_MS,
  });
  const [search, setSearch] = useState('');
  const [changing, setChanging] = useState<SettingRow>();
  if (!data)
    return error ? (
      <FailedRows title={t('part_settings')} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonGroup>
        <SkeletonBar width="40%" height={24} />
        <SkeletonBar width="90%" />
        <SkeletonBar width="82%" />
        <SkeletonBar width="86%" />
      </SkeletonGroup>
    );
  const { takesTwo } = data.extend;
  const wanted = search.trim().toLowerCase();
  const shown = data.list.filter(({ name }) =>
    `${t(`name_${snakeOf(name)}`)} ${t(`about_${snakeOf(name)}`)}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          className={classes.find ?? ''}
          aria-label={t('find')}
          placeholder={t('find')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        {configures && <p className={classes.quiet}>{t(takesTwo ? 'two_people' : 'one_person')}</p>}
        <ExportButton kind="setting" filter={{}} />
      </div>
      {shown.length === 0 && <EmptyRows title={t('none_found')} />}
      {settingGroups.map((group) => {
        const rows = shown.filter(({ name }) => settingFields[name].group === group);
        return (
          rows.length > 0 && (
            <section key={group} className={classes.group} aria-label={t(`group_${group}`)}>
              <h2 className={classes.title}>{t(`group_${group}`)}</h2>
              <ul className={classes.settings}>
                {rows.map((row) => (
                  <Setting key={row.name} row={row} onChange={configures ? setChanging : undefined} />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {changing && (
        <SettingDialog
          name={changing.name}
          was={changing.value}
          to={changing.value}
          takesTwo={takesTwo}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

function Setting({ row, onChange }: { row: SettingRow; onChange: ((row: SettingRow) => void) | undefined }) {
  const t = useWords(settingWords);
  const format = useFormat();
  const { name, value, preset, changedAt, changedBy, waiting } = row;
  const bounds = boundsOf(name);
  const presetText = settingText(t, format, name, preset);
  return (
    <li className={classes.setting}>
      <div className={classes.what}>
        <h3 className={classes.name}>
          {t(`name_${snakeOf(name)}`)}
          {settingFields[name].money && <StatusBadge tone="idle">{t('of_money')}</StatusBadge>}
        </h3>
        <p className={classes.quiet}>{t(`about_${snakeOf(name)}`)}</p>
      </div>
      <div className={classes.value}>
        <span className={classes.now}>
          {name === 'logo' && value.value && <img className={classes.logo} src={value.value} alt="" />}
          <bdi>{settingText(t, format, name, value)}</bdi>
        </span>
        <span className={classes.quiet}>
          <bdi>{[t('preset', { value: presetText }), bounds && t('bounds', bounds)].filter(Boolean).join(' · ')}</bdi>
        </span>
        {changedAt !== null && (
          <span className={classes.quiet}>
            <bdi>{changedBy}</bdi>, <Time at={changedAt} short />
          </span>
        )}
        {waiting && (
          <span>
            <StatusBadge tone="busy">{t('waits')}</StatusBadge>{' '}
            <ScreenLink to="/operator/approvals" search={{ open: waiting.approvalId }}>
              {t('waits_for', { user: waiting.proposedBy, value: settingText(t, format, name, waiting.value) })}
            </ScreenLink>
          </span>
        )}
      </div>
      <div className={classes.act}>
        {row.fixed ? (
          <StatusBadge tone="idle">{t('is_fixed')}</StatusBadge>
        ) : (
          onChange && (
            <Button
              variant="default"
              size="compact-sm"
              fw={400}
              aria-label={t('change_of', { name: t(`name_${snakeOf(name)}`) })}
              onClick={() => onChange(row)}
            >
              {t('change')}
            </Button>
          )
        )}
      </div>
    </li>
  );
}
