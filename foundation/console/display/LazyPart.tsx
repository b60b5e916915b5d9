/** Loads a part of a page when it is first rendered. If it fails to load, offers to try again in its place. */
import { type ReactNode, useState } from 'react';
import { Button } from '@mantine/core';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { useWords } from '#foundation/console/page/words.tsx';

export interface LazyPartProps<Part> {
  /** Must be a constant of the module, as a new function would load again. */
  load: () => Promise<Part>;
  /** Shown while loading. As large as the part, so that nothing moves when it appears. */
  space: ReactNode;
  children: (part: Part) => ReactNode;
}

export function LazyPart<Part extends object>({ load, space, children }: LazyPartProps<Part>) {
  const t = useWords(kitWords);
  const [wanted, setWanted] = useState(true);
  const { part } = useLazyPart(wanted, load, () => setWanted(false));
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
