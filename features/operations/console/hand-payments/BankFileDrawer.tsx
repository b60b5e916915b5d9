/** One file for a bank: what became of each one in it, the file once more, and the bank's result. */
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useRight } from '#features/accounts/console/use-right.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { DetailSkeleton, DetailTitle } from '#foundation/console/display/detail.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { FileDrop } from '#foundation/console/form/FileDrop.tsx';
import { Form, type FormValues, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import type { HandFile } from '../../hand-payment-contract.ts';
import { handPaymentWords } from '../../hand-payment-words.ts';
import { bankFileFormats, type HandResult, type HandState } from '../../hand-payments.ts';
import { handPaymentTexts } from '../../words.ts';
import classes from '../disbursements/Disbursements.module.css';
import { handPaymentCalls, REFRESHED } from './calls.ts';
import { Choice } from './PayByHandDialog.tsx';
import { MAX_RESULT_BYTES, readResults } from './read-results.ts';
import type { CheckedResults, ResultFault } from './results.ts';
import { saveBankFile } from './save-bank-file.ts';

const REFETCH_MS = 10_000;

export function BankFileDrawer({ fileId, onClose }: { fileId: string | undefined; onClose(): void }) {
  const t = useWords(handPaymentWords);
  const last = useLast(fileId);
  return (
    <DetailDrawer
      opened={fileId !== undefined}
      title={<DetailTitle kind={t('file')} number={last?.slice(0, 8)} />}
      onClose={onClose}
    >
      {last !== undefined && <One key={last} fileId={last} />}
    </DetailDrawer>
  );
}

function One({ fileId }: { fileId: string }) {
  const t = useWords(handPaymentWords);
  const { data, error, refetch } = useCall(
    handPaymentCalls,
    '/operator/disbursement/fileDetail',
    { fileId },
    { refetchEveryMs: REFETCH_MS, keepPrevious: false },
  );
  if (data) return <Shown file={data} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={2} />;
}

const tones: Readonly<Record<'waiting' | HandState, Tone>> = {
  waiting: 'idle',
  refused: 'idle',
  taken: 'busy',
  proposed: 'warn',
  paid: 'good',
  failed: 'bad',
};

function Shown({ file }: { file: HandFile }) {
  const t = useWords(handPaymentWords);
  const { language } = useLanguage();
  const format = useFormat();
  const mayAct = useRight('disbursements.act');
  const isOpen = file.rows.some(({ state }) => state === 'taken' || state === 'proposed');
  return (
    <div className={classes.results}>
      <p className={classes.what}>
        {t('made', { operator: file.madeBy, time: format.dateTime(file.madeAt) })} · <bdi>{file.reason}</bdi>
      </p>
      <Facts figures>
        <Fact label={t('sum')}>
          <Amount value={file.amount} />
        </Fact>
        <Fact label={t('day')}>{format.day(file.day)}</Fact>
        <Fact label={t('payer_name')}>
          <bdi>{file.payerName}</bdi>
        </Fact>
        <Fact label={t('payer_account')}>
          <bdi>{file.payerAccount}</bdi>
        </Fact>
      </Facts>
      <div className={classes.actions}>
        <ExportButton
          kind="handPayment"
          filter={{ fileId: file.fileId }}
          counted={(count) => t('counted', { count })}
        />
      </div>
      {mayAct && isOpen && <Acts file={file} />}
      <ol className={classes.items}>
        {file.rows.map((row) => (
          <li key={row.orderNo} className={classes.item}>
            <p className={classes.itemHead}>
              <ScreenLink
                to="/operator/disbursements"
                search={{ q: row.orderNo, open: `${row.memberNo}-${row.orderNo}` }}
                className={classes.link}
              >
                {row.orderNo}
              </ScreenLink>
              <StatusBadge tone={tones[row.state]}>{t(`state_${row.state}`)}</StatusBadge>
              <span className={classes.end}>
                <Amount value={row.amount} />
              </span>
            </p>
            <p className={classes.quiet}>
              <bdi>
                {[
                  row.holder,
                  row.bankReference,
                  row.failReason,
                  row.error !== null && fieldMessage(row.error, {}, handPaymentTexts, language),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Acts({ file }: { file: HandFile }) {
  const t = useWords(handPaymentWords);
  const user = useMe().data?.userinfo;
  const [act, setAct] = useState<'again' | 'upload'>();
  if (!user) return null;
  const leave = () => setAct(undefined);
  if (act === 'again') return <AgainForm file={file} user={user} onLeave={leave} />;
  if (act === 'upload') return <ResultForm file={file} user={user} onLeave={leave} />;
  return (
    <div className={classes.actions}>
      <Button size="sm" onClick={() => setAct('upload')}>
        {t('upload')}
      </Button>
      <Button size="sm" variant="default" onClick={() => setAct('again')}>
        {t('again')}
      </Button>
    </div>
  );
}

interface ActFormProps {
  file: HandFile;
  user: CurrentUser;
  onLeave(): void;
}

const Again = z.strictObject({ format: z.enum(bankFileFormats), ...secondStepFields });

function AgainForm({ file: { fileId }, user, onLeave }: ActFormProps) {
  const t = useWords(handPaymentWords);
  const step = useSecondStep('strongest', user);
  const save = useAction(handPaymentCalls, '/operator/disbursement/bankFile');
  const form = useForm<FormValues, z.output<typeof Again>>({
    schema: Again,
    texts: handPaymentTexts,
    initial: { format: 'csv', verifyType: '', verifyCode: '' },
    input: step.input,
    onSubmit: async (typed) => {
      const isSent = await step.send(form, typed, async () => {
        const saved = await save.mutateAsync({ fileId, ...typed });
        saveBankFile(saved);
        showToast(t('made_told', { name: saved.name }), 'good');
      });
      if (isSent) onLeave();
    },
  });
  return (
    <Form form={form} label={t('again')}>
      <p className={classes.what}>{t('again_what')}</p>
      <Choice
        name="format"
        label={t('format')}
        options={bankFileFormats.map((format) => [format, t(`format_${format}`)] as const)}
      />
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <Buttons act={t('again')} onLeave={onLeave} />
    </Form>
  );
}

function Buttons({ act, onLeave }: { act: ReactNode; onLeave(): void }) {
  const kit = useWords(kitWords);
  return (
    <div className={classes.buttons}>
      <Button variant="default" onClick={onLeave}>
        {kit('cancel')}
      </Button>
      <SubmitButton>{act}</SubmitButton>
    </div>
  );
}

const Step = z.strictObject(secondStepFields);

/** Browsers show these first; the file's bytes decide its type. */
const RESULT_TYPES = '.csv,.xlsx,.xml,text/csv,application/xml,text/xml';
const MEGABYTES = MAX_RESULT_BYTES / 1_048_576;
const NOTHING: CheckedResults = { rows: [], open: [], kept: [] };

function ResultForm({ file, user, onLeave }: ActFormProps) {
  const { fileId } = file;
  const t = useWords(handPaymentWords);
  const [name, setName] = useState<string>();
  // A large file that was replaced is read to its end, and shown no more.
  const latest = useRef<File>(undefined);
  const [results, setResults] = useState(NOTHING);
  const [faults, setFaults] = useState<readonly ResultFault[]>([]);
  const step = useSecondStep('strongest', user);
  const apply = useAction(handPaymentCalls, '/operator/disbursement/handResults', { refreshes: REFRESHED });
  const initial = useMemo(() => ({ verifyType: '', verifyCode: '' }), []);
  const { rows } = results;
  const form = useForm<FormValues, z.output<typeof Step>>({
    schema: Step,
    texts: handPaymentTexts,
    initial,
    input: step.input,
    onSubmit: async (typed) => {
      // What is wrong with a file, or still open in it, is shown already.
      if (rows.length === 0) {
        if (faults.length === 0) setFaults([{ word: 'no_results', line: 0 }]);
        return;
      }
      const isSent = await step.send(form, typed, () =>
        apply.mutateAsync({ fileId, rows: rows.map((row) => ({ ...row })), ...typed }),
      );
      if (!isSent) return;
      showToast(t('applied_told'), 'good');
      onLeave();
    },
  });
  const choose = (chosen: File | undefined) => {
    setName(chosen?.name);
    setResults(NOTHING);
    setFaults([]);
    latest.current = chosen;
    if (!chosen) return;
    void readResults(chosen, file).then((read) => {
      if (latest.current !== chosen) return;
      if ('rows' in read) setResults(read);
      else setFaults(read.faults);
    });
  };
  return (
    <Form form={form} label={t('upload')}>
      <p className={classes.what}>{t('upload_what')}</p>
      <FileDrop
        label={t('result_file')}
        texts={{
          drop_here: t('drop_here'),
          drop_now: t('drop_now'),
          choose: t('choose_file'),
          choose_other: t('choose_other'),
          remove: t('remove'),
          limits: t('limits', { megabytes: MEGABYTES }),
        }}
        name={name}
        wrong={undefined}
        look="light"
        accept={RESULT_TYPES}
        onChoose={choose}
        onRemove={() => choose(undefined)}
      />
      <Read results={results} />
      {faults.length > 0 && (
        <ul className={classes.items} role="alert">
          {faults.map(({ word, line, text = '' }) => (
            <li key={`${word} ${line} ${text}`} className={classes.bad}>
              {t(word, { line, text, megabytes: MEGABYTES })}
            </li>
          ))}
        </ul>
      )}
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <Buttons act={t('apply')} onLeave={onLeave} />
    </Form>
  );
}

/** What the chosen file says, before it is applied: why some are not paid, and which are still open. */
function Read({ results: { rows, open, kept } }: { results: CheckedResults }) {
  const t = useWords(handPaymentWords);
  if (rows.length + open.length + kept.length === 0) return null;
  const count = (result: HandResult) => rows.filter((row) => row.result === result).length;
  const failed = rows.filter(({ result }) => result === 'failed');
  return (
    <div className={classes.results} role="status">
      <p className={classes.note}>
        {t('results_sum', { paid: count('paid'), failed: count('failed') })}
        {open.length > 0 && ` · ${t('open_what', { count: open.length })}`}
      </p>
      <ul className={classes.items}>
        {failed.map(({ orderNo, reason }) => (
          <SaidItem key={orderNo} number={orderNo} tone="bad" label={t('said_failed')} what={reason} />
        ))}
        {kept.map(({ orderNo, status }) => (
          <SaidItem key={orderNo} number={orderNo} tone="warn" label={t('said_kept')} what={status} />
        ))}
        {open.map(({ orderNo, status, reason }) => (
          <SaidItem
            key={orderNo}
            number={orderNo}
            tone="busy"
            label={t('said_open')}
            what={reason === status ? status : `${status} · ${reason}`}
          />
        ))}
      </ul>
    </div>
  );
}

interface SaidItemProps {
  number: string;
  tone: Tone;
  label: string;
  what: string;
}

function SaidItem({ number, tone, label, what }: SaidItemProps) {
  return (
    <li className={classes.item}>
      <p className={classes.itemHead}>
        <span className={classes.number}>{number}</span>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </p>
      <p className={classes.quiet}>
        <bdi>{what}</bdi>
      </p>
    </li>
  );
}
