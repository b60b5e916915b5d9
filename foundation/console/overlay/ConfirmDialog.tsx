/**
 * Asks for confirmation before moving money or removing something: states the effect, and the button names the action.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './ConfirmDialog.module.css';
import { Dialog } from './Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  title: ReactNode;
  /** What will happen. */
  children: ReactNode;
  /** The action, as the button's text: "Resend 12 callbacks". */
  act: string;
  /** The other button's text; "Cancel" by default. */
  leave?: string;
  dangerous?: boolean;
  /** The dialog closes when this resolves and stays open when it rejects. */
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

export function ConfirmDialog({
  opened,
  title,
  children,
  act,
  leave,
  dangerous = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const t = useWords(kitWords);
  const [busy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch {
      // `api.ts` has shown a toast. The dialog stays open.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      closeOnClickOutside={!busy}
      closeOnEscape={!busy}
      withCloseButton={false}
      padding="md"
    >
      <div className={classes.body}>{children}</div>
      <div className={classes.buttons}>
        <Button variant="default" data-autofocus={dangerous || undefined} disabled={busy} onClick={onClose}>
          {leave ?? t('cancel')}
        </Button>
        <Button
          {...(dangerous ? { color: 'red' } : {})}
          data-autofocus={dangerous ? undefined : true}
          loading={busy}
          onClick={() => void confirm()}
        >
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
