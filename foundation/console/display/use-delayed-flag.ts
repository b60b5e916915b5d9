/** A flag that becomes true only after a delay, so that short states don't render the page twice. */
import { useEffect, useState } from 'react';

const DELAY_MS = 150;

/** Returns true once `flag` has been true for `delayMs`, and false as soon as it is false. */
export function useDelayedFlag(flag: boolean, delayMs = DELAY_MS): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!flag) return;
    const timer = setTimeout(() => setLasting(true), delayMs);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [flag, delayMs]);
  return flag && lasting;
}
