/** A part of a page whose code comes when the part is first drawn. One that does not come leaves the page as it is. */
import { type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { kitWords } from './kit-words.ts';
import { useLate } from './use-late.ts';
import { useWords } from './words.tsx';

export interface LatePartProps<Part> {
  /** A function of the module. */
  load: () => Promise<Part>;
  /** As large as the part: nothing moves when it comes. */
  space: ReactNode;
  children: (part: Part) => ReactNode;
}

export function LatePart<Part extends object>({ load, space, children }: LatePartProps<Part>) {
  const t = useWords(kitWords);
  const [wanted, setWanted] = useState(true);
  const { part } = useLate(wanted, load, () => setWanted(false));
  if (part) return children(part);
  if (wanted) return space;
  return (
    <p role="alert">
      {t('part_missing')}{' '}
      <Button variant="default" size="compact-sm" fw={400} onClick={() => setWanted(true)}>
        {t('retry')}
      </Button>
    </p>
  );
}
