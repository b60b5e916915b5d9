/** Decides differences by the exported sheet, whose columns for act, outcome and reason a person filled in. */
import { Button } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useRefresh } from '#foundation/console/wire/use-call.ts';
import { differenceWords } from '../../difference-words.ts';
import type { Changed } from '../../matching-contract.ts';
import { REFRESHED } from '../calls.ts';
import classes from '../Reconciliation.module.css';
import { StatementDrop } from '../StatementDrop.tsx';
import { useStatementFile } from '../use-statement-file.ts';
import { Result } from './DecideDialog.tsx';

const MAX_MEGABYTES = 8;

export function SheetButton() {
  const t = useWords(differenceWords);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <PlainButton onClick={() => setOpened(true)}>{t('sheet')}</PlainButton>
      <Dialog opened={opened} title={t('sheet')} onClose={() => setOpened(false)}>
        <SheetForm onClose={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function SheetForm({ onClose }: { onClose(): void }) {
  const t = useWords(differenceWords);
  const kit = useWords(kitWords);
  const refresh = useRefresh();
  const chosen = useStatementFile();
  const [result, setResult] = useState<Changed>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await chosen.send<Changed>('/operator/reconciliation/resolve', {});
    if (!answer) return;
    setResult(answer);
    await refresh(...REFRESHED);
  };
  if (result) return <Result result={result} onClose={onClose} />;
  return (
    <form className={classes.form} noValidate aria-label={t('sheet')} onSubmit={(event) => void submit(event)}>
      <p className={classes.text}>{t('sheet_what')}</p>
      <StatementDrop chosen={chosen} label={t('sheet_file')} limits={t('sheet_limits', { megabytes: MAX_MEGABYTES })} />
      {chosen.wrong[''] !== undefined && (
        <p className={classes.wrong} role="alert">
          {chosen.wrong['']}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <Button type="submit" loading={chosen.share !== undefined}>
          {t('sheet_send')}
        </Button>
      </div>
    </form>
  );
}
