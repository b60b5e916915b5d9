/** The form of a new or a changed channel. Before it saves a change it tells whom that affects. */
import type { z } from 'zod';
import { channelModes } from '#features/channels/contract.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { TimeField } from '#foundation/console/form/TimeField.tsx';
import type { FormValues } from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { type Affected, type OperatorChannelRow, SaveChannel } from '../../channel-contract.ts';
import { operatorChannelTexts } from '../../channel-texts.ts';
import { operatorChannelWords } from '../../channel-words.ts';
import { operatorChannelCalls } from '../calls.ts';
import { SelectField } from '../SelectField.tsx';
import { channelStates } from './channel-filter.ts';
import classes from '../Records.module.css';

interface ChannelDialogProps {
  opened: boolean;
  /** The channel that is changed; absent for a new one. */
  channel?: OperatorChannelRow;
  affected?: Affected;
  onSaved: (code: string) => void;
  onClose: () => void;
}

const quiet = {
  refreshes: ['/operator/channel/list', '/operator/channel/detail'],
  quiet: true,
  background: false,
} as const;
const YES = 'yes';

export function ChannelDialog({ opened, channel, affected, onSaved, onClose }: ChannelDialogProps) {
  const t = useWords(operatorChannelWords);
  const add = useAction(operatorChannelCalls, '/operator/channel/add', quiet);
  const edit = useAction(operatorChannelCalls, '/operator/channel/edit', quiet);
  const title = channel ? t('edit_of', { name: channel.name }) : t('add');
  return (
    <ActDialog<z.output<typeof SaveChannel>>
      opened={opened}
      title={title}
      act={channel ? t('save') : t('add')}
      schema={SaveChannel}
      texts={operatorChannelTexts}
      initial={initialOf(channel)}
      input={wireChannel}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        if (channel) await edit.mutateAsync({ ...input, channel: channel.code, version: channel.version });
        else await add.mutateAsync(input);
        showToast(t('saved'), 'good');
        onSaved(input.code);
      }}
      onClose={onClose}
    >
      <p className={classes.note}>
        {affected
          ? t('affects', { members: affected.members, own: affected.ownRates, orders: affected.openOrders })
          : t('add_hint')}
      </p>
      <Fields used={channel?.used ?? false} />
    </ActDialog>
  );
}

function Fields({ used }: { used: boolean }) {
  const t = useWords(operatorChannelWords);
  const name = (field: 'nameEn' | 'nameZh' | 'nameEs' | 'nameTh', label: string) => (
    <TextField name={field} label={label} maxLength={60} autoComplete="off" />
  );
  const optional = (field: string, label: string, placeholder: string) => (
    <AmountField name={field} label={label} placeholder={placeholder} allowsZero />
  );
  return (
    <>
      <TextField
        name="code"
        label={t('code')}
        description={t('code_hint')}
        disabled={used}
        reading="code"
        maxLength={32}
        autoComplete="off"
      />
      <div className={classes.pair}>
        {name('nameEn', t('name_en'))}
        {name('nameZh', t('name_zh'))}
        {name('nameEs', t('name_es'))}
        {name('nameTh', t('name_th'))}
      </div>
      <div className={classes.pair}>
        <SelectField
          name="state"
          label={t('state')}
          options={channelStates.map((value) => ({ value, label: t(value) }))}
        />
        <SelectField
          name="mode"
          label={t('mode')}
          options={channelModes.map((value) => ({ value, label: t(`mode_${value}`) }))}
        />
        <SelectField
          name="recharge"
          label={t('recharge_label')}
          options={[
            { value: '', label: t('no') },
            { value: YES, label: t('yes') },
          ]}
        />
        <TextField
          name="position"
          label={t('position')}
          inputMode="numeric"
          reading="number"
          maxLength={4}
          autoComplete="off"
        />
      </div>
      <div className={classes.pair}>
        <AmountField name="minAmount" label={t('least')} />
        <AmountField name="maxAmount" label={t('most')} />
        {optional('totalLimit', t('limit'), t('unlimited'))}
      </div>
      <div className={classes.pair}>
        <TimeField name="openFrom" label={t('opens')} />
        <TimeField name="openTo" label={t('closes')} />
      </div>
      <div className={classes.pair}>
        <PercentField name="percent" label={t('percent')} />
        <AmountField name="fixed" label={t('fixed')} allowsZero />
        {optional('minFee', t('min_fee'), t('none'))}
        {optional('maxFee', t('max_fee'), t('none'))}
      </div>
    </>
  );
}

function initialOf(channel: OperatorChannelRow | undefined): FormValues {
  return {
    code: channel?.code ?? '',
    nameEn: channel?.names.en ?? '',
    nameZh: channel?.names.zh ?? '',
    nameEs: channel?.names.es ?? '',
    nameTh: channel?.names.th ?? '',
    mode: channel?.mode ?? 'qr',
    minAmount: channel?.minAmount ?? '',
    maxAmount: channel?.maxAmount ?? '',
    totalLimit: channel?.totalLimit ?? '',
    openFrom: channel?.openHours?.from ?? '',
    openTo: channel?.openHours?.to ?? '',
    percent: channel?.rate.percent ?? '',
    fixed: channel?.rate.fixed ?? '0',
    minFee: channel?.rate.minFee ?? '',
    maxFee: channel?.rate.maxFee ?? '',
    recharge: channel?.recharge === true ? YES : '',
    position: String(channel?.position ?? 100),
    state: channel?.state ?? 'open',
  };
}

function wireChannel(values: FormValues): Readonly<Record<string, unknown>> {
  const orNull = (name: string) => values[name]?.trim() || null;
  return {
    ...values,
    totalLimit: orNull('totalLimit'),
    openFrom: orNull('openFrom'),
    openTo: orNull('openTo'),
    minFee: orNull('minFee'),
    maxFee: orNull('maxFee'),
    recharge: values['recharge'] === YES,
    position: Number(values['position'] || NaN),
  };
}
