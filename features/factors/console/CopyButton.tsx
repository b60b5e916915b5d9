/**
 * Copies a text that must not be mistyped and confirms it briefly. If copying fails, it says so and selects the text.
 */
import { Button } from '@mantine/core';
import { CheckIcon, CopyIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useCopy } from '#foundation/console/display/use-copy.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { factorScreenWords } from '../screen-words.ts';

export interface CopyButtonProps {
  text: string;
  /** Returns the element near the button that shows the text; it is selected if copying fails. */
  shownIn: (button: Element) => Element | null;
}

export function CopyButton({ text, shownIn }: CopyButtonProps) {
  const t = useWords(factorScreenWords);
  const kit = useWords(kitWords);
  const { copied, copy } = useCopy(text, shownIn);
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      onClick={copy}
    >
      {copied ? kit('copied') : t('copy')}
    </Button>
  );
}
