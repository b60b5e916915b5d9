/**
 * Many rates at once: of the members that the list's filter selects, or of a file. First what would become of each one, then
 * a reason and the second step, then what became of each one.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { Reason } from '#features/approvals/fields.ts';
import { RateText } from '#features/channels/console/RateText.tsx';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { secondStepFields } from '#features/factors/contract.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { FileDrop } from '#foundation/console/form/FileDrop.tsx';
import { Form, type FormValues, SubmitButton, useForm, WHOLE_FORM } from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { CallFailed, CallRefused } from '#foundation/console/wire/api-errors.ts';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { type CheckedRow, RateChanges, type RateField, type SetRow } from '../../rate-bulk-contract.ts';
import { rateBulkWords } from '../../rate-bulk-words.ts';
import type { RateChannel } from '../../rate-contract.ts';
import { rateFileColumns } from '../../rate-file-words.ts';
import { MAX_BULK } from '../../rate-limits.ts';
import { rateBulkTexts } from '../../rate-texts.ts';
import { rateBulkCalls } from '../calls.ts';
import { SelectField } from '../SelectField.tsx';
import { type RateFileFault, readRates } from './read-rates.ts';
import classes from '../Records.module.css';

export type BulkMode = 'edit' | 'import';

export interface RateFilter {
  q?: string;
  kind?: 'merchant' | 'agent';
  uplineNo?: string;
}

interface RateBulkDrawerProps {
  /** Undefined: closed. */
  mode: BulkMode | undefined;
  filter: RateFilter;
  /** How many members the filter selects. */
  count: number;
  channels: readonly RateChannel[];
  onClose(): void;
}

/** What was checked, with the rows of the file where they come from one. */
interface Checked {
  rows: readonly CheckedRow[];
  file?: { lines: readonly number[]; headings: Partial<Record<RateField, string>> };
}

export function RateBulkDrawer({ mode, onClose, ...props }: RateBulkDrawerProps) {
  const t = useWords(rateBulkWords);
  // Keeps showing the last one while the drawer slides out.
  const [last, setLast] = useState(mode);
  if (mode !== undefined && mode !== last) setLast(mode);
  return (
    <DetailDrawer
      opened={mode !== undefined}
      title={last === undefined ? '' : t(last === 'edit' ? 'edit_many' : 'import')}
      onClose={onClose}
    >
      {mode !== undefined && <Steps key={mode} mode={mode} {...props} />}
    </DetailDrawer>
  );
}

function Steps({ mode, ...props }: Omit<RateBulkDrawerProps, 'mode' | 'onClose'> & { mode: BulkMode }) {
  const [checked, setChecked] = useState<Checked>();
  const [results, setResults] = useState<readonly SetRow[]>();
  const user = useMe().data?.userinfo;
  if (results) return <Results rows={results} />;
  if (checked && user)
    return <CheckedRates checked={checked} user={user} onBack={() => setChecked(undefined)} onSet={setResults} />;
  return mode === 'edit' ? <EditForm {...props} onChecked={setChecked} /> : <ImportForm onChecked={setChecked} />;
}

/** The fields as they are typed; an empty one stays as it is. */
function changesIn({ percent, addPercent, fixed, minFee, maxFee }: FormValues) {
  const typed = { percent, addPercent, fixed, minFee, maxFee };
  return Object.fromEntries(
    Object.entries(typed).flatMap(([name, text = '']) => (text.trim() === '' ? [] : [[name, text.trim()]])),
  );
}

interface EditFormProps {
  filter: RateFilter;
  count: number;
  channels: readonly RateChannel[];
  onChecked(checked: Checked): void;
}

function EditForm({ filter, count, channels, onChecked }: EditFormProps) {
  const t = useWords(rateBulkWords);
  const preview = useAction(rateBulkCalls, '/operator/rate/preview', { quiet: true, background: false });
  const form = useForm<FormValues, RateChanges>({
    schema: RateChanges,
    texts: rateBulkTexts,
    initial: { code: channels[0]?.code ?? '', percent: '', addPercent: '', fixed: '', minFee: '', maxFee: '' },
    input: changesIn,
    onSubmit: async (_changes, values) => {
      const input = { filter, code: values['code'] ?? '', changes: changesIn(values) };
      await shown(form, async () => onChecked(await preview.mutateAsync(input)));
    },
  });
  return (
    <Form form={form} label={t('edit_many')}>
      <p className={classes.quiet}>{t('edit_what', { count })}</p>
      <SelectField
        name="code"
        label={t('channel')}
        options={channels.map(({ code, name }) => ({ value: code, label: name || code }))}
      />
      <div className={classes.pair}>
        <PercentField name="percent" label={t('percent')} placeholder={t('stays')} />
        <PercentField
          name="addPercent"
          label={t('add_percent')}
          placeholder={t('stays')}
          description={t('add_percent_hint')}
          signed
        />
        <AmountField name="fixed" label={t('fixed')} placeholder={t('stays')} allowsZero />
        <AmountField name="minFee" label={t('min_fee')} placeholder={t('stays')} allowsZero />
        <AmountField name="maxFee" label={t('max_fee')} placeholder={t('stays')} allowsZero />
      </div>
      <SubmitButton>{t('look')}</SubmitButton>
    </Form>
  );
}

/** Shows why a call was refused in the form. */
async function shown(
  form: { setError(name: string, message: string): void },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof CallRefused || error instanceof CallFailed)) throw error;
    form.setError(WHOLE_FORM, error.message);
  }
}

const Nothing = z.strictObject({});
const NO_VALUES: FormValues = {};

function ImportForm({ onChecked }: { onChecked(checked: Checked): void }) {
  const t = useWords(rateBulkWords);
  const { language } = useLanguage();
  const [file, setFile] = useState<File>();
  const [fault, setFault] = useState<RateFileFault>();
  const check = useAction(rateBulkCalls, '/operator/rate/check', { quiet: true, background: false });
  const form = useForm<FormValues, z.output<typeof Nothing>>({
    schema: Nothing,
    texts: rateBulkTexts,
    initial: NO_VALUES,
    onSubmit: async () => {
      if (!file) return;
      const read = await readRates(file);
      if (typeof read === 'string') return setFault(read);
      await shown(form, async () => onChecked({ ...(await check.mutateAsync({ rows: read.rows })), file: read }));
    },
  });
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setFault(undefined);
  };
  const heading = (name: RateField): string => rateFileColumns[name][language];
  return (
    <Form form={form} label={t('import')}>
      <p className={classes.quiet}>{t('import_what')}</p>
      <FileDrop
        label={t('file')}
        texts={{
          drop_here: t('drop_here'),
          drop_now: t('drop_now'),
          choose: t('choose'),
          choose_other: t('choose_other'),
          remove: t('remove'),
          limits: t('limits'),
        }}
        name={file?.name}
        wrong={
          fault && t(fault, { member: heading('memberNo'), channel: heading('code'), percent: heading('percent') })
        }
        look="light"
        onChoose={choose}
        onRemove={() => choose(undefined)}
      />
      <SubmitButton disabled={!file}>{t('look')}</SubmitButton>
    </Form>
  );
}

const Typed = z.strictObject({ reason: Reason, ...secondStepFields });

/** Rows that are drawn at once; the others are counted. */
const SHOWN = 200;

interface CheckedRatesProps {
  checked: Checked;
  user: CurrentUser;
  onBack(): void;
  onSet(rows: readonly SetRow[]): void;
}

function CheckedRates({ checked: { rows, file }, user, onBack, onSet }: CheckedRatesProps) {
  const t = useWords(rateBulkWords);
  const faulty = rows.flatMap((row, index) => (row.faults.length > 0 ? [{ row, line: file?.lines[index] }] : []));
  const changing = rows.flatMap((row, index) =>
    row.faults.length === 0 && !row.unchanged ? [{ row, line: file?.lines[index] }] : [],
  );
  const listed = [...faulty, ...changing];
  return (
    <div className={classes.details}>
      <p className={classes.counts} role="status">
        <StatusBadge tone="busy">{t('would_change', { count: changing.length })}</StatusBadge>
        <StatusBadge tone="idle">{t('would_stay', { count: rows.filter((row) => row.unchanged).length })}</StatusBadge>
        {faulty.length > 0 && <StatusBadge tone="bad">{t('has_fault', { count: faulty.length })}</StatusBadge>}
      </p>
      {changing.length > 0 ? (
        <SetForm rows={changing.map(({ row }) => row)} hasFaults={faulty.length > 0} user={user} onSet={onSet} />
      ) : (
        <p className={classes.quiet}>{t('nothing')}</p>
      )}
      <Button variant="default" size="sm" w="fit-content" onClick={onBack}>
        {t('back')}
      </Button>
      <ol className={classes.rows}>
        {listed.slice(0, SHOWN).map(({ row, line }) => (
          <li key={`${line ?? ''} ${row.memberNo} ${row.code}`}>
            <Checking row={row} line={line} headings={file?.headings} />
          </li>
        ))}
      </ol>
      {listed.length > SHOWN && <p className={classes.quiet}>{t('more_rows', { count: listed.length - SHOWN })}</p>}
    </div>
  );
}

interface CheckingProps {
  row: CheckedRow;
  line: number | undefined;
  headings: Partial<Record<RateField, string>> | undefined;
}

function Checking({ row, line, headings }: CheckingProps) {
  const t = useWords(rateBulkWords);
  const { language } = useLanguage();
  const format = useFormat();
  return (
    <span className={classes.cell}>
      <span>
        {line !== undefined && <span className={classes.quiet}>{t('row', { line })} </span>}
        <bdi className={classes.name}>{row.name || row.memberNo}</bdi>{' '}
        <span className={classes.quiet}>
          {row.name !== '' && <MemberLink memberNo={row.memberNo} />} <bdi>{row.code}</bdi>
        </span>
      </span>
      {row.after && (
        <span className={classes.change}>
          {row.before && (
            <>
              <RateText rate={row.before} />
              <span aria-hidden="true">→</span>
            </>
          )}
          <RateText rate={row.after} />
          {row.margin !== null && (
            <span className={classes.quiet}>{t('margin', { amount: format.amount(row.margin) })}</span>
          )}
        </span>
      )}
      {row.faults.map(({ field, error, msg }) => (
        <span key={`${field} ${error}`} className={classes.bad}>
          {line === undefined
            ? msg
            : t('row_fault', { line, column: headings?.[field] ?? rateFileColumns[field][language], what: msg })}
        </span>
      ))}
    </span>
  );
}

interface SetFormProps {
  rows: readonly CheckedRow[];
  hasFaults: boolean;
  user: CurrentUser;
  onSet(rows: readonly SetRow[]): void;
}

function SetForm({ rows, hasFaults, user, onSet }: SetFormProps) {
  const t = useWords(rateBulkWords);
  const step = useSecondStep('strongest' satisfies StepOf<typeof rateBulkCalls, '/operator/rate/setMany'>, user);
  const set = useAction(rateBulkCalls, '/operator/rate/setMany', {
    refreshes: ['/operator/rate/list', '/operator/rate/changes'],
  });
  const sent = rows.slice(0, MAX_BULK);
  const form = useForm<FormValues, z.output<typeof Typed>>({
    schema: Typed,
    texts: rateBulkTexts,
    initial: { reason: '', verifyType: '', verifyCode: '' },
    input: step.input,
    onSubmit: async (typed) => {
      await step.send(form, typed, async () => {
        const wanted = sent.flatMap(({ memberNo, code, before, after }) =>
          before && after ? [{ memberNo, code, ...after, before }] : [],
        );
        onSet((await set.mutateAsync({ rows: wanted, ...typed })).rows);
      });
    },
  });
  return (
    <Form form={form} label={t('set_count', { count: sent.length })}>
      {rows.length > MAX_BULK && <p className={classes.quiet}>{t('first_ones', { most: MAX_BULK })}</p>}
      {hasFaults && <p className={classes.quiet}>{t('left_out')}</p>}
      <TextField name="reason" label={t('reason')} maxLength={200} autoComplete="off" />
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <p className={classes.quiet}>{t('again')}</p>
      <SubmitButton>{t('set_count', { count: sent.length })}</SubmitButton>
    </Form>
  );
}

const outcomes = ['set', 'unchanged', 'refused'] as const;
const tones: Readonly<Record<SetRow['outcome'], Tone>> = { set: 'good', unchanged: 'idle', refused: 'bad' };

function Results({ rows }: { rows: readonly SetRow[] }) {
  const t = useWords(rateBulkWords);
  return (
    <section className={classes.details} aria-label={t('results')}>
      <p className={classes.counts} role="status">
        {outcomes
          .map((outcome) => ({ outcome, count: rows.filter((row) => row.outcome === outcome).length }))
          .filter(({ count }) => count > 0)
          .map(({ outcome, count }) => (
            <StatusBadge key={outcome} tone={tones[outcome]}>
              {t('outcome_count', { outcome: t(`outcome_${outcome}`), count })}
            </StatusBadge>
          ))}
      </p>
      <ol className={classes.rows}>
        {rows.map(({ memberNo, code, outcome, msg }) => (
          <li key={`${memberNo} ${code}`}>
            <span className={classes.cell}>
              <span>
                <MemberLink memberNo={memberNo} /> <bdi className={classes.quiet}>{code}</bdi>
              </span>
              {msg !== null && <span className={classes.bad}>{msg}</span>}
            </span>
            <StatusBadge tone={tones[outcome]}>{t(`outcome_${outcome}`)}</StatusBadge>
          </li>
        ))}
      </ol>
    </section>
  );
}
