/** Whether something has been so for a moment already: what passes sooner is not worth drawing a page twice. */
import { useEffect, useState } from 'react';

const MOMENT_MS = 150;

export function useLasting(isSo: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasting(true), MOMENT_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isSo]);
  return isSo && lasting;
}
