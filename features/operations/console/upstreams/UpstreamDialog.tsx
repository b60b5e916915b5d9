/** The form of a new or a changed upstream, made of its connector's settings. Secrets are written, never read back. */
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { PasswordField, TextField } from '#foundation/console/form/fields.tsx';
import { type FormValues, useFormState } from '#foundation/console/form/form.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { AddUpstream, type ConnectorRow, type SettingField, type UpstreamDetail } from '../../upstream-contract.ts';
import { operatorUpstreamTexts } from '../../upstream-texts.ts';
import { operatorUpstreamWords } from '../../upstream-words.ts';
import { operatorUpstreamCalls } from '../calls.ts';
import { SelectField } from '../SelectField.tsx';
import { useSettingName } from './setting-names.ts';
import classes from '../Records.module.css';

interface UpstreamDialogProps {
  opened: boolean;
  connectors: readonly ConnectorRow[];
  /** The upstream that is changed; absent for a new one. */
  detail?: UpstreamDetail;
  onSaved: (id: number) => void;
  onClose: () => void;
}

const quiet = {
  refreshes: ['/operator/upstream/list', '/operator/upstream/detail'],
  quiet: true,
  background: false,
} as const;
const MAX_LINES = 10_000;
const MAX_TEXT = 500;

export function UpstreamDialog({ opened, connectors, detail, onSaved, onClose }: UpstreamDialogProps) {
  const t = useWords(operatorUpstreamWords);
  const add = useAction(operatorUpstreamCalls, '/operator/upstream/add', quiet);
  const edit = useAction(operatorUpstreamCalls, '/operator/upstream/edit', quiet);
  return (
    <ActDialog
      opened={opened}
      title={detail ? t('edit_of', { name: detail.upstream.name }) : t('add')}
      act={detail ? t('save') : t('add')}
      schema={AddUpstream}
      texts={operatorUpstreamTexts}
      initial={initialOf(connectors, detail)}
      input={(values) => wireUpstream(values, connectors)}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async ({ connector, ...input }) => {
        const id = detail?.upstream.id;
        if (id === undefined) onSaved((await add.mutateAsync({ connector, ...input })).id);
        else {
          await edit.mutateAsync({ ...input, id });
          onSaved(id);
        }
        showToast(t('saved'), 'good');
      }}
      onClose={onClose}
    >
      <p className={classes.note}>{t(detail ? 'edit_hint' : 'add_hint')}</p>
      <TextField name="name" label={t('name')} maxLength={60} autoComplete="off" />
      {!detail && (
        <SelectField
          name="connector"
          label={t('connector')}
          options={connectors.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
      <SettingFields connectors={connectors} isNew={!detail} />
    </ActDialog>
  );
}

function SettingFields({ connectors, isNew }: { connectors: readonly ConnectorRow[]; isNew: boolean }) {
  const { values, errors } = useFormState();
  return (
    <>
      {fieldsIn(values, connectors).map((field) => (
        <Setting key={field.name} field={field} isNew={isNew} />
      ))}
      {errors['settings'] !== undefined && (
        <p className={classes.fault} role="alert">
          {errors['settings']}
        </p>
      )}
    </>
  );
}

function Setting({ field: { name, kind, secret, options }, isNew }: { field: SettingField; isNew: boolean }) {
  const t = useWords(operatorUpstreamWords);
  const nameOf = useSettingName();
  const shared = { name: fieldName(name), label: nameOf(name) };
  const kept = secret && !isNew ? { description: t('secret_keep') } : {};
  if (kind === 'choice') return <SelectField {...shared} options={options.map((value) => ({ value, label: value }))} />;
  if (kind === 'pairs')
    return <TextAreaField {...shared} description={t('pairs_hint')} maxLength={MAX_LINES} rows={3} />;
  if (kind === 'lines') return <TextAreaField {...shared} {...kept} maxLength={MAX_LINES} rows={4} />;
  if (secret) return <PasswordField {...shared} {...kept} maxLength={MAX_TEXT} autoComplete="new-password" />;
  return <TextField {...shared} reading="line" maxLength={MAX_TEXT} autoComplete="off" />;
}

function fieldName(name: string): string {
  return `setting_${name}`;
}

/** The fields of the chosen connector that count with the values so far. */
function fieldsIn(values: FormValues, connectors: readonly ConnectorRow[]): readonly SettingField[] {
  const fields = connectors.find(({ name }) => name === values['connector'])?.fields ?? [];
  return fields.filter(({ when }) => !when || when.values.includes(values[fieldName(when.name)] ?? ''));
}

function initialOf(connectors: readonly ConnectorRow[], detail: UpstreamDetail | undefined): FormValues {
  const fields = connectors.flatMap((connector) => connector.fields);
  return {
    name: detail?.upstream.name ?? '',
    connector: detail?.upstream.connector ?? connectors[0]?.name ?? '',
    ...Object.fromEntries(fields.map(({ name, options }) => [fieldName(name), options[0] ?? ''])),
    ...Object.fromEntries(
      (detail?.settings ?? []).filter(({ stored }) => stored).map(({ name, value }) => [fieldName(name), value]),
    ),
  };
}

function wireUpstream(values: FormValues, connectors: readonly ConnectorRow[]): Readonly<Record<string, unknown>> {
  const { name, connector, reason, verifyType, verifyCode } = values;
  const settings = fieldsIn(values, connectors).map((field) => ({
    name: field.name,
    value: values[fieldName(field.name)] ?? '',
  }));
  return { name, connector, settings, reason, verifyType, verifyCode };
}
