/** A part that is loaded when it is first wanted. One that does not come says so; the page around it stays. */
import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { kitWords } from './kit-words.ts';
import { isPageOutdated } from './page-outdated.ts';
import { showToast } from './toasts.ts';
import { useWords } from './words.tsx';

export interface Late<Part> {
  part: Part | undefined;
  /** Wanted and there. A dialog is drawn closed once before it opens, else it does not know where the focus was. */
  opened: boolean;
}

/** `load` is a function of the module. `onFail` takes the wish back, so that the next one loads anew. */
export function useLate<Part extends object>(wanted: boolean, load: () => Promise<Part>, onFail: () => void): Late<Part> {
  const t = useWords(kitWords);
  const [part, setPart] = useState<Part>();
  const [isDrawn, setIsDrawn] = useState(false);
  const fail = useEffectEvent(async () => {
    onFail();
    showToast(t((await isPageOutdated()) ? 'page_outdated' : 'network_failed'), 'bad');
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
      () => isOver || void fail(),
    );
    return () => {
      isOver = true;
    };
  }, [isMissing, load]);
  return { part, opened: wanted && isDrawn };
}
