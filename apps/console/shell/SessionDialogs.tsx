/**
 * The dialogs over the page when its session is no longer the browser's session. An ended session asks once whether to
 * stay or to log in again. Another user's login leaves no way back to the page, because nothing done there is sent.
 */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { reloadPage, renewSession, session, takeBrowserBack } from '#features/accounts/console/session.ts';
import { loggedOut } from '#foundation/console/wire/api.ts';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { otherLogin, sessionAdopted, watchTab } from '#foundation/console/wire/tab-session.ts';
import { saveInput } from '#foundation/console/form/saved-input.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { frameWords } from './frame-words.ts';
import classes from './SessionDialogs.module.css';
import { shellWords } from './words.ts';

export function SessionDialogs() {
  useEffect(() => watchTab(() => loggedOut.emit()), []);
  const other = useCell(otherLogin);
  return (
    <>
      <LoggedOutDialog hidden={other !== undefined} />
      <OtherLoginDialog opened={other !== undefined} username={other?.username} />
    </>
  );
}

function LoggedOutDialog({ hidden }: { hidden: boolean }) {
  const t = useWords(shellWords);
  const [isConfirming, setIsConfirming] = useState(false);
  // While the dialog is open, further calls that fail the same way don't open another one.
  useEffect(() => loggedOut.listen(() => setIsConfirming(true)), []);
  useEffect(() => sessionAdopted.listen(() => setIsConfirming(false)), []);
  return (
    <ConfirmDialog
      opened={isConfirming && !hidden}
      title={t('logged_out_title')}
      act={t('log_in_again')}
      leave={t('cancel')}
      onConfirm={async () => renewSession()}
      onClose={() => setIsConfirming(false)}
    >
      {t('logged_out_message')}
    </ConfirmDialog>
  );
}

const stay = () => undefined;

function OtherLoginDialog({ opened, username }: { opened: boolean; username: string | undefined }) {
  const t = useWords(shellWords);
  const frame = useWords(frameWords);
  const own = useCell(session)?.person.username ?? '';
  // The browser's back button can still leave the page behind, so its input is saved now.
  useEffect(() => {
    if (opened) saveInput();
  }, [opened]);
  return (
    <Dialog
      opened={opened}
      onClose={stay}
      title={t('other_login_title')}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      padding="md"
    >
      <div className={classes.body}>
        <p>
          {username === undefined ? t('other_login_unnamed', { own }) : t('other_login_what', { other: username, own })}
        </p>
        <p>{t('other_login_kept', { own })}</p>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={takeBrowserBack}>
          {t('log_in_again_as', { own })}
        </Button>
        <Button data-autofocus onClick={reloadPage}>
          {username === undefined ? frame('reload_now') : t('reload_as', { other: username })}
        </Button>
      </div>
    </Dialog>
  );
}
