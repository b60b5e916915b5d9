/**
 * Asks whether to pay only the good rows; its button opens the review, which asks for the payment password and creates
 * the batch.
 */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { CallFailed, CallRefused } from '#foundation/console/wire/api-errors.ts';
import { reportError } from '#foundation/console/wire/api.ts';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { useAction, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useSavedText } from '#foundation/console/wire/use-saved-input.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { InputOf, OutputOf } from '#foundation/core/calls.ts';
import { newRequestId } from '#foundation/console/wire/request-id.ts';
import type { disbursementCalls } from '#features/disbursements/contract.ts';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import type { Proof } from '#features/accounts/console/PaymentDialog.tsx';
import type { BatchDraft } from '../../contract.ts';
import { batchCalls } from '../calls.ts';
import { payWords } from '../../screen-words.ts';
import { batchTexts } from '../../words.ts';
import { ConfirmBatch } from './ConfirmBatch.tsx';
import { remainingMoney } from './remaining-money.ts';
import classes from './Pay.module.css';
import { type EarlierAttempt, PayNotices } from './PayNotices.tsx';

const NOTHING_TYPED = z.object({});

export interface PayFormProps {
  /** The current rows as checked by the server; undefined during the check. */
  draft: BatchDraft | undefined;
  /** The table's file name; null for rows typed by hand. */
  fileName: string | null;
  onMade: (batchNo: string) => void;
  /** Called when the server rejects other rows than it reported before. */
  onOutdated: () => void;
  user: CurrentUser;
  quote: OutputOf<(typeof disbursementCalls)['calls']['/withdrawal/quote']>;
}

export function PayForm({ user, quote, draft, fileName, onMade, onOutdated }: PayFormProps) {
  const t = useWords(payWords);
  const { currency } = useLocality();
  const [asked, setAsked] = useState<BatchDraft>();
  const [opened, setOpened] = useState(false);
  const { send, earlier } = useSending(fileName === null ? 'rows' : 'table', onMade, () => {
    // The review shows other rows than the server has found.
    setOpened(false);
    onOutdated();
  });
  const [skips, setSkips] = useState(false);
  const form = useForm({
    schema: NOTHING_TYPED,
    texts: batchTexts,
    initial: {},
    onSubmit: async () => {
      setAsked(draft);
      setOpened(draft !== undefined);
    },
  });
  const pay = async (proof: Proof) => {
    if (!asked) return;
    const rows = asked.rows.map(({ line, values }) => ({ line, ...values }));
    await send({ ...proof, rows, fileName, skipInvalid: asked.totals.invalid > 0 });
  };
  const { valid = 0, invalid = 0, debit = '0' } = draft?.totals ?? {};
  const missing = draft && remainingMoney(quote.available, debit, currency).missing;
  const canPay = valid > 0 && (invalid === 0 || skips) && missing === undefined && quote.restsUntil === null;
  return (
    <>
      <Form form={form} label={t('pay')}>
        <PayNotices
          restsUntil={quote.restsUntil}
          missing={missing}
          earlier={opened ? undefined : earlier}
          noneGood={valid === 0 && invalid > 0}
        />
        {valid > 0 && invalid > 0 && (
          <SkipChoice totals={{ valid, invalid }} isGrid={fileName === null} checked={skips} onChange={setSkips} />
        )}
        <SubmitAction totals={draft?.totals} disabled={!canPay} />
      </Form>
      <ConfirmBatch
        subject={asked}
        opened={opened}
        user={user}
        earlier={earlier}
        onPay={pay}
        onClose={() => setOpened(false)}
      />
    </>
  );
}

interface SkipChoiceProps {
  totals: { valid: number; invalid: number };
  isGrid: boolean;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function SkipChoice({ totals, isGrid, checked, onChange }: SkipChoiceProps) {
  const t = useWords(payWords);
  return (
    <div className={classes.skip}>
      <Checkbox
        label={t('skip', totals)}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <p className={classes.quiet}>{t(isGrid ? 'skip_hint_grid' : 'skip_hint')}</p>
    </div>
  );
}

/** The button names the figures. */
function SubmitAction({ totals, disabled }: { totals: BatchDraft['totals'] | undefined; disabled: boolean }) {
  const t = useWords(payWords);
  const format = useFormat();
  return (
    <div>
      <SubmitButton disabled={disabled} className={classes.action ?? ''}>
        {totals === undefined || totals.valid === 0
          ? t('act')
          : t('act_figures', {
              count: totals.valid,
              amount: format.amount(totals.amount),
              fee: format.amount(totals.fee),
            })}
      </SubmitButton>
    </div>
  );
}

/** Sends under one id until the result is known, even if the session ends meanwhile. */
function useSending(source: 'rows' | 'table', onMade: (batchNo: string) => void, onOutdated: () => void) {
  const [requestId, setRequestId] = useSavedText(`batch ${source} request`, newRequestId);
  const [earlier, setEarlier] = useState<EarlierAttempt>();
  const refresh = useRefresh();
  const submit = useAction(batchCalls, '/batch/submit', {
    refreshes: ['/batch/list', '/payout/list', '/withdrawal/quote', '/user/info'],
    quiet: true,
    background: false,
  });
  const send = async (
    filled: Omit<InputOf<NonNullable<(typeof batchCalls)['calls']>['/batch/submit']>, 'requestId'>,
  ) => {
    try {
      const { batchNo } = await submit.mutateAsync({ ...filled, requestId });
      onMade(batchNo);
    } catch (error) {
      const refusal = error instanceof CallRefused ? error.error : undefined;
      // The earlier request was accepted, so this is another batch, if it is still wanted.
      if (refusal === 'order_conflict') setRequestId(newRequestId());
      setEarlier(error instanceof CallFailed ? 'unsure' : refusal === 'order_conflict' ? 'made_before' : undefined);
      if (refusal === 'rows_wrong' || refusal === 'no_good_rows') {
        onOutdated();
        reportError(error);
      }
      // The figures can show the reason of the refusal: money is on hold, or less is available.
      if (refusal !== undefined) await refresh('/withdrawal/quote', '/user/info');
      throw error;
    }
  };
  return { send, earlier };
}
