/** A part that is loaded when it is first wanted. One that does not come says so; the page around it stays. */
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { tellMissing } from './late-code.ts';

export interface Late<Part> {
  part: Part | undefined;
  /** Wanted and there. A dialog is drawn closed once before it opens, else it does not know where the focus was. */
  opened: boolean;
}

/** `load` is a function of the module. `onFail` takes the wish back, so that the next one loads anew. */
export function useLate<Part extends object>(
  wanted: boolean,
  load: () => Promise<Part>,
  onFail: () => void,
): Late<Part> {
  const [part, setPart] = useState<Part>();
  const [isDrawn, setIsDrawn] = useState(false);
  const fail = useEffectEvent(() => {
    onFail();
    void tellMissing();
  });
  const isMissing = wanted && part === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isOver = false;
    load().then(
      (loaded) => {
        if (isOver) return;
        flushSync(() => setPart(() => loaded));
        setIsDrawn(true);
      },
      () => isOver || fail(),
    );
    return () => {
      isOver = true;
    };
  }, [isMissing, load]);
  return { part, opened: wanted && isDrawn };
}
