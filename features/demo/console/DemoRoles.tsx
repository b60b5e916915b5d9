/** "Try it as merchant, agent, operator": one button per role, below the login form. */
import { useId, useState } from 'react';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Role } from '#foundation/core/session.ts';
import { demoScreenWords } from '../screen-words.ts';
import classes from './DemoRoles.module.css';
import { switchRole } from './switch-role.ts';

export function DemoRoles({ roles }: { roles: readonly Role[] }) {
  const t = useWords(demoScreenWords);
  const title = useId();
  const [switching, setSwitching] = useState(false);
  const choose = (role: Role) => {
    setSwitching(true);
    // The call has already shown the error.
    switchRole(role).catch(() => setSwitching(false));
  };
  return (
    <section className={classes.root} aria-labelledby={title} aria-busy={switching}>
      <span id={title}>{t('try_it_as')}</span>
      {roles.map((role) => (
        <button key={role} type="button" disabled={switching} onClick={() => choose(role)}>
          {t(role)}
        </button>
      ))}
    </section>
  );
}
