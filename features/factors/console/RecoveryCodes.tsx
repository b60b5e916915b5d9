/** Shows the recovery codes, once, to copy or to save as a file made by the browser. */
import { Button } from '@mantine/core';
import { useWords } from '#foundation/console/page/words.tsx';
import { factorScreenWords } from '../screen-words.ts';
import { CopyButton } from './CopyButton.tsx';
import classes from './RecoveryCodes.module.css';

export interface RecoveryCodesProps {
  codes: readonly string[];
  username: string;
  /** The platform's name. */
  name: string;
  onKept: () => void;
}

export function RecoveryCodes({ codes, username, name, onKept }: RecoveryCodesProps) {
  const t = useWords(factorScreenWords);
  const text = `${t('recovery_file', { username, name })}\n\n${codes.join('\n')}\n`;
  return (
    <div className={classes.root}>
      <p className={classes.hint}>{t('recovery_hint')}</p>
      <ol className={classes.codes} aria-label={t('recovery_codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={classes.buttons}>
        <CopyButton text={text} shownIn={previousElement} />
        <Button
          component="a"
          variant="default"
          size="xs"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download={`recovery-codes-${username}.txt`}
        >
          {t('download')}
        </Button>
        <Button size="xs" className={classes.confirmed} onClick={onKept}>
          {t('recovery_kept')}
        </Button>
      </div>
    </div>
  );
}

function previousElement(button: Element): Element | null {
  return button.parentElement?.previousElementSibling ?? null;
}
