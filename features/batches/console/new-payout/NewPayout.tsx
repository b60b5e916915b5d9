/** One payout, filled in as a form: a batch of one row, checked and paid like any other. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { z } from 'zod';
import { BeneficiaryFields, isAlipayIn, withoutHiddenFields } from '#features/cards/console/BeneficiaryFields.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
import { amountFieldFault } from '#foundation/console/form/amount-fault.ts';
import { amountWords } from '#foundation/console/form/amount-words.ts';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { fieldFault } from '#foundation/console/form/field-fault.ts';
import { Form, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { columnWords } from '../../column-words.ts';
import { batchColumns, type RowTexts } from '../../columns.ts';
import { checkRow } from '../../rules.ts';
import { newPayoutWords } from '../../screen-words.ts';
import { batchTexts } from '../../words.ts';
import type { GridRow } from '../manual/grid-rows.ts';
import { useCheckedGrid } from '../manual/use-checked-grid.ts';
import { PayBatch } from '../pay/PayBatch.tsx';
import classes from './NewPayout.module.css';

const BLANK = { amount: '', type: 'bank', holder: '', bank: '', branch: '', account: '' };
const TEXTS = { ...amountWords, ...batchTexts };
/** The rules are in `check`, because they depend on the platform's currency. */
const Typed = z.record(z.string(), z.string());
const NO_ROW: readonly GridRow[] = [];

export function NewPayout() {
  const t = useWords(newPayoutWords);
  const navigate = useNavigate();
  const { currency } = useLocality();
  const { language } = useLanguage();
  const faultsOf = (values: RowTexts) => {
    const judged = checkRow(withoutHiddenFields(values), { currency });
    return 'good' in judged ? [] : Object.entries(judged.faults);
  };
  const form = useForm({
    schema: Typed,
    texts: TEXTS,
    initial: BLANK,
    savedAs: { name: 'new payout', fields: batchColumns },
    check: (values) => {
      const amount = amountFieldFault('amount', values.amount, { currency, language });
      const others = faultsOf(values).filter(([column]) => column !== 'amount');
      return [
        ...(typeof amount === 'bigint' ? [] : [amount]),
        ...others.map(([column, fault]) => fieldFault(column, fault.word, fault.values)),
      ];
    },
    onSubmit: async () => undefined,
  });
  const { values } = form;
  const isFilled = faultsOf(values).length === 0;
  const rows = useMemo(() => (isFilled ? [{ id: 1, texts: withoutHiddenFields(values) }] : NO_ROW), [isFilled, values]);
  const checked = useCheckedGrid(rows);
  const refused = rows[0] && checked.checkedRows.get(rows[0].texts)?.errors;
  const onMade = (batchNo: string) => {
    form.reset();
    void navigate({ to: '/repay/batch', search: { no: batchNo } });
  };
  return (
    <div className={classes.root}>
      {/* What the server refuses, such as an amount beyond its limits, stands beside what the browser finds. */}
      <Form form={{ ...form, errors: { ...refused, ...form.errors } }} label={t('new_payout')}>
        <PayeeFields />
      </Form>
      {isFilled ? (
        <PayBatch draft={checked.draft} fileName={null} onMade={onMade} onOutdated={checked.checkAgain} />
      ) : (
        <p className={classes.quiet}>{t('cost_later')}</p>
      )}
    </div>
  );
}

function PayeeFields() {
  const t = useWords(newPayoutWords);
  const column = useWords(columnWords);
  const { values } = useFormState();
  return (
    <>
      <AmountField name="amount" label={column('column_amount')} size="large" data-autofocus />
      <BeneficiaryFields
        labels={{
          type: column('column_type'),
          type_bank: column('type_bank'),
          type_alipay: column('type_alipay'),
          holder: column('column_holder'),
          bank: column('column_bank'),
          branch: column('column_branch'),
          account: column('column_account'),
        }}
        hints={{ branch: t('branch_hint'), account: isAlipayIn(values) ? t('alipay_hint') : undefined }}
      />
    </>
  );
}
