/** Asks once when the server no longer knows the session: stay on the page as it is, or log in again. */
import { useEffect, useState } from 'react';
import { renewSession } from '#features/users/console/session.ts';
import { loggedOut } from '#foundation/console/api.ts';
import { ConfirmDialog } from '#foundation/console/ConfirmDialog.tsx';
import { useWords } from '#foundation/console/words.tsx';
import { shellWords } from './words.ts';

export function LoggedOutDialog() {
  const t = useWords(shellWords);
  const [asking, setAsking] = useState(false);
  // While the question stands, every further call that fails the same way is the same question.
  useEffect(() => loggedOut.listen(() => setAsking(true)), []);
  return (
    <ConfirmDialog
      opened={asking}
      title={t('logged_out_title')}
      act={t('log_in_again')}
      leave={t('cancel')}
      onConfirm={async () => renewSession()}
      onClose={() => setAsking(false)}
    >
      {t('logged_out_message')}
    </ConfirmDialog>
  );
}
