/** The pages for an unknown address (404) and for one that is closed to this account (401). */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { session } from '#features/accounts/console/session.ts';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { LOGIN, NOT_ALLOWED } from '#apps/console/guard.ts';
import { homeOf } from '#apps/console/guard-user.ts';
import { frameWords } from './frame-words.ts';
import { leave } from './leave.ts';
import { screens } from '#apps/console/screens.ts';
import classes from './screen-states.module.css';
import { shellWords } from './words.ts';

export function NotFoundScreen() {
  return <NoScreen code="404" title="not_found_title" hint="not_found_hint" />;
}

export function NotAllowedScreen() {
  return <NoScreen code="401" title="not_allowed_title" hint="not_allowed_hint" />;
}

function NoScreen({
  code,
  title,
  hint,
}: {
  code: string;
  title: keyof typeof frameWords;
  hint: keyof typeof shellWords;
}) {
  const t = useWords(shellWords);
  const frame = useWords(frameWords);
  const navigate = useNavigate();
  const roles = useCell(session)?.roles ?? [];
  // A user who can open nothing has no home page.
  const hasNoHome = homeOf(useCell(screens), roles) === NOT_ALLOWED;
  const logOut = () => leave().then(() => navigate({ to: LOGIN }));
  return (
    <div className={classes.failed}>
      <span className={classes.code} aria-hidden="true">
        {code}
      </span>
      <h1 className={classes.title}>{frame(title)}</h1>
      <p className={classes.hint}>
        <SupportText text={t(hint)} />
      </p>
      {hasNoHome ? (
        <Button onClick={() => void logOut()}>{t('log_out')}</Button>
      ) : (
        <Button onClick={() => void navigate({ to: '/' })}>{t('go_home')}</Button>
      )}
    </div>
  );
}
