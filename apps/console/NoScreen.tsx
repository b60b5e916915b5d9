/** The pages for an address that names nothing, and for one that is closed to this account. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useWords } from '#foundation/console/words.tsx';
import classes from './ScreenStates.module.css';
import { shellWords } from './words.ts';

export function NotFoundScreen() {
  return <NoScreen code="404" title="not_found_title" hint="not_found_hint" />;
}

export function NotAllowedScreen() {
  return <NoScreen code="401" title="not_allowed_title" hint="not_allowed_hint" />;
}

function NoScreen({ code, title, hint }: { code: string; title: keyof typeof shellWords; hint: keyof typeof shellWords }) {
  const t = useWords(shellWords);
  const navigate = useNavigate();
  return (
    <div className={classes.failed}>
      <span className={classes.code} aria-hidden="true">{code}</span>
      <h1 className={classes.title}>{t(title)}</h1>
      <p className={classes.hint}>{t(hint)}</p>
      <Button onClick={() => void navigate({ to: '/' })}>{t('go_home')}</Button>
    </div>
  );
}
