/** Changes one setting: fields of its kind, a reason, and the second step. */
import {
  partsOf,
  readSetting,
  settingFields,
  type SettingName,
  type SettingValue,
  snakeOf,
} from '#features/platform/setting-fields.ts';
import { useConfig } from '#features/platform/console/config.ts';
import { PictureField } from '#features/files/console/PictureField.tsx';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { ChoiceCards } from '#foundation/console/form/ChoiceCards.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { TimeField } from '#foundation/console/form/TimeField.tsx';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import type { FormValues } from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { SaveSetting } from '../../setting-contract.ts';
import { faultWords } from '../../setting-faults.ts';
import { settingText } from '../../setting-text.ts';
import { settingWords } from '../../setting-words.ts';
import { operatorSettingTexts } from '../../words.ts';
import { operatorSettingCalls } from './calls.ts';
import classes from './Settings.module.css';

export interface SettingDialogProps {
  name: SettingName;
  /** As it is now. */
  was: SettingValue;
  /** What the fields begin with. */
  to: SettingValue;
  /** This restores an earlier value, and the fields are not shown. */
  undoes?: boolean;
  takesTwo: boolean;
  onClose: () => void;
}

export function SettingDialog({ name, was, to, undoes = false, takesTwo, onClose }: SettingDialogProps) {
  const t = useWords(settingWords);
  const format = useFormat();
  const currency = useConfig()?.currency ?? '';
  const save = useAction(operatorSettingCalls, '/operator/setting/save', {
    refreshes: ['/operator/setting/list', '/operator/setting/changes'],
    quiet: true,
    background: false,
  });
  const proposes = takesTwo && settingFields[name].money === true;
  const title = t(undoes ? 'undo_of' : 'change_of', { name: t(`name_${snakeOf(name)}`) });
  const initial = Object.fromEntries(partsOf(name).map((part) => [part, to[part] ?? '']));
  const isPicture = settingFields[name].kind === 'picture';
  return (
    <ActDialog
      opened
      title={title}
      act={t(proposes ? 'propose' : undoes ? 'undo' : 'save')}
      schema={SaveSetting}
      texts={operatorSettingTexts}
      initial={isPicture && !undoes ? { value: '' } : initial}
      input={(typed) => ({ ...typed, name, was })}
      check={(values) => faultsOf(name, values, currency)}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        const { outcome } = await save.mutateAsync(input);
        showToast(t(outcome === 'done' ? 'saved' : 'proposed'), 'good');
      }}
      onClose={onClose}
    >
      <p className={classes.quiet}>{t(`about_${snakeOf(name)}`)}</p>
      <p>
        <bdi>{t('now_is', { value: settingText(t, format, name, was) })}</bdi>
      </p>
      {undoes ? (
        <p>
          {t('undo_what')} <bdi>{settingText(t, format, name, to)}</bdi>
        </p>
      ) : (
        <SettingField name={name} />
      )}
      {proposes && <p className={classes.quiet}>{t('two_people')}</p>}
    </ActDialog>
  );
}

/** What the server would refuse about the value. Its own bounds come with the answer. */
function faultsOf(name: SettingName, values: FormValues, currency: string): FieldFault[] {
  // A new picture is a file's id, which only the server can turn into an address.
  if (settingFields[name].kind === 'picture') return [];
  const read = readSetting(name, values, currency);
  return 'fault' in read ? [fieldFault(read.part, faultWords[read.fault], read.values)] : [];
}

function SettingField({ name }: { name: SettingName }) {
  const t = useWords(settingWords);
  const field = settingFields[name];
  switch (field.kind) {
    case 'flag':
      return (
        <ChoiceCards
          name="value"
          label={t(`name_${snakeOf(name)}`)}
          options={[
            { value: 'true', facts: t('yes') },
            { value: 'false', facts: t('no') },
            ...(field.automatic ? [{ value: '', facts: t('automatic') }] : []),
          ]}
        />
      );
    case 'choice':
      return (
        <ChoiceCards
          name="value"
          label={t(`name_${snakeOf(name)}`)}
          options={[
            { value: 'D', facts: t('option_d') },
            { value: 'T', facts: t('option_t') },
          ]}
        />
      );
    case 'picture':
      return (
        <>
          <PictureField name="value" label={t('picture')} shape="card" empty={t('no_picture')} />
          <p className={classes.quiet}>{t('back_to_built_in')}</p>
        </>
      );
    case 'amount':
      return (
        <AmountField
          name="value"
          label={t(`name_${snakeOf(name)}`)}
          allowsZero
          description={field.optional ? t('empty_is_none') : undefined}
        />
      );
    case 'terms':
      return (
        <div className={classes.fields}>
          {partsOf(name).map((part) =>
            part === 'percent' ? (
              <PercentField key={part} name={part} label={t(`part_${snakeOf(part)}`)} />
            ) : (
              <AmountField
                key={part}
                name={part}
                label={t(`part_${snakeOf(part)}`)}
                allowsZero
                description={['minFee', 'maxFee', 'reviewFrom'].includes(part) ? t('empty_is_none') : undefined}
              />
            ),
          )}
        </div>
      );
    case 'percent':
      return <PercentField name="value" label={t(`name_${snakeOf(name)}`)} />;
    case 'window':
      return (
        <div className={classes.fields}>
          {partsOf(name).map((part) => (
            <TimeField key={part} name={part} label={t(`part_${snakeOf(part)}`)} />
          ))}
        </div>
      );
    default:
      return (
        <TextField
          name="value"
          label={t(`name_${snakeOf(name)}`)}
          maxLength={500}
          autoComplete="off"
          spellCheck={false}
          inputMode={field.kind === 'count' ? 'numeric' : 'text'}
        />
      );
  }
}
