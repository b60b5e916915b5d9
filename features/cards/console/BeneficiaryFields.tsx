/** The fields of an account that money can go to: a bank's or Alipay's. Each form has its own words. */
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { type FormValues, useFormState } from '#foundation/console/form/form.tsx';
import { type BeneficiaryType, beneficiaryTypes } from '../beneficiary.ts';
import { BankField } from './BankField.tsx';

export interface BeneficiaryFieldsProps {
  labels: Readonly<Record<'type' | 'type_bank' | 'type_alipay' | 'holder' | 'bank' | 'branch' | 'account', string>>;
  hints?: Readonly<Partial<Record<'holder' | 'branch' | 'account', string | undefined>>>;
}

export function BeneficiaryFields({ labels, hints = {} }: BeneficiaryFieldsProps) {
  const { values, set } = useFormState();
  const isAlipay = isAlipayIn(values);
  return (
    <>
      <div>
        <ChoiceTabs<BeneficiaryType>
          label={labels.type}
          value={isAlipay ? 'alipay' : 'bank'}
          options={beneficiaryTypes.map((value) => ({ value, label: labels[`type_${value}`] }))}
          onChange={(type) => set('type', type)}
        />
      </div>
      <TextField name="holder" label={labels.holder} description={hints.holder} autoComplete="off" maxLength={60} />
      {!isAlipay && (
        <>
          <BankField name="bank" label={labels.bank} />
          <TextField
            name="branch"
            label={labels.branch}
            description={hints.branch}
            autoComplete="off"
            maxLength={100}
          />
        </>
      )}
      <TextField
        name="account"
        label={labels.account}
        description={hints.account}
        {...(isAlipay ? {} : { inputMode: 'numeric' })}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        reading="number"
        maxLength={100}
      />
    </>
  );
}

export function isAlipayIn(values: FormValues): boolean {
  return values['type'] === 'alipay';
}

/** Without the values of hidden fields: an Alipay account has no bank. */
export function withoutHiddenFields<Values extends FormValues>(values: Values): Values {
  return isAlipayIn(values) ? { ...values, bank: '', branch: '' } : values;
}
