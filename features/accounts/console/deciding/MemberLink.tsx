/** A member's number: a link to its page for an operator who can open it. */
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useRight } from '../use-right.ts';
import classes from './MemberLink.module.css';

export function MemberLink({ memberNo }: { memberNo: string }) {
  const opens = useRight('members.view');
  if (!opens) return memberNo;
  return (
    <ScreenLink to="/operator/member" search={{ number: memberNo }} className={classes.link}>
      {memberNo}
    </ScreenLink>
  );
}
