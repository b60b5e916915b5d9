/** Copies a text that must not be mistyped, and says so for a moment. */
import { Button } from '@mantine/core';
import { CheckIcon, CopyIcon } from '#foundation/console/icons.tsx';
import { kitWords } from '#foundation/console/kit-words.ts';
import { useCopy } from '#foundation/console/use-copy.ts';
import { useWords } from '#foundation/console/words.tsx';
import { factorScreenWords } from '../screen-words.ts';

export function CopyButton({ text }: { text: string }) {
  const t = useWords(factorScreenWords);
  const kit = useWords(kitWords);
  const { copied, copy } = useCopy(text);
  return (
    <Button variant="default" size="xs" leftSection={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />} onClick={copy}>
      {copied ? kit('copied') : t('copy')}
    </Button>
  );
}
