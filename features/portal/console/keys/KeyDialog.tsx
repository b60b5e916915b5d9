/** The dialogs that show, replace or end a key. A key that is shown is kept in the open dialog and nowhere else. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { type ApiSettings, EndOverlap, RotateKey, ShowKey } from '../../settings-contract.ts';
import { settingsWords } from '../../settings-screen-words.ts';
import { apiSettingsCalls } from '../calls.ts';
import classes from '../Portal.module.css';
import { CopyBlock } from '../CopyBlock.tsx';
import { ProofFirst } from '../ProofFirst.tsx';
import { SETTINGS_CALLS } from '../WithSettings.tsx';
import { KeyForm } from './KeyForm.tsx';

export type KeyAct = 'show' | 'rotate' | 'end';

export interface KeyDialogProps {
  act: KeyAct;
  settings: ApiSettings;
  user: CurrentUser;
  onClose: () => void;
}

export function KeyDialog({ act, settings, user, onClose }: KeyDialogProps) {
  const t = useWords(settingsWords);
  const format = useFormat();
  const [shownKey, setShownKey] = useState<string>();
  // Showing the first key makes it.
  const show = useAction(apiSettingsCalls, '/apisettings/key', settings.keys.length === 0 ? SETTINGS_CALLS : {});
  const rotate = useAction(apiSettingsCalls, '/apisettings/rotate', SETTINGS_CALLS);
  const end = useAction(apiSettingsCalls, '/apisettings/endOverlap', SETTINGS_CALLS);
  const old = settings.keys.find(({ state }) => state === 'overlap');
  const hint = old?.hint ?? '';
  const until = old?.until ? format.dateTime(old.until) : '';
  const common = { user, act: t(act), onClose };
  return (
    <Dialog opened title={t(act)} onClose={onClose}>
      <ProofFirst user={user}>
        {shownKey !== undefined ? (
          <ShownKey value={shownKey} onClose={onClose} />
        ) : act === 'show' ? (
          <KeyForm
            {...common}
            schema={ShowKey}
            onSend={async (typed) => setShownKey((await show.mutateAsync(typed)).md5Key)}
          >
            <p className={classes.text}>{t('show_what')}</p>
          </KeyForm>
        ) : act === 'rotate' ? (
          <KeyForm
            {...common}
            schema={RotateKey}
            hours
            onSend={async (typed) => {
              setShownKey((await rotate.mutateAsync(typed)).md5Key);
              showToast(t('rotated'), 'good');
            }}
          >
            <p className={classes.text}>{t('rotate_what')}</p>
            {old && <p className={classes.text}>{t('rotate_ends_old', { hint, until })}</p>}
          </KeyForm>
        ) : (
          <KeyForm
            {...common}
            schema={EndOverlap}
            dangerous
            onSend={async (typed) => {
              await end.mutateAsync(typed);
              showToast(t('ended'), 'good');
              onClose();
            }}
          >
            <p className={classes.text}>{t('end_what', { hint })}</p>
          </KeyForm>
        )}
      </ProofFirst>
    </Dialog>
  );
}

function ShownKey({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useWords(settingsWords);
  return (
    <div className={classes.stack}>
      <div className={classes.two}>
        <span className={classes.quiet}>{t('new_key')}</span>
        <CopyBlock text={value} />
      </div>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('done')}</Button>
      </div>
    </div>
  );
}
