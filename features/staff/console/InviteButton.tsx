/** Invites an operator: roles and reason, then the link, which is shown once. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { CheckIcon, CopyIcon } from '#foundation/console/display/icons.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { useCopy } from '#foundation/console/display/use-copy.ts';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import { StaffAct, type staffCalls as contract } from '../contract.ts';
import { staffWords } from '../screen-words.ts';
import { staffTexts } from '../words.ts';
import { staffCalls } from './calls.ts';
import { RolePicker } from './RolePicker.tsx';
import classes from './Staff.module.css';

type Invited = OutputOf<(typeof contract)['calls']['/operator/staff/invite']>;

export function InviteButton() {
  const t = useWords(staffWords);
  const [opened, setOpened] = useState(false);
  const [roles, setRoles] = useState<readonly string[]>([]);
  const [made, setMade] = useState<Invited>();
  const invite = useAction(staffCalls, '/operator/staff/invite', {
    refreshes: ['/operator/staff/invitations', '/operator/staff/proposals'],
    quiet: true,
    background: false,
  });
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('invite')}</Button>
      <ActDialog
        opened={opened}
        title={t('invite_title')}
        act={t('make_link')}
        schema={StaffAct}
        texts={staffTexts}
        why={{ name: 'reason', label: t('invite_reason') }}
        onSend={async (input) => {
          setMade(await invite.mutateAsync({ ...input, roles: [...roles] }));
          setRoles([]);
        }}
        onClose={() => setOpened(false)}
      >
        <p>{t('invite_what')}</p>
        <RolePicker chosen={roles} onChange={setRoles} />
        {roles.length === 0 && <p className={classes.quiet}>{t('no_roles_what')}</p>}
      </ActDialog>
      <Dialog
        opened={made !== undefined}
        onClose={() => setMade(undefined)}
        title={t('link_title')}
        centered
        closeOnClickOutside={false}
        padding="md"
      >
        {made && <MadeLink made={made} onClose={() => setMade(undefined)} />}
      </Dialog>
    </>
  );
}

function MadeLink({ made, onClose }: { made: Invited; onClose: () => void }) {
  const t = useWords(staffWords);
  const kit = useWords(kitWords);
  const { copied, copy } = useCopy(made.link, shownLink);
  return (
    <div className={classes.body}>
      <p>{t('link_once')}</p>
      {made.outcome === 'proposed' && <p role="status">{t('link_waits')}</p>}
      <code className={classes.link}>{made.link}</code>
      <p className={classes.quiet}>
        {t('expires')}: <Time at={made.expiresAt} />
      </p>
      <div className={classes.buttons}>
        <Button leftSection={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />} onClick={copy}>
          {copied ? kit('copied') : t('copy_link')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

/** The element to select where copying fails. */
function shownLink(button: Element): Element | null {
  return button.closest('[role="dialog"]')?.querySelector('code') ?? null;
}
