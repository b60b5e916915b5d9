/** The form of one call, made from the gateway's contract. */
import { useCallback } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { NO_PAYMENT_PROOF, PaymentProof } from '#features/accounts/console/PaymentProof.tsx';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { type GatewayField, gatewayCalls, type GatewayPath } from '#features/gateway/contract.ts';
import { DEMO_NOTIFY_PATH } from '#features/gateway/demo-shop.ts';
import { fieldForms } from '#features/gateway/forms.ts';
import { gatewayMeanings } from '#features/gateway/reference-words.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import { TextAreaField } from '#foundation/console/form/TextAreaField.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { PlainSelect } from '#foundation/console/display/plain.tsx';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { PROVEN_PATH, TryCall } from '../../try-contract.ts';
import { tryTexts, tryWords } from '../../try-words.ts';
import { tryCalls } from '../calls.ts';
import classes from './Try.module.css';
import type { Trial } from './TrialResult.tsx';

export interface TrialFormProps {
  path: GatewayPath;
  signType: SignTypeName;
  user: CurrentUser;
  codes: readonly string[];
  origin: string | undefined;
  /** The last answer for this call and sign type. */
  trial: Trial | undefined;
  onTried(trial: Trial): void;
}

export function TrialForm({ path, signType, user, codes, origin, trial, onTried }: TrialFormProps) {
  const t = useWords(tryWords);
  const send = useAction(tryCalls, '/apisettings/try', {
    refreshes: path === PROVEN_PATH ? ['/user/info', '/payout/list'] : ['/order/list'],
  });
  const step = useSecondStep('strongest' satisfies StepOf<typeof tryCalls, '/apisettings/try'>, user);
  const stepInput = step.input;
  const names = fieldsOf(path);
  const isProven = path === PROVEN_PATH;
  const needsProof = isProven && (signType !== 'RSA-SHA256' || trial !== undefined);
  const headers = trial?.headers;
  const input = useCallback(
    (values: FormValues) => inputOf({ path, signType, headers, needsProof }, stepInput(values)),
    [path, signType, headers, needsProof, stepInput],
  );
  const form = useForm<FormValues, TryInput>({
    schema: TryCall,
    texts: tryTexts,
    initial: { ...initialOf(names, { path, codes, origin }), sign: '', ...NO_PAYMENT_PROOF },
    input,
    onSubmit: async (typed) => {
      const tried = async () => onTried(await send.mutateAsync(typed));
      if (needsProof) await step.send(form, typed, tried);
      else await tried();
    },
  });
  const isRsa = signType === 'RSA-SHA256';
  return (
    <Form form={form} label={t('form')}>
      {names.map((name) => (
        <FieldOf key={name} name={name} codes={codes} />
      ))}
      {isRsa && <p className={classes.hint}>{t('rsa_hint')}</p>}
      {isRsa && trial !== undefined && (
        <TextAreaField name="sign" label={t('rsa_signature')} maxLength={2048} rows={4} />
      )}
      {isProven && <p className={classes.hint}>{t('payout_moves')}</p>}
      {needsProof && <PaymentProof step={step} user={user} />}
      <div>
        <SubmitButton>{t(isRsa && trial === undefined ? 'rsa_text' : 'send')}</SubmitButton>
      </div>
    </Form>
  );
}

type TryInput = ReturnType<(typeof TryCall)['parse']>;

function FieldOf({ name, codes }: { name: GatewayField; codes: readonly string[] }) {
  const translate = usePhrase();
  const { values, set } = useFormState();
  const choices = name === 'channel' ? codes : (fieldForms[name].values ?? []);
  const hint = translate(gatewayMeanings[name]);
  if (choices.length > 1)
    return (
      <label className={classes.choice}>
        <code>{name}</code>
        <small>{hint}</small>
        <PlainSelect
          name={name}
          value={values[name] ?? ''}
          options={choices.map((value) => ({ value, label: value }))}
          onChange={(event) => set(name, event.currentTarget.value)}
        />
      </label>
    );
  if (name === 'amount') return <AmountField name={name} label={<code>{name}</code>} description={hint} />;
  return <TextField name={name} label={<code>{name}</code>} description={hint} autoComplete="off" spellCheck={false} />;
}

function fieldsOf(path: GatewayPath): readonly GatewayField[] {
  const { required, optional }: { required: readonly GatewayField[]; optional: readonly GatewayField[] } =
    gatewayCalls[path];
  return [...required, ...optional];
}

/** Required fields start with an example, the others empty. Each form has an order number of its own. */
function initialOf(
  names: readonly GatewayField[],
  { path, codes, origin }: { path: GatewayPath; codes: readonly string[]; origin: string | undefined },
): FormValues {
  const required: readonly GatewayField[] = gatewayCalls[path].required;
  const own: Partial<Record<GatewayField, string>> = {
    orderNo: path.endsWith('/create') ? `TRY-${Math.floor(Date.now() / 1000)}` : '',
    channel: codes[0] ?? fieldForms.channel.example,
    ...(origin === undefined ? {} : { notifyUrl: origin + DEMO_NOTIFY_PATH }),
    ...(path === PROVEN_PATH ? { bank: fieldForms.bank.example } : {}),
  };
  return Object.fromEntries(
    names.map((name) => [name, own[name] ?? (required.includes(name) ? fieldForms[name].example : '')]),
  );
}

function inputOf(
  {
    path,
    signType,
    headers,
    needsProof,
  }: {
    path: GatewayPath;
    signType: SignTypeName;
    headers: Trial['headers'] | undefined;
    needsProof: boolean;
  },
  values: FormValues,
): unknown {
  const fields = Object.fromEntries(fieldsOf(path).flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  const signature =
    signType === 'RSA-SHA256' && headers !== undefined
      ? {
          timestamp: headers['X-Timestamp'] ?? '',
          nonce: headers['X-Nonce'] ?? '',
          sign: (values['sign'] ?? '').replaceAll(/\s/g, ''),
        }
      : undefined;
  return {
    path,
    fields,
    signType,
    ...(signature === undefined ? {} : { signature }),
    ...(needsProof
      ? { payPassword: values['payPassword'], verifyType: values['verifyType'], verifyCode: values['verifyCode'] }
      : {}),
  };
}
