/** Copies a text that must not be mistyped, and says so for a moment. */
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CheckIcon, CopyIcon } from '#foundation/console/icons.tsx';
import { useWords } from '#foundation/console/words.tsx';
import { factorScreenWords } from '../screen-words.ts';

export function CopyButton({ text }: { text: string }) {
  const t = useWords(factorScreenWords);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    // Refused by the browser: nothing was copied, and the button does not claim it.
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <Button variant="default" size="xs" leftSection={copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />} onClick={copy}>
      {copied ? t('copied') : t('copy')}
    </Button>
  );
}
