/** The agents from the user down to the one whose members are listed. Nothing while those are the user's own. */
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { memberWords } from '../../member-words.ts';
import { AgentLink } from '../AgentLink.tsx';
import classes from './Members.module.css';

export function MemberPath({ path }: { path: readonly { memberNo: string; name: string }[] }) {
  const t = useWords(memberWords);
  if (path.length < 2) return null;
  return (
    <nav className={classes.path} aria-label={t('path')}>
      <ol>
        {path.map(({ memberNo, name }, index) => (
          <li key={memberNo}>
            {index > 0 && <ChevronRightIcon size={14} />}
            {index === path.length - 1 ? (
              <span className={classes.here} aria-current="page">
                {name}
              </span>
            ) : (
              <AgentLink to="/agent/userlist" search={index === 0 ? {} : { of: memberNo }} className={classes.step}>
                {name}
              </AgentLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
