/** Roles as checkboxes, each with what it allows. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { roleAbout, roleName } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { staffCalls } from './calls.ts';
import classes from './Staff.module.css';

export function RolePicker({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (roles: readonly string[]) => void;
}) {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const roles = useCall(staffCalls, '/operator/staff/roles', undefined);
  if (roles.error && !roles.data) return <FailedRows error={roles.error} onRetry={() => void roles.refetch()} />;
  return (
    <fieldset className={classes.picker}>
      <legend>{t('roles')}</legend>
      {roles.data ? (
        roles.data.list.map((role) => (
          <Checkbox
            key={role.id}
            label={<bdi>{roleName(names, role)}</bdi>}
            description={roleAbout(names, role)}
            checked={chosen.includes(role.id)}
            onChange={(event) =>
              onChange(event.currentTarget.checked ? [...chosen, role.id] : chosen.filter((id) => id !== role.id))
            }
          />
        ))
      ) : (
        <SkeletonGroup>
          {Array.from({ length: 6 }, (_, index) => (
            <SkeletonBar key={index} height={28} />
          ))}
        </SkeletonGroup>
      )}
    </fieldset>
  );
}
