/** Returns the value, or the last one that was there: an overlay goes on showing it while it slides or fades out. */
import { useState } from 'react';

export function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && !Object.is(value, last)) setLast(() => value);
  return value ?? last;
}
