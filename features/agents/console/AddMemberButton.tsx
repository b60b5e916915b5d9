/** Leads to the form that adds a member. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '#foundation/console/page/words.tsx';
import { agentWords } from '../screen-words.ts';

export function AddMemberButton() {
  const t = useWords(agentWords);
  return <Button renderRoot={(props) => <Link {...props} to="/agent/adduser" search={{}} />}>{t('adduser')}</Button>;
}
