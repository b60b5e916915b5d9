/** Loads a part when it is first wanted. Reports one that fails to load and keeps the page around it. */
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { reportMissingCode } from './lazy-code.ts';

export interface LazyPartState<Part> {
  part: Part | undefined;
  /**
   * Wanted and rendered. A dialog is first rendered closed, because it would not know where the focus was otherwise.
   */
  opened: boolean;
}

/**
 * `load` must be a constant of the module. `onFail` must reset `wanted`, so that wanting the part again loads it again.
 */
export function useLazyPart<Part extends object>(
  wanted: boolean,
  load: () => Promise<Part>,
  onFail: () => void,
): LazyPartState<Part> {
  const [part, setPart] = useState<Part>();
  const [isRendered, setIsRendered] = useState(false);
  const fail = useEffectEvent(() => {
    onFail();
    void reportMissingCode();
  });
  const isMissing = wanted && part === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    load().then(
      (loaded) => {
        if (isOver) return;
        flushSync(() => setPart(() => loaded));
        setIsRendered(true);
      },
      () => isOver || fail(),
    );
    return () => {
      isOver = true;
    };
  }, [isMissing, load]);
  return { part, opened: wanted && isRendered };
}
