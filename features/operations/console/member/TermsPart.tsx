/** A member's settlement, and its fees and limits for withdrawals and payouts; each can be changed. */
import { Checkbox, NativeSelect } from '@mantine/core';
import { z } from 'zod';
import { useRight } from '#features/accounts/console/use-right.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { type FormValues, useFormState } from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { Amount } from '#foundation/core/wire.ts';
import type { MemberTerms } from '../../member-contract.ts';
import { settlementFields, termFieldsOf } from '../../member-fields.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { memberCalls } from '../members/calls.ts';
import { TermFacts } from '../members/MemberDrawer.tsx';
import classes from './Member.module.css';
import type { PartProps } from './part-props.ts';
import { ChangeAct } from './ChangeAct.tsx';
import { Flags } from './Flags.tsx';
import { PartCall } from './PartCall.tsx';

type Kind = 'withdrawal' | 'payout';
const kinds: readonly Kind[] = ['withdrawal', 'payout'];
const refreshes = ['/operator/member/terms', '/operator/member/history'];

export function TermsPart({ member: { memberNo } }: PartProps) {
  const words = useWords(operatorMemberWords);
  const source = useCall(memberCalls, '/operator/member/terms', { memberNo });
  if (!source.data) return <PartCall source={source} />;
  const terms = source.data;
  return (
    <div className={classes.panels}>
      {kinds.map((kind) => (
        <Panel key={kind} title={words(kind)}>
          <TermFacts terms={terms[kind]} />
          <ChangeTerms key={JSON.stringify(terms[kind])} memberNo={memberNo} kind={kind} terms={terms[kind]} />
        </Panel>
      ))}
      <Flags key={JSON.stringify(terms.flags)} memberNo={memberNo} flags={terms.flags} />
      <Settlement key={JSON.stringify(terms.settlement)} memberNo={memberNo} settlement={terms.settlement} />
    </div>
  );
}

const TermsTyped = z.strictObject({ ...termFieldsOf(Amount), ...secondStepFields });

function ChangeTerms({ memberNo, kind, terms }: { memberNo: string; kind: Kind; terms: MemberTerms[Kind] }) {
  const t = useWords(memberPageWords);
  const words = useWords(operatorMemberWords);
  const configures = useRight('terms.configure');
  const setTerms = useAction(memberCalls, '/operator/member/setTerms', { refreshes, quiet: true, background: false });
  if (!configures) return null;
  return (
    <ChangeAct
      title={t('change_terms', { kind: words(kind) })}
      schema={TermsTyped}
      initial={textsOf(terms)}
      input={typedTerms}
      onSend={(input) => setTerms.mutateAsync({ ...input, memberNo, kind })}
    >
      <p>{t('terms_what')}</p>
      <TermFields kind={kind} />
    </ChangeAct>
  );
}

function TermFields({ kind }: { kind: Kind }) {
  const t = useWords(memberPageWords);
  return (
    <>
      <div className={classes.fields}>
        <PercentField name="percent" label={t('percent')} />
        <AmountField name="fixed" label={t('fixed')} allowsZero />
        <AmountField name="minFee" label={t('min_fee')} placeholder={t('empty_none')} allowsZero />
        <AmountField name="maxFee" label={t('max_fee')} placeholder={t('empty_none')} allowsZero />
        <AmountField name="minAmount" label={t('min_amount')} />
        <AmountField name="maxAmount" label={t('max_amount')} />
        <AmountField name="reviewFrom" label={t('review_from')} placeholder={t('empty_never')} />
        {kind === 'withdrawal' && (
          <>
            <TextField
              name="from"
              label={t('opens')}
              placeholder={t('empty_platform')}
              maxLength={5}
              autoComplete="off"
            />
            <TextField
              name="to"
              label={t('closes')}
              placeholder={t('empty_platform')}
              maxLength={5}
              autoComplete="off"
            />
          </>
        )}
      </div>
      <Enabled />
    </>
  );
}

const YES = 'yes';

function Enabled() {
  const t = useWords(memberPageWords);
  const { values, set } = useFormState();
  return (
    <Checkbox
      size="sm"
      label={t('turned_on')}
      checked={values['enabled'] === YES}
      onChange={({ currentTarget }) => set('enabled', currentTarget.checked ? YES : '')}
    />
  );
}

function textsOf({ window, enabled, own: _own, ...terms }: MemberTerms[Kind]): FormValues {
  const texts = Object.entries(terms).map(([name, value]) => [name, value ?? '']);
  return { ...Object.fromEntries(texts), from: window?.from ?? '', to: window?.to ?? '', enabled: enabled ? YES : '' };
}

/** An empty field is no limit. */
function typedTerms({
  minFee,
  maxFee,
  reviewFrom,
  from = '',
  to = '',
  enabled,
  ...values
}: FormValues): Readonly<Record<string, unknown>> {
  const orNone = (text: string | undefined) => (text === undefined || text === '' ? null : text);
  return {
    ...values,
    minFee: orNone(minFee),
    maxFee: orNone(maxFee),
    reviewFrom: orNone(reviewFrom),
    window: from === '' && to === '' ? null : { from, to },
    enabled: enabled === YES,
  };
}

const SettlementTyped = z.strictObject({ ...settlementFields, ...secondStepFields });

function Settlement({ memberNo, settlement }: { memberNo: string; settlement: MemberTerms['settlement'] }) {
  const t = useWords(memberPageWords);
  const words = useWords(operatorMemberWords);
  const format = useFormat();
  const configures = useRight('terms.configure');
  const setSettlement = useAction(memberCalls, '/operator/member/setSettlement', {
    refreshes,
    quiet: true,
    background: false,
  });
  const { mode, days, sameDayRatio } = settlement;
  return (
    <Panel title={words('settlement')}>
      {words('settlement_rule', { mode, days: String(days), ratio: format.percent(sameDayRatio) })}
      {configures && (
        <ChangeAct
          title={t('change_settlement')}
          schema={SettlementTyped}
          initial={{ mode, days: String(days), sameDayRatio }}
          input={({ days: typed = '', ...values }) => ({
            ...values,
            days: /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : typed,
          })}
          onSend={(input) => setSettlement.mutateAsync({ ...input, memberNo })}
        >
          <p>{t('settlement_what')}</p>
          <ModeField />
          <div className={classes.fields}>
            <TextField name="days" label={t('days')} inputMode="numeric" maxLength={2} autoComplete="off" />
            <PercentField name="sameDayRatio" label={t('same_day_ratio')} description={t('same_day_hint')} />
          </div>
        </ChangeAct>
      )}
    </Panel>
  );
}

function ModeField() {
  const t = useWords(memberPageWords);
  const { values, set } = useFormState();
  return (
    <NativeSelect
      name="mode"
      label={t('mode')}
      value={values['mode'] ?? ''}
      onChange={({ currentTarget }) => set('mode', currentTarget.value)}
      data={[
        { value: 'D', label: t('mode_D') },
        { value: 'T', label: t('mode_T') },
      ]}
    />
  );
}
