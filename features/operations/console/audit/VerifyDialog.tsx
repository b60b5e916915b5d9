/** Checks the chains of a time, and says what was found. */
import { Button } from '@mantine/core';
import type { VerifiedLog } from '#features/audit/operator-contract.ts';
import { logWords } from '#features/sessions/screen-words.ts';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { auditScreenWords } from '../../audit-screen-words.ts';
import classes from './Audit.module.css';
import { operatorAuditCalls } from './calls.ts';

export interface VerifyDialogProps {
  opened: boolean;
  filter: { user?: string; range?: { from?: string; to?: string } };
  onClose: () => void;
}

const faultWords = {
  'chain missing': 'fault_chain_missing',
  'row missing': 'fault_row_missing',
  'row changed': 'fault_row_changed',
  'end missing': 'fault_end_missing',
  'end forged': 'fault_end_forged',
  'tail cut off': 'fault_tail_cut_off',
} as const;

export function VerifyDialog({ opened, filter, onClose }: VerifyDialogProps) {
  const t = useWords(auditScreenWords);
  const kit = useWords(kitWords);
  const verify = useAction(operatorAuditCalls, '/operator/audit/verify', { background: false });
  const close = () => {
    verify.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={t('verify_title')} centered withCloseButton={false} padding="md">
      <div className={classes.verify}>
        <p>{t('verify_what')}</p>
        <div role="status">{verify.data && <Outcome found={verify.data} />}</div>
        <div className={classes.buttons}>
          <Button loading={verify.isPending} onClick={() => verify.mutate(filter)}>
            {t('verify')}
          </Button>
          <Button variant="default" onClick={close}>
            {kit('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Outcome({ found: { rows, chains, broken } }: { found: VerifiedLog }) {
  const t = useWords(auditScreenWords);
  const log = useWords(logWords);
  if (!broken) return <p className={classes.good}>{t('verified', { rows, chains })}</p>;
  const fault = t(faultWords[broken.fault]);
  return (
    <p className={classes.bad}>
      <bdi>{t('broken', { user: broken.username ?? log('platform'), row: broken.row, fault })}</bdi>
    </p>
  );
}
