/**
 * Changes a direct member's rates: all changed rows are saved, or none, and each row shows its own error. Rows of
 * channels that the agent does not hold can't be changed.
 */
import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { z } from 'zod';
import { RateText } from '#features/channels/console/RateText.tsx';
import { type AmountRange, orderFee } from '#features/channels/rules.ts';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { channelCalls } from '#features/channels/console/calls.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { AmountField, AmountInput } from '#foundation/console/form/AmountField.tsx';
import {
  Form,
  type FormValues,
  SubmitButton,
  useForm,
  useFormState,
  WHOLE_FORM,
} from '#foundation/console/form/form.tsx';
import { PercentField, PercentInput } from '#foundation/console/form/PercentField.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { useConfirmation } from '#foundation/console/wire/use-confirmation.ts';
import { type Currency, formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { RateInput } from '../../fields.ts';
import type { UserRate } from '../../rate-contract.ts';
import { rateWords } from '../../rate-words.ts';
import { agentWords } from '../../screen-words.ts';
import { agentTexts } from '../../words.ts';
import { rateCalls } from '../calls.ts';
import { rateFaults, withRowsOfForm } from './rate-faults.ts';
import { RateBadges } from './RateBadges.tsx';
import { fieldOf, initialValues, rateEntries, rateOf, rowInput, TICKED, withMargin } from './rate-values.ts';
import classes from './Rates.module.css';

/** One entry per row of the form; null for a row that has not changed. */
const Typed = z.strictObject({ rates: z.array(RateInput.nullable()), ...secondStepFields });

/** What the agent earns is shown for these amounts, of the platform's main unit. */
const SHOWN_AMOUNTS = ['100', '1000'] as const;

const REFRESHES = { refreshes: ['/agent/userrate', '/agent/userlist', '/agent/detail'] };

export interface RateFormProps {
  memberNo: string;
  name: string;
  rates: readonly UserRate[];
  user: CurrentUser;
  onClose: () => void;
}

export function RateForm({ memberNo, name, rates: current, user, onClose }: RateFormProps) {
  const t = useWords(rateWords);
  const kit = useWords(kitWords);
  const { currency } = useLocality();
  // The fields are numbered by row, so that a refetch must not change the rows.
  const [rates] = useState(current);
  const ranges = useChannelRanges(currency);
  const step = useSecondStep('strongest' satisfies StepOf<typeof rateCalls, '/agent/setuserrate'>, user);
  const save = useAction(rateCalls, '/agent/setuserrate', REFRESHES);
  const closing = useConfirmation<readonly string[]>();
  const initial = useMemo(() => ({ ...initialValues(rates), verifyType: '', verifyCode: '' }), [rates]);
  const form = useForm({
    schema: Typed,
    texts: agentTexts,
    initial,
    input: (values) => {
      const { verifyType, verifyCode } = step.input(values);
      return { rates: rates.map((rate, row) => rowInput(values, { row, rate, currency })), verifyType, verifyCode };
    },
    check: (values) =>
      rates.flatMap((rate, row) => {
        const input = rowInput(values, { row, rate, currency });
        return input === null ? [] : rateFaults({ row, input, rate, currency, range: ranges.get(input.channel) });
      }),
    onSubmit: async (typed) => {
      const sent = typed.rates.flatMap((rate, row) => (rate === null ? [] : [{ rate, row }]));
      if (sent.length === 0) {
        form.setError(WHOLE_FORM, t('nothing_changed'));
        return;
      }
      const closed = rates.flatMap((rate, row) =>
        typed.rates[row]?.closed && !rate.closed ? [rate.channel.name || rate.channel.code] : [],
      );
      await step.send(form, typed, async () => {
        if (closed.length > 0 && !(await closing.ask(closed))) return;
        const { verifyType, verifyCode } = typed;
        try {
          await save.mutateAsync({ memberNo, rates: sent.map(({ rate }) => rate), verifyType, verifyCode });
        } catch (error) {
          throw withRowsOfForm(
            error,
            sent.map(({ row }) => row),
          );
        }
        showToast(t('saved', { count: sent.length, name }), 'good');
        onClose();
      });
    },
  });
  const { subject, opened } = closing.shown;
  return (
    <>
      <Form form={form} label={t('form', { name })}>
        <p className={classes.note}>{t('applies')}</p>
        <MarginHelper rates={rates} />
        {rates.map((rate, row) => (
          <RateFields key={rate.channel.code} row={row} rate={rate} />
        ))}
        <SecondStep methods={step.methods} mobile={user.mobile} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {kit('cancel')}
          </Button>
          <SubmitButton>{t('save')}</SubmitButton>
        </div>
      </Form>
      {subject && (
        <ConfirmDialog
          opened={opened}
          title={t('close_title')}
          act={t('close_act', { count: subject.length })}
          dangerous
          onConfirm={async () => closing.answer(true)}
          onClose={() => closing.answer(false)}
        >
          <p>{t('close_what', { channels: subject.join(', '), name })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Channel code → the amounts of its orders. */
function useChannelRanges(currency: Currency): ReadonlyMap<string, AmountRange> {
  const channels = useCall(channelCalls, '/channel/list', undefined, { quiet: true });
  return useMemo(
    () =>
      new Map(
        (channels.data?.list ?? []).flatMap(({ code, minAmount, maxAmount }) => {
          const [minAmountMinor, maxAmountMinor] = [
            parseAmountOrZero(minAmount, currency),
            parseAmountOrZero(maxAmount, currency),
          ];
          return minAmountMinor === undefined || maxAmountMinor === undefined
            ? []
            : [[code, { minAmountMinor, maxAmountMinor }] as const];
        }),
      ),
    [channels.data, currency],
  );
}

/** Fills all rows with the agent's own rate plus a margin. Saves nothing by itself. */
function MarginHelper({ rates }: { rates: readonly UserRate[] }) {
  const t = useWords(rateWords);
  const form = useFormState();
  const { currency } = useLocality();
  const [percent, setPercent] = useState('');
  const [fixed, setFixed] = useState('');
  const filled = rates.flatMap(({ own }, row) => {
    const rate = own && withMargin(own, { percent, fixed }, currency);
    return rate ? rateEntries(row, rate) : [];
  });
  const fill = () => {
    for (const [name, value] of filled) {
      form.set(name, value);
      form.leave(name);
    }
  };
  // Enter would submit the whole form.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    fill();
  };
  return (
    <fieldset className={classes.margin}>
      <legend className={classes.legend}>{t('margin')}</legend>
      <div className={classes.marginFields}>
        <PercentInput label={t('margin_percent')} value={percent} onKeyDown={onKeyDown} onValue={setPercent} />
        <AmountInput label={t('margin_fixed')} allowsZero value={fixed} onKeyDown={onKeyDown} onValue={setFixed} />
        <Button variant="default" disabled={filled.length === 0} onClick={fill}>
          {t('margin_apply')}
        </Button>
      </div>
    </fieldset>
  );
}

/** One channel's row: its four parts, the agent's own rate, and what the agent would earn. */
function RateFields({ row, rate }: { row: number; rate: UserRate }) {
  const t = useWords(rateWords);
  const shared = useWords(agentWords);
  const form = useFormState();
  const { channel, own } = rate;
  const closed = fieldOf(row, 'closed');
  // Errors that belong to no field of the row.
  const fault = form.errors[`rates.${row}.channel`] ?? form.errors[`rates.${row}`];
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{channel.name || channel.code}</legend>
      <div className={classes.about}>
        <span className={classes.quiet}>{shared('your_rate')}</span>
        {own === null ? <span className={classes.quiet}>{t('not_held')}</span> : <RateText rate={own} />}
        <RateBadges rate={rate} />
      </div>
      {own !== null && (
        <>
          <div className={classes.parts}>
            <PercentField name={fieldOf(row, 'percent')} label={t('percent')} />
            <AmountPart name={fieldOf(row, 'fixed')} label={t('fixed')} />
            <AmountPart name={fieldOf(row, 'minFee')} label={t('min_fee')} placeholder={t('no_limit')} />
            <AmountPart name={fieldOf(row, 'maxFee')} label={t('max_fee')} placeholder={t('no_limit')} />
          </div>
          <Earnings row={row} rate={rate} />
          <Checkbox
            size="sm"
            name={closed}
            label={t('close_channel')}
            checked={form.values[closed] === TICKED}
            onChange={(event) => form.set(closed, event.currentTarget.checked ? TICKED : '')}
          />
        </>
      )}
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function AmountPart({ name, label, placeholder }: { name: string; label: string; placeholder?: string }) {
  return <AmountField name={name} label={label} {...(placeholder === undefined ? {} : { placeholder })} allowsZero />;
}

/** Nothing while a part can't be read. */
function Earnings({ row, rate }: { row: number; rate: UserRate }) {
  const t = useWords(rateWords);
  const format = useFormat();
  const { currency } = useLocality();
  const [small, large] = earningsOf(useFormState().values, { row, rate, currency });
  return (
    <p className={classes.earnings} aria-live="polite">
      {small !== undefined &&
        large !== undefined &&
        t('earns', {
          small: format.amount(small),
          smallAmount: format.amount(SHOWN_AMOUNTS[0]),
          large: format.amount(large),
          largeAmount: format.amount(SHOWN_AMOUNTS[1]),
        })}
    </p>
  );
}

function earningsOf(
  values: FormValues,
  { row, rate, currency }: { row: number; rate: UserRate; currency: Currency },
): (string | undefined)[] {
  const own = rate.own && rateOf(rate.own, currency);
  const typed = rateOf(rowInput(values, { row, rate, currency }) ?? rate.effective, currency);
  if (!own || !typed) return [];
  return SHOWN_AMOUNTS.map((text) => {
    const amountMinor = parseAmountOrZero(text, currency) ?? 0n;
    const earned = orderFee(amountMinor, typed) - orderFee(amountMinor, own);
    return formatAmount(earned > 0n ? earned : 0n, currency);
  });
}
