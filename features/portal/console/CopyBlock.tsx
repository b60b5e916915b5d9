/** A text of several lines that is copied as a whole, such as a public key or a command. */
import { referenceWords } from '#features/gateway/reference-words.ts';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { useCopy } from '#foundation/console/display/use-copy.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './Portal.module.css';

export function CopyBlock({ text }: { text: string }) {
  const t = useWords(referenceWords);
  const { copied, copy } = useCopy(text, (button) => button.parentElement?.querySelector('pre') ?? null);
  return (
    <div className={classes.copyBlock}>
      <pre className={classes.pem}>{text}</pre>
      <PlainButton onClick={copy}>{copied ? t('copied') : t('copy')}</PlainButton>
    </div>
  );
}
