/** Files an upstream's statement of one day: it can be tried first, which reads it and saves nothing. */
import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { useLocality } from '#foundation/console/display/format.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { DayInput, useDayFault } from '#foundation/console/form/DayField.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useRefresh } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import type { reconciliationCalls as contract } from '../contract.ts';
import { reconciliationWords } from '../screen-words.ts';
import { REFRESHED } from './calls.ts';
import classes from './Reconciliation.module.css';
import { RECONCILIATION } from './path.ts';
import { StatementDrop } from './StatementDrop.tsx';
import { Trial } from './Trial.tsx';
import { upstreamIdIn, useUpstreams } from './use-upstreams.ts';
import { useStatementFile } from './use-statement-file.ts';

type Calls = (typeof contract)['calls'];
type Filed = OutputOf<Calls['/operator/reconciliation/upload']>;
type Tried = OutputOf<Calls['/operator/reconciliation/saveMapping']>;

export interface UploadButtonProps {
  /** What is chosen at first. */
  upstreamId?: number;
  day?: string;
  quiet?: boolean;
}

export function UploadButton({ upstreamId, day, quiet = false }: UploadButtonProps) {
  const t = useWords(reconciliationWords);
  const mayUpload = useRight('reconciliation.act');
  const [opened, setOpened] = useState(false);
  if (!mayUpload) return null;
  const open = () => setOpened(true);
  return (
    <>
      {quiet ? (
        <PlainButton onClick={open}>{t('upload')}</PlainButton>
      ) : (
        <Button size="sm" onClick={open}>
          {t('upload')}
        </Button>
      )}
      <Dialog opened={opened} title={t('upload')} size="lg" onClose={() => setOpened(false)}>
        <UploadForm upstreamId={upstreamId} day={day} onClose={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

interface UploadFormProps {
  upstreamId: number | undefined;
  day: string | undefined;
  onClose(): void;
}

function UploadForm({ upstreamId: firstUpstream, day: firstDay, onClose }: UploadFormProps) {
  const t = useWords(reconciliationWords);
  const kit = useWords(kitWords);
  const { timeZone } = useLocality();
  const today = dayOf(useToday(), timeZone);
  const refresh = useRefresh();
  const upstreams = useUpstreams();
  const mayTry = useRight('reconciliation.configure');
  const [upstream, setUpstream] = useState(firstUpstream?.toString() ?? '');
  const [day, setDay] = useState(firstDay ?? addDays(today, -1));
  const chosen = useStatementFile();
  const dayFault = useDayFault();
  const [trial, setTrial] = useState<Tried['trial']>(null);
  const [filed, setFiled] = useState<Filed>();
  const mapping = upstreams.find(({ upstreamId }) => upstreamId === upstreamIdIn(upstream));
  const isReady = mapping !== undefined && mapping.mapping !== null;

  const tryIt = async () => {
    setTrial(null);
    const answer = await chosen.send<Tried>('/operator/reconciliation/saveMapping', {
      upstreamId: upstream,
      mapping: JSON.stringify(mapping?.mapping),
    });
    if (answer) setTrial(answer.trial);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!mapping) return chosen.setWrong({ upstreamId: t('choose_upstream') });
    const wrongDay = dayFault(day, { max: today });
    if (wrongDay !== undefined) return chosen.setWrong({ day: wrongDay });
    const answer = await chosen.send<Filed>('/operator/reconciliation/upload', { upstreamId: upstream, day });
    if (!answer) return undefined;
    setFiled(answer);
    return refresh(...REFRESHED);
  };

  if (filed) return <FiledTold filed={filed} onClose={onClose} />;
  return (
    <form className={classes.form} noValidate aria-label={t('upload')} onSubmit={(event) => void submit(event)}>
      <div className={classes.pair}>
        <NativeSelect
          name="upstreamId"
          label={t('upstream')}
          value={upstream}
          error={chosen.wrong['upstreamId']}
          onChange={({ currentTarget }) => {
            setUpstream(currentTarget.value);
            setTrial(null);
          }}
          data={[
            { value: '', label: t('choose_upstream') },
            ...upstreams.map(({ upstreamId, name }) => ({ value: upstreamId.toString(), label: name })),
          ]}
        />
        <DayInput name="day" label={t('day')} value={day} max={today} error={chosen.wrong['day']} onValue={setDay} />
      </div>
      {mapping && (
        <p className={classes.quiet}>
          {mapping.mapping ? t('read_by', { version: mapping.version }) : t('no_mapping')}{' '}
          {mapping.mapping === null && mayTry && (
            <ScreenLink to={RECONCILIATION} search={{ part: 'mappings', open: upstream }} className={classes.link}>
              {t('make_mapping')}
            </ScreenLink>
          )}
        </p>
      )}
      <StatementDrop
        chosen={{
          ...chosen,
          choose: (file) => {
            setTrial(null);
            chosen.choose(file);
          },
        }}
      />
      {trial && <Trial trial={trial} />}
      {chosen.wrong[''] !== undefined && (
        <p className={classes.wrong} role="alert">
          {chosen.wrong['']}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        {mayTry && (
          <Button
            variant="light"
            title={t('try_hint')}
            disabled={!isReady || chosen.share !== undefined}
            onClick={() => void tryIt()}
          >
            {t('try')}
          </Button>
        )}
        <Button type="submit" disabled={trial !== null && trial.faults.length > 0} loading={chosen.share !== undefined}>
          {t('file_it')}
        </Button>
      </div>
    </form>
  );
}

function FiledTold({ filed: { outcome, rows, replaced }, onClose }: { filed: Filed; onClose(): void }) {
  const t = useWords(reconciliationWords);
  return (
    <div className={classes.form}>
      <p className={classes.text} role="status">
        {outcome === 'unchanged' ? t('unchanged') : t('filed', { rows })}
        {replaced !== null && ` ${t('replaced', replaced)}`}
      </p>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}
