/** On top of a page that pays out: what must be done first, before anything is prepared there. */
import { useMe } from '#features/accounts/console/use-me.ts';
import { MissingPrerequisite } from './withdraw/MissingPrerequisite.tsx';
import classes from './Repay.module.css';

export function PayoutGate() {
  const user = useMe().data?.userinfo;
  if (user === undefined) return null;
  const first = user.certification !== 'approved' ? 'certification' : user.hasPayPassword ? undefined : 'pay_password';
  return (
    first && (
      <div className={classes.gate}>
        <MissingPrerequisite what={first} />
      </div>
    )
  );
}
