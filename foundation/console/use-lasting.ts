/** Whether something has been so for a moment already: what passes sooner is not worth drawing a page twice. */
import { useEffect, useState } from 'react';

const MOMENT_MS = 150;

export function useLasting(isSo: boolean, momentMs = MOMENT_MS): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!isSo) return;
    const timer = setTimeout(() => setLasting(true), momentMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [isSo, momentMs]);
  return isSo && lasting;
}
