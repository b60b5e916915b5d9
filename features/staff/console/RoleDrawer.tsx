/** One role: what it allows, as a table of areas and verbs. An owner changes or removes those of the platform's own. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { useRight } from '#features/accounts/console/use-right.ts';
import { isRight, type Right } from '#features/rights.ts';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { type RoleRow, SaveRole, StaffAct } from '../contract.ts';
import { grantableRights } from '../rules.ts';
import { roleAbout, roleName } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { staffTexts } from '../words.ts';
import { staffCalls } from './calls.ts';
import { RightsMatrix } from './RightsMatrix.tsx';
import classes from './Staff.module.css';

/** Stands for a role that is not there yet. */
export const NEW_ROLE = 'new';

const newRole: RoleRow = { id: NEW_ROLE, name: '', builtIn: false, rights: [], holders: 0, waiting: false };
const NamedAct = StaffAct.extend({ name: SaveRole.shape.name });
const quiet = {
  refreshes: ['/operator/staff/roles', '/operator/staff/list', '/operator/staff/proposals'],
  quiet: true,
  background: false,
} as const;

export function RoleDrawer({
  id,
  roles,
  onClose,
}: {
  id: string | undefined;
  /** Undefined while they are loading. */
  roles: readonly RoleRow[] | undefined;
  onClose: () => void;
}) {
  const t = useWords(staffWords);
  const last = useLast(id);
  const role = last === NEW_ROLE ? newRole : roles?.find((each) => each.id === last);
  return (
    <DetailDrawer opened={id !== undefined} title={t('role')} onClose={onClose}>
      {role ? (
        <Role key={`${role.id} ${role.rights.join()}`} role={role} onClose={onClose} />
      ) : (
        roles && <EmptyRows title={t('gone_title')} />
      )}
    </DetailDrawer>
  );
}

function Role({ role, onClose }: { role: RoleRow; onClose: () => void }) {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const configures = useRight('staff.configure') && !role.builtIn;
  const [chosen, setChosen] = useState<readonly Right[]>(role.rights);
  const [act, setAct] = useState<'save' | 'remove'>();
  const isNew = role.id === NEW_ROLE;
  const close = () => setAct(undefined);
  return (
    <>
      <h2 className={classes.name}>{isNew ? t('add_role') : roleName(names, role)}</h2>
      {role.builtIn && <p>{roleAbout(names, role)}</p>}
      <RightsMatrix chosen={chosen} open={grantableRights} onChange={configures ? setChosen : undefined} />
      {role.builtIn && <p className={classes.quiet}>{t('read_only')}</p>}
      {configures && (
        <div className={classes.acts}>
          <Button onClick={() => setAct('save')}>{t('save_role')}</Button>
          {!isNew && role.holders === 0 && (
            <Button variant="default" onClick={() => setAct('remove')}>
              {t('remove_role')}
            </Button>
          )}
        </div>
      )}
      <SaveDialog role={role} chosen={chosen} opened={act === 'save'} onClose={close} onSaved={onClose} />
      <RemoveDialog role={role} opened={act === 'remove'} onClose={close} onRemoved={onClose} />
    </>
  );
}

function SaveDialog({
  role: { id, name, holders },
  chosen,
  opened,
  onClose,
  onSaved,
}: {
  role: RoleRow;
  chosen: readonly Right[];
  opened: boolean;
  onClose: () => void;
  onSaved: () => void;
}) {
  const t = useWords(staffWords);
  const save = useAction(staffCalls, '/operator/staff/saveRole', quiet);
  return (
    <ActDialog<z.output<typeof NamedAct>>
      opened={opened}
      title={t('save_role')}
      act={t('save_role')}
      schema={NamedAct}
      texts={staffTexts}
      initial={{ name }}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        const role = { rights: chosen.filter(isRight), ...(id === NEW_ROLE ? {} : { id }) };
        const { outcome } = await save.mutateAsync({ ...input, ...role });
        showToast(t(outcome === 'done' ? 'role_saved' : 'proposed'), 'good');
        onSaved();
      }}
      onClose={onClose}
    >
      {id !== NEW_ROLE && <p>{t('save_role_what', { count: holders })}</p>}
      <TextField name="name" label={t('role_name')} maxLength={40} autoComplete="off" />
    </ActDialog>
  );
}

function RemoveDialog({
  role: { id, name },
  opened,
  onClose,
  onRemoved,
}: {
  role: RoleRow;
  opened: boolean;
  onClose: () => void;
  onRemoved: () => void;
}) {
  const t = useWords(staffWords);
  const remove = useAction(staffCalls, '/operator/staff/removeRole', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t('remove_role_of', { name })}
      act={t('remove_role')}
      dangerous
      schema={StaffAct}
      texts={staffTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await remove.mutateAsync({ ...input, id });
        showToast(t('role_removed'), 'good');
        onRemoved();
      }}
      onClose={onClose}
    >
      <p>{t('remove_role_what')}</p>
    </ActDialog>
  );
}
