/** One sample of the reference: its file name, a button that copies it, and the program. */
import { referenceWords } from '#features/gateway/reference-words.ts';
import { type SampleLanguage, sampleOf, type SampleSubject, type SampleValues } from '#features/gateway/samples.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { useCopy } from '#foundation/console/display/use-copy.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import classes from './Reference.module.css';

export interface SampleBlockProps {
  code: SampleLanguage;
  signType: SignTypeName;
  subject: SampleSubject;
  values: SampleValues;
}

export function SampleBlock({ code, signType, subject, values }: SampleBlockProps) {
  const t = useWords(referenceWords);
  const { file, text } = sampleOf(code, signType, subject, values);
  const { copied, copy } = useCopy(text, (button) => button.closest('figure')?.querySelector('pre') ?? null);
  return (
    <figure className={classes.sample} data-sample={subject} data-file={file}>
      <figcaption className={classes.sampleHead}>
        <code>{file}</code>
        <PlainButton onClick={copy}>{copied ? t('copied') : t('copy')}</PlainButton>
      </figcaption>
      <pre className={classes.sampleText} tabIndex={0} role="region" aria-label={file}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
