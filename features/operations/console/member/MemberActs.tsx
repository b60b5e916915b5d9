/** What operators can do to a member itself: its name, its level, its place, disabling and enabling it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { MAX_NAME, MemberAct, MemberLevel, MemberName } from '../../member-fields.ts';
import type { MemberDetail } from '../../member-page-contract.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberPageTexts } from '../../words.ts';
import { AdjustButton } from '../members/AdjustButton.tsx';
import { memberPageCalls } from './calls.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { startViewing } from './viewing.ts';

const REFRESHED = ['/operator/member/detail', '/operator/member/list', '/operator/member/history'];
const quiet = { refreshes: REFRESHED, quiet: true, background: false } as const;

type Act = 'rename' | 'level' | 'move' | 'state' | 'view';

export function MemberActs({ member }: { member: MemberDetail }) {
  const t = useWords(memberPageWords);
  const configures = useRight('members.configure');
  const disables = useRight('members.act');
  const views = useRight('views.act');
  const [act, setAct] = useState<Act>();
  const props = { member, onClose: () => setAct(undefined) };
  return (
    <>
      {views && (
        <Button variant="default" onClick={() => setAct('view')}>
          {t('view_as')}
        </Button>
      )}
      {configures && (
        <>
          <Button variant="default" onClick={() => setAct('rename')}>
            {t('rename')}
          </Button>
          <Button variant="default" onClick={() => setAct('level')}>
            {t('set_level')}
          </Button>
          <Button variant="default" onClick={() => setAct('move')}>
            {t('move')}
          </Button>
        </>
      )}
      {disables && (
        <Button variant="default" onClick={() => setAct('state')}>
          {t(member.state === 'active' ? 'disable' : 'enable')}
        </Button>
      )}
      <AdjustButton member={member} />
      <ViewDialog {...props} opened={act === 'view'} />
      <RenameDialog key={member.name} {...props} opened={act === 'rename'} />
      <LevelDialog key={`level ${member.level}`} {...props} opened={act === 'level'} />
      <MoveDialog {...props} opened={act === 'move'} />
      {member.state === 'active' ? (
        <DisableDialog {...props} opened={act === 'state'} />
      ) : (
        <EnableDialog {...props} opened={act === 'state'} />
      )}
    </>
  );
}

interface DialogProps {
  member: MemberDetail;
  opened: boolean;
  onClose: () => void;
}

function ViewDialog({ member: { memberNo, name }, opened, onClose }: DialogProps) {
  const t = useWords(memberPageWords);
  const view = useAction(memberPageCalls, '/operator/member/view', { quiet: true, background: false });
  return (
    <ActDialog
      opened={opened}
      title={t('view_as_of', { name })}
      act={t('view_as')}
      schema={MemberAct}
      texts={operatorMemberPageTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        const started = await view.mutateAsync({ ...input, memberNo });
        startViewing(memberNo, started);
      }}
      onClose={onClose}
    >
      <p>{t('view_as_what')}</p>
    </ActDialog>
  );
}

const Renaming = MemberAct.extend({ name: MemberName });

function RenameDialog({ member: { memberNo, name }, opened, onClose }: DialogProps) {
  const t = useWords(memberPageWords);
  const rename = useAction(memberPageCalls, '/operator/member/rename', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('rename_of', { name })}
      act={t('rename')}
      schema={Renaming}
      texts={operatorMemberPageTexts}
      initial={{ name }}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await rename.mutateAsync({ ...input, memberNo });
        showToast(t('changed'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('rename_what')}</p>
      <TextField name="name" label={t('name')} maxLength={MAX_NAME} autoComplete="off" />
    </ActDialog>
  );
}

const Levelling = MemberAct.extend({ level: z.preprocess(wholeNumber, MemberLevel) });

/** What is typed, as a number; any other text stays, and is refused. */
function wholeNumber(typed: unknown): unknown {
  return typeof typed === 'string' && /^\d{1,9}$/.test(typed.trim()) ? Number(typed) : typed;
}

function LevelDialog({ member: { memberNo, name, level }, opened, onClose }: DialogProps) {
  const t = useWords(memberPageWords);
  const setLevel = useAction(memberPageCalls, '/operator/member/setLevel', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('set_level_of', { name })}
      act={t('set_level')}
      schema={Levelling}
      texts={operatorMemberPageTexts}
      initial={{ level: String(level) }}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await setLevel.mutateAsync({ ...input, memberNo });
        showToast(t('changed'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('set_level_what')}</p>
      <TextField name="level" label={t('set_level')} inputMode="numeric" maxLength={2} autoComplete="off" />
    </ActDialog>
  );
}

function DisableDialog({ member: { memberNo, name }, opened, onClose }: DialogProps) {
  const t = useWords(memberPageWords);
  const disable = useAction(memberPageCalls, '/operator/member/disable', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('disable_of', { name })}
      act={t('disable')}
      dangerous
      schema={MemberAct}
      texts={operatorMemberPageTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await disable.mutateAsync({ ...input, memberNo });
        showToast(t('was_disabled', { name }), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('disable_what')}</p>
    </ActDialog>
  );
}

function EnableDialog({ member: { memberNo, name }, opened, onClose }: DialogProps) {
  const t = useWords(memberPageWords);
  const enable = useAction(memberPageCalls, '/operator/member/enable', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('enable_of', { name })}
      act={t('enable')}
      schema={MemberAct}
      texts={operatorMemberPageTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await enable.mutateAsync({ ...input, memberNo });
        showToast(t('was_enabled', { name }), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('enable_what')}</p>
    </ActDialog>
  );
}
