/** How an upstream's statements are read: chosen with a sample at hand, tried on it, and saved as a new version. */
import { Button, NativeSelect } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { reconciliationCalls as contract, UpstreamMapping } from '../../contract.ts';
import { columnNames, dateForms, encodings, lineKinds, Mapping } from '../../mapping.ts';
import { mappingWords } from '../../mapping-screen-words.ts';
import { reconciliationWords } from '../../screen-words.ts';
import { reconciliationTexts } from '../../words.ts';
import { reconciliationCalls } from '../calls.ts';
import classes from '../Reconciliation.module.css';
import { StatementDrop } from '../StatementDrop.tsx';
import { Trial } from '../Trial.tsx';
import { useStatementFile } from '../use-statement-file.ts';
import { columnField, draftOf, mappingIn } from './mapping-draft.ts';
import { Meanings } from './Meanings.tsx';
import { readHeadings } from './read-headings.ts';

type Tried = OutputOf<(typeof contract)['calls']['/operator/reconciliation/saveMapping']>;

export interface MappingEditorProps {
  upstream: UpstreamMapping;
  onClose(): void;
}

export function MappingEditor(props: MappingEditorProps) {
  const user = useMe().data?.userinfo;
  return user ? <Editor {...props} user={user} /> : null;
}

const Typed = z.strictObject({ mapping: Mapping, ...secondStepFields });

function Editor({ upstream, onClose, user }: MappingEditorProps & { user: CurrentUser }) {
  const t = useWords(mappingWords);
  const words = useWords(reconciliationWords);
  const { timeZone } = useLocality();
  const sample = useStatementFile();
  const [headings, setHeadings] = useState<readonly string[]>([]);
  const [trial, setTrial] = useState<Tried['trial']>(null);
  const { form, step } = useMappingForm(upstream, user, timeZone, onClose);
  const choose = (file: File | undefined) => {
    setTrial(null);
    sample.choose(file);
    if (file) void readHeadings(file).then(setHeadings);
    else setHeadings([]);
  };
  const tryIt = async () => {
    setTrial(null);
    const answer = await sample.send<Tried>('/operator/reconciliation/saveMapping', {
      upstreamId: upstream.upstreamId.toString(),
      mapping: JSON.stringify(mappingIn(form.values)),
    });
    if (answer) setTrial(answer.trial);
  };
  const others = Object.entries(sample.wrong).filter(([name]) => name !== 'file');
  const isTable = form.values['mapping.format'] === 'table';
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <h2>
          <bdi>{t('title', { upstream: upstream.name })}</bdi>
        </h2>
        <PlainButton onClick={onClose}>{t('back')}</PlainButton>
      </div>
      <Panel title={t('sample')}>
        <div className={classes.form}>
          <p className={classes.quiet}>{t('sample_hint')}</p>
          <StatementDrop chosen={{ ...sample, choose }} label={t('sample')} />
          {others.map(([name, message]) => (
            <p key={name} className={classes.wrong} role="alert">
              {message}
            </p>
          ))}
          {trial && <Trial trial={trial} />}
        </div>
      </Panel>
      <Panel>
        <Form form={form} label={t('title', { upstream: upstream.name })}>
          <div className={classes.pair}>
            <Choice
              name="mapping.format"
              label={t('format')}
              options={(['table', 'camt053', 'mt940'] as const).map((value) => [value, t(`format_${value}`)])}
            />
            <TextField
              name="mapping.feeTolerance"
              label={t('fee_tolerance')}
              description={t('fee_tolerance_hint')}
              inputMode="decimal"
              maxLength={20}
            />
          </div>
          {isTable ? (
            <TableFields headings={headings} />
          ) : (
            <div className={classes.pair}>
              <TextField name="mapping.account" label={t('account')} maxLength={100} />
              {(['credits', 'debits'] as const).map((name) => (
                <Choice
                  key={name}
                  name={`mapping.${name}`}
                  label={t(name)}
                  options={lineKinds.map((kind) => [kind, words(`kind_${kind}`)])}
                />
              ))}
            </div>
          )}
          <p className={classes.quiet}>{t('save_hint')}</p>
          <SecondStep methods={step.methods} mobile={user.mobile} />
          <div className={classes.buttons}>
            <Button
              variant="light"
              disabled={sample.file === undefined || sample.share !== undefined}
              onClick={() => void tryIt()}
            >
              {t('try')}
            </Button>
            <SubmitButton>{t('save')}</SubmitButton>
          </div>
        </Form>
      </Panel>
    </div>
  );
}

function useMappingForm(upstream: UpstreamMapping, user: CurrentUser, timeZone: string, onClose: () => void) {
  const t = useWords(mappingWords);
  const step = useSecondStep(
    'strongest' satisfies StepOf<typeof reconciliationCalls, '/operator/reconciliation/saveMapping'>,
    user,
  );
  const save = useAction(reconciliationCalls, '/operator/reconciliation/saveMapping', {
    refreshes: ['/operator/reconciliation/mappings'],
  });
  const stepInput = step.input;
  const input = useCallback(
    (values: FormValues) => {
      const { verifyType, verifyCode } = stepInput(values);
      return { mapping: mappingIn(values), verifyType, verifyCode };
    },
    [stepInput],
  );
  const initial = useMemo(
    () => ({ ...draftOf(upstream.mapping, timeZone), verifyType: '', verifyCode: '' }),
    [upstream, timeZone],
  );
  const { upstreamId, version: replaces } = upstream;
  const form = useForm<FormValues, z.output<typeof Typed>>({
    schema: Typed,
    texts: reconciliationTexts,
    initial,
    input,
    onSubmit: async (typed) => {
      const isSent = await step.send(form, typed, async () => {
        const { version } = await save.mutateAsync({ upstreamId, replaces, ...typed });
        showToast(t('saved_told', { version: version ?? 0 }), 'good');
      });
      if (isSent) onClose();
    },
  });
  return { form, step };
}

function TableFields({ headings }: { headings: readonly string[] }) {
  const t = useWords(mappingWords);
  const words = useWords(reconciliationWords);
  const { values } = useFormState();
  const has = (column: 'kind' | 'status') => (values[columnField(column)] ?? '').trim() !== '';
  return (
    <>
      <DetailSection title={t('columns')}>
        <p className={classes.quiet}>{t('columns_hint')}</p>
        <div className={classes.pair}>
          {columnNames.map((name) => (
            <ColumnField key={name} name={columnField(name)} label={t(columnLabels[name])} headings={headings} />
          ))}
        </div>
      </DetailSection>
      {has('kind') ? (
        <Meanings
          name="mapping.kinds"
          label={t('kinds')}
          options={lineKinds.map((kind) => [kind, words(`kind_${kind}`)])}
        />
      ) : (
        <Choice
          name="mapping.kind"
          label={t('one_kind')}
          options={lineKinds.map((kind) => [kind, words(`kind_${kind}`)])}
        />
      )}
      {has('status') && (
        <Meanings
          name="mapping.statuses"
          label={t('statuses')}
          options={(['success', 'pending', 'failed'] as const).map((status) => [status, words(`status_${status}`)])}
        />
      )}
      <Forms />
    </>
  );
}

const columnLabels = {
  reference: 'column_reference',
  ownNumber: 'column_own_number',
  amount: 'column_amount',
  fee: 'column_fee',
  time: 'column_time',
  kind: 'column_kind',
  status: 'column_status',
} as const satisfies Record<(typeof columnNames)[number], keyof typeof mappingWords>;

/** How numbers, dates and cells are written. */
function Forms() {
  const t = useWords(mappingWords);
  return (
    <div className={classes.pair}>
      <Choice
        name="mapping.amounts"
        label={t('amounts')}
        options={[
          ['byKind', t('amounts_byKind')],
          ['signed', t('amounts_signed')],
        ]}
      />
      <Choice
        name="mapping.decimal"
        label={t('decimal')}
        options={[
          ['.', '.'],
          [',', ','],
        ]}
      />
      <Choice
        name="mapping.thousands"
        label={t('thousands')}
        options={[
          ['', t('separator_none')],
          [',', ','],
          ['.', '.'],
          [' ', t('separator_space')],
          ["'", "'"],
        ]}
      />
      <Choice
        name="mapping.dateForm"
        label={t('date_form')}
        options={dateForms.map((form) => [form, examples[form]])}
      />
      <TextField name="mapping.timeZone" label={t('time_zone')} maxLength={64} />
      <TextField name="mapping.headerRow" label={t('header_row')} inputMode="numeric" maxLength={3} />
      <TextField name="mapping.footerRows" label={t('footer_rows')} inputMode="numeric" maxLength={3} />
      <TextField name="mapping.sheet" label={t('sheet')} maxLength={100} />
      <Choice name="mapping.encoding" label={t('encoding')} options={encodings.map((one) => [one, one])} />
      <Choice
        name="mapping.separator"
        label={t('separator')}
        options={[
          [',', ','],
          [';', ';'],
          ['\t', t('separator_tab')],
          ['|', '|'],
        ]}
      />
    </div>
  );
}

/** Each date form as a file writes it. */
const examples = {
  iso: '2026-11-20T09:30:00+08:00',
  ymd: '2026-11-20 09:30:00',
  dmy: '20/11/2026 09:30',
  mdy: '11/20/2026 9:30 AM',
  compact: '20261120093000',
  unix: '1795138200',
} as const satisfies Record<(typeof dateForms)[number], string>;

interface ChoiceProps {
  name: string;
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

function Choice({ name, label, options }: ChoiceProps) {
  const { values, errors, set } = useFormState();
  return (
    <NativeSelect
      name={name}
      label={label}
      value={values[name] ?? ''}
      error={errors[name]}
      onChange={({ currentTarget }) => set(name, currentTarget.value)}
      data={options.map(([value, text]) => ({ value, label: text }))}
    />
  );
}

/** With a sample, its headings are chosen from; else the heading is typed. */
function ColumnField({ name, label, headings }: { name: string; label: string; headings: readonly string[] }) {
  const t = useWords(mappingWords);
  const { values } = useFormState();
  const value = values[name] ?? '';
  if (headings.length === 0) return <TextField name={name} label={label} maxLength={100} />;
  const known = value === '' || headings.includes(value) ? headings : [value, ...headings];
  return (
    <Choice
      name={name}
      label={label}
      options={[['', t('column_none')], ...known.map((heading) => [heading, heading] as const)]}
    />
  );
}
