/**
 * The navbar's error log button. It shows only after an error in this browser, with the number of errors, so that users
 * can report them to support.
 */
import { useState } from 'react';
import { BarButton, Counted } from '#foundation/console/display/BarButton.tsx';
import { errorLog } from '#foundation/console/wire/error-log.ts';
import { icon } from '#foundation/console/display/icons.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './Navbar.module.css';
import { navbarWords } from './navbar-words.ts';

const BugIcon = icon(
  <>
    <path d="M9 9V8a3 3 0 0 1 6 0v1M8 9h8a6 6 0 0 1 1 3v3a5 5 0 0 1-10 0v-3a6 6 0 0 1 1-3Z" />
    <path d="M3 13h4m10 0h4M12 20v-6M4 19l3.4-2m9.2 0 3.4 2M4 7l3.8 2.5M20 7l-3.8 2.5" />
  </>,
);

const loadDialog = () => import('./ErrorLogDialog.tsx');

export function ErrorLog() {
  const t = useWords(navbarWords);
  const count = useCell(errorLog).length;
  const [wanted, setWanted] = useState(false);
  const lazy = useLazyPart(wanted, loadDialog, () => setWanted(false));
  return (
    <>
      {count > 0 && (
        <BarButton
          label={t('error_count', { count })}
          className={classes.errors}
          aria-haspopup="dialog"
          onClick={() => setWanted(true)}
        >
          <Counted count={count}>
            <BugIcon size={18} />
          </Counted>
        </BarButton>
      )}
      {lazy.part && <lazy.part.ErrorLogDialog opened={lazy.opened} onClose={() => setWanted(false)} />}
    </>
  );
}
