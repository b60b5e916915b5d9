/** One file for a bank: what became of each one in it, the file once more, and the bank's result. */
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
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
import { bankFileFormats, type HandState } from '../../hand-payments.ts';
import { handPaymentTexts } from '../../words.ts';
import classes from '../disbursements/Disbursements.module.css';
import { handPaymentCalls, REFRESHED } from './calls.ts';
import { Choice } from './PayByHandDialog.tsx';
import { type ReadResult, readResults, type ResultFault } from './read-results.ts';
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
      {mayAct && isOpen && <Acts fileId={file.fileId} />}
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

function Acts({ fileId }: { fileId: string }) {
  const t = useWords(handPaymentWords);
  const user = useMe().data?.userinfo;
  const [act, setAct] = useState<'again' | 'upload'>();
  if (!user) return null;
  const leave = () => setAct(undefined);
  if (act === 'again') return <AgainForm fileId={fileId} user={user} onLeave={leave} />;
  if (act === 'upload') return <ResultForm fileId={fileId} user={user} onLeave={leave} />;
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
  fileId: string;
  user: CurrentUser;
  onLeave(): void;
}

const Again = z.strictObject({ format: z.enum(bankFileFormats), ...secondStepFields });

function AgainForm({ fileId, user, onLeave }: ActFormProps) {
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
        const file = await save.mutateAsync({ fileId, ...typed });
        saveBankFile(file);
        showToast(t('made_told', { name: file.name }), 'good');
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

function ResultForm({ fileId, user, onLeave }: ActFormProps) {
  const t = useWords(handPaymentWords);
  const [name, setName] = useState<string>();
  const [rows, setRows] = useState<readonly ReadResult[]>([]);
  const [faults, setFaults] = useState<readonly ResultFault[]>([]);
  const step = useSecondStep('strongest', user);
  const apply = useAction(handPaymentCalls, '/operator/disbursement/handResults', { refreshes: REFRESHED });
  const initial = useMemo(() => ({ verifyType: '', verifyCode: '' }), []);
  const form = useForm<FormValues, z.output<typeof Step>>({
    schema: Step,
    texts: handPaymentTexts,
    initial,
    input: step.input,
    onSubmit: async (typed) => {
      if (rows.length === 0) return setFaults([{ word: 'no_results', line: 0 }]);
      const isSent = await step.send(form, typed, () =>
        apply.mutateAsync({ fileId, rows: rows.map((row) => ({ ...row })), ...typed }),
      );
      if (!isSent) return undefined;
      showToast(t('applied_told'), 'good');
      return onLeave();
    },
  });
  const choose = (file: File | undefined) => {
    setName(file?.name);
    setRows([]);
    setFaults([]);
    if (!file) return;
    void readResults(file).then((read) => ('rows' in read ? setRows(read.rows) : setFaults(read.faults)));
  };
  const count = (result: ReadResult['result']) => rows.filter((row) => row.result === result).length;
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
          limits: t('limits'),
        }}
        name={name}
        wrong={undefined}
        look="light"
        onChoose={choose}
        onRemove={() => choose(undefined)}
      />
      {rows.length > 0 && (
        <p className={classes.note} role="status">
          {t('results_sum', { paid: count('paid'), failed: count('failed') })}
        </p>
      )}
      {faults.length > 0 && (
        <ul className={classes.items} role="alert">
          {faults.map(({ word, line }) => (
            <li key={`${word} ${line}`} className={classes.bad}>
              {t(word, { line })}
            </li>
          ))}
        </ul>
      )}
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <Buttons act={t('apply')} onLeave={onLeave} />
    </Form>
  );
}
