/** The form by which an agent adds a member: the account, its first rates, and the second step. */
import { useCallback, useState } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NewPasswordField } from '#features/accounts/console/credentials/NewPasswordField.tsx';
import { UsernameField } from '#features/accounts/console/public/UsernameField.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import type { ChannelRow } from '#features/channels/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { ChoiceCards } from '#foundation/console/form/ChoiceCards.tsx';
import { PasswordField, TextField } from '#foundation/console/form/fields.tsx';
import {
  Form,
  type FormState,
  type FormValues,
  SubmitButton,
  useForm,
  useFormState,
  WHOLE_FORM,
} from '#foundation/console/form/form.tsx';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { newRequestId } from '#foundation/console/wire/request-id.ts';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useSavedText } from '#foundation/console/wire/use-saved-input.ts';
import { addWords } from '../../add-words.ts';
import { agentTitles } from '../../screen-titles.ts';
import { AddUser } from '../../tree-contract.ts';
import { agentTexts } from '../../words.ts';
import { treeCalls } from '../calls.ts';
import type { Added } from './AddedPanel.tsx';
import classes from './AddUser.module.css';
import { MarginHelper, RateRows } from './RateRows.tsx';
import { type OwnRate, rateFaults, ratesTyped, type RateTerms, rateValues } from './rate-rows.ts';

export interface AddUserFormProps {
  user: CurrentUser;
  /** Undefined if they could not be loaded: `failure` says why. */
  ownRates: readonly OwnRate[] | undefined;
  channels: readonly ChannelRow[];
  failure: Error | undefined;
  onRetry: () => void;
  onAdded: (added: Added) => void;
}

const KEPT = ['type', 'username', 'mobile', 'remark'] as const;
const EMPTY = {
  type: 'merchant',
  username: '',
  mobile: '',
  password: '',
  confirmPassword: '',
  remark: '',
  margin: '0.10',
  verifyType: '',
  verifyCode: '',
};

export function AddUserForm({ user, ownRates, channels, failure, onRetry, onAdded }: AddUserFormProps) {
  const t = useWords(addWords);
  const title = useWords(agentTitles)('adduser');
  const { currency } = useLocality();
  // The rows stay those that the form started with.
  const [own] = useState<readonly OwnRate[]>(ownRates ?? []);
  const terms: RateTerms = { own, channels, currency };
  const [requestId, setRequestId] = useSavedText('add user request', newRequestId);
  const add = useAction(treeCalls, '/agent/adduser', { refreshes: ['/agent/userlist', '/agent/detail'] });
  const step = useSecondStep('strongest' satisfies StepOf<typeof treeCalls, '/agent/adduser'>, user);
  const stepInput = step.input;
  const input = useCallback(
    (values: FormValues) => {
      const { type, username, mobile, password, confirmPassword, remark } = values;
      const { verifyType, verifyCode } = stepInput(values);
      const rates = ratesTyped(values, { own, currency });
      return { type, username, mobile, password, confirmPassword, remark, rates, requestId, verifyType, verifyCode };
    },
    [stepInput, own, currency, requestId],
  );
  const form = useForm({
    schema: AddUser,
    texts: agentTexts,
    initial: { ...EMPTY, ...rateValues(own) },
    savedAs: { name: 'add user', fields: KEPT },
    input,
    check: (values) => rateFaults(values, terms),
    onSubmit: async (typed, values) => {
      try {
        let opened: Omit<Added, 'password'> | undefined;
        if (!(await step.send(form, typed, async () => (opened = await add.mutateAsync(typed))))) return;
        if (opened) onAdded({ ...opened, password: values['password'] ?? '' });
      } catch (error) {
        if (error instanceof CallRefused) {
          placeRefusal(form, error);
          // The earlier request exists with other content: the next try is another one.
          if (error.error === ('request_conflict' satisfies keyof typeof agentTexts)) setRequestId(newRequestId());
        }
        throw error;
      }
    },
  });
  return (
    <Form form={form} label={title}>
      <Panel title={t('account')}>
        <AccountFields />
      </Panel>
      <Panel title={t('rates')}>
        {failure && (
          <>
            <FailedRows title={t('rates_failed')} error={failure} onRetry={onRetry} />
            <p className={classes.quiet}>{t('rates_default')}</p>
          </>
        )}
        {ownRates?.length === 0 && <EmptyRows title={t('no_rates')} />}
        {own.length > 0 && (
          <div className={classes.fields}>
            <p className={classes.quiet}>{t('rates_hint')}</p>
            <MarginHelper own={own} />
            <RateRows terms={terms} />
          </div>
        )}
      </Panel>
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <div>
        <SubmitButton>{title}</SubmitButton>
      </div>
    </Form>
  );
}

/** Shows a refusal beside the fields that it concerns, or above the button. A wrong code is at its field already. */
function placeRefusal(form: Pick<FormState, 'setError'>, { error, message, fields }: CallRefused): void {
  const field = { username_taken: 'username', mobile_taken: 'mobile', second_step_wrong: 'verifyCode' }[error];
  const placed = Object.entries(field === undefined ? fields : { [field]: message });
  for (const [name, text] of placed.length > 0 ? placed : [[WHOLE_FORM, message] as const]) form.setError(name, text);
}

function AccountFields() {
  const t = useWords(addWords);
  const { values } = useFormState();
  return (
    <div className={classes.fields}>
      <ChoiceCards
        name="type"
        label={t('type')}
        options={(['merchant', 'agent'] as const).map((value) => ({
          value,
          facts: (
            <>
              <strong>{t(value)}</strong>
              <small className={classes.quiet}>{t(`${value}_hint`)}</small>
            </>
          ),
        }))}
      />
      <div className={classes.pair}>
        <UsernameField />
        <TextField
          name="mobile"
          label={t('mobile')}
          description={t('mobile_hint')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          reading="number"
          maxLength={20}
        />
      </div>
      <div className={classes.pair}>
        <NewPasswordField label={t('password')} username={values['username']} />
        <PasswordField
          name="confirmPassword"
          label={t('confirm_password')}
          autoComplete="new-password"
          maxLength={64}
        />
      </div>
      <TextAreaField name="remark" label={t('remark')} description={t('remark_hint')} maxLength={100} rows={2} />
    </div>
  );
}
