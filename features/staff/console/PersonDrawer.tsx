/** One operator, and what an owner can do about it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { useRight } from '#features/accounts/console/use-right.ts';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { StaffAct, type StaffRow } from '../contract.ts';
import { roleAbout, roleName } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { staffTexts } from '../words.ts';
import { operatorUserCalls, staffCalls } from './calls.ts';
import { RolePicker } from './RolePicker.tsx';
import classes from './Staff.module.css';
import { StateOf } from './people-columns.tsx';

const LISTS = ['/operator/staff/list', '/operator/staff/roles', '/operator/staff/proposals'];

export function PersonDrawer({
  id,
  people,
  onClose,
}: {
  id: string | undefined;
  /** The operators on the page; undefined while they are loading. */
  people: readonly StaffRow[] | undefined;
  onClose: () => void;
}) {
  const t = useWords(staffWords);
  const last = useLast(id);
  const person = people?.find((each) => each.id === last);
  return (
    <DetailDrawer opened={id !== undefined} title={t('operator')} onClose={onClose}>
      {person ? <Person key={person.id} person={person} /> : people && <EmptyRows title={t('gone_title')} />}
    </DetailDrawer>
  );
}

function Person({ person }: { person: StaffRow }) {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const all = useCall(staffCalls, '/operator/staff/roles', undefined).data?.list;
  const { username, nickname, roles, secondFactor, lastLoginAt, createdAt, openSessions } = person;
  return (
    <>
      <h2 className={classes.name}>{username}</h2>
      <p>
        <StateOf person={person} />
      </p>
      <Facts>
        <Fact label={t('nickname')}>
          <bdi className={classes.name}>{nickname}</bdi>
        </Fact>
        <Fact label={t('roles')}>
          {roles.length === 0
            ? t('no_roles')
            : roles.map((role) => (
                <div key={role.id}>
                  <bdi>{roleName(names, role)}</bdi>
                  <div className={classes.about}>
                    {roleAbout(names, all?.find(({ id }) => id === role.id) ?? { ...role, rights: [] })}
                  </div>
                </div>
              ))}
        </Fact>
        <Fact label={t('second_factor')}>{t(`factor_${secondFactor}`)}</Fact>
        <Fact label={t('sessions')}>{openSessions}</Fact>
        <Fact label={t('last_login')}>{lastLoginAt === null ? t('never') : <Time at={lastLoginAt} />}</Fact>
        <Fact label={t('created')}>
          <Time at={createdAt} />
        </Fact>
      </Facts>
      {person.own ? <p className={classes.quiet}>{t('own_hint')}</p> : <Acts person={person} />}
    </>
  );
}

type Act = 'roles' | 'sessions' | 'state';

function Acts({ person }: { person: StaffRow }) {
  const t = useWords(staffWords);
  const configures = useRight('staff.configure');
  const disables = useRight('users.act');
  const [act, setAct] = useState<Act>();
  const close = () => setAct(undefined);
  return (
    <div className={classes.acts}>
      {configures && (
        <>
          <Button onClick={() => setAct('roles')}>{t('change_roles')}</Button>
          <Button variant="default" onClick={() => setAct('sessions')}>
            {t('end_sessions')}
          </Button>
        </>
      )}
      {disables && (
        <Button variant="default" onClick={() => setAct('state')}>
          {t(person.state === 'active' ? 'disable' : 'enable')}
        </Button>
      )}
      <RolesDialog
        key={String(person.roles.map(({ id }) => id))}
        person={person}
        opened={act === 'roles'}
        onClose={close}
      />
      <SessionsDialog person={person} opened={act === 'sessions'} onClose={close} />
      {person.state === 'active' ? (
        <DisableDialog person={person} opened={act === 'state'} onClose={close} />
      ) : (
        <EnableDialog person={person} opened={act === 'state'} onClose={close} />
      )}
    </div>
  );
}

interface PersonDialogProps {
  person: StaffRow;
  opened: boolean;
  onClose: () => void;
}

const quiet = { refreshes: LISTS, quiet: true, background: false } as const;

function RolesDialog({ person: { id, username, roles }, opened, onClose }: PersonDialogProps) {
  const t = useWords(staffWords);
  const [chosen, setChosen] = useState<readonly string[]>(roles.map((role) => role.id));
  const setRoles = useAction(staffCalls, '/operator/staff/setRoles', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('change_roles_of', { username })}
      act={t('change_roles')}
      schema={StaffAct}
      texts={staffTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        const { outcome } = await setRoles.mutateAsync({ ...input, id, roles: [...chosen] });
        showToast(t(outcome === 'done' ? 'roles_changed' : 'proposed'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('change_roles_what')}</p>
      <RolePicker chosen={chosen} onChange={setChosen} />
      {chosen.length === 0 && <p className={classes.quiet}>{t('no_roles_what')}</p>}
    </ActDialog>
  );
}

function SessionsDialog({ person: { id, username, openSessions }, opened, onClose }: PersonDialogProps) {
  const t = useWords(staffWords);
  const end = useAction(staffCalls, '/operator/staff/endSessions', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('end_sessions_of', { username })}
      act={t('end_sessions')}
      dangerous
      schema={StaffAct}
      texts={staffTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await end.mutateAsync({ ...input, id });
        showToast(t('sessions_ended'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('end_sessions_what', { count: openSessions })}</p>
    </ActDialog>
  );
}

function DisableDialog({ person: { id, username }, opened, onClose }: PersonDialogProps) {
  const t = useWords(staffWords);
  const disable = useAction(operatorUserCalls, '/operator/user/disable', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('disable_of', { username })}
      act={t('disable')}
      dangerous
      schema={StaffAct}
      texts={staffTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async ({ verifyType, verifyCode, reason }) => {
        await disable.mutateAsync({ id, reason, verifyType, verifyCode });
        showToast(t('disabled'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('disable_what')}</p>
    </ActDialog>
  );
}

function EnableDialog({ person: { id, username }, opened, onClose }: PersonDialogProps) {
  const t = useWords(staffWords);
  const enable = useAction(operatorUserCalls, '/operator/user/enable', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('enable_of', { username })}
      act={t('enable')}
      schema={StaffAct}
      texts={staffTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await enable.mutateAsync({ ...input, id });
        showToast(t('proposed'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('enable_what')}</p>
    </ActDialog>
  );
}
