/** A flag that becomes true only after a delay, so that short states don't render the page twice. */
import { useEffect, useState } from 'react';

const DELAY_MS = 150;

/** Returns true once `flag` has been true for `delayMs`, and false as soon as it is false. */
export function useDelayedFlag(flag: boolean, delayMs = DELAY_MS): boolean {
  const [delayed, setDelayed] = useState(false);
  useEffect(() => {
    if (!flag) return;
    const timer = setTimeout(() => setDelayed(true), delayMs);
    return () => {
      clearTimeout(timer);
      setDelayed(false);
    };
  }, [flag, delayMs]);
  return flag && delayed;
}
