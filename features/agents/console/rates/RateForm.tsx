/**
 * Changes a direct member's rates: all changed rows are saved, or none, and each row shows its own error. Rows of
 * channels that the agent does not hold can't be changed.
 */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { AmountRange } from '#features/channels/rules.ts';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { channelCalls } from '#features/channels/console/calls.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
import { Form, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { useConfirmation } from '#foundation/console/wire/use-confirmation.ts';
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import { RateInput } from '../../fields.ts';
import type { UserRate } from '../../rate-contract.ts';
import { rateWords } from '../../rate-words.ts';
import { agentTexts } from '../../words.ts';
import { rateCalls } from '../calls.ts';
import { MarginHelper } from './MarginHelper.tsx';
import { rateFaults, withRowsOfForm } from './rate-faults.ts';
import { initialValues, rowInput } from './rate-values.ts';
import { RateFields } from './RateFields.tsx';
import classes from './Rates.module.css';

/** One entry per row of the form; null for a row that has not changed. */
const Typed = z.strictObject({ rates: z.array(RateInput.nullable()), ...secondStepFields });

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
