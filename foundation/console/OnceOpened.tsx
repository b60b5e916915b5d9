/** For what opens over the page: nothing of it is there before it is opened for the first time, as closed it costs as much as a form. */
import { type ReactNode, useDeferredValue, useState } from 'react';

export interface OnceOpenedProps {
  opened: boolean;
  /** Told to be closed at first and then to open, as whoever watches it opening (for the focus to go back to) expects. */
  children: (opened: boolean) => ReactNode;
}

export function OnceOpened({ opened, children }: OnceOpenedProps) {
  const [once, setOnce] = useState(opened);
  if (opened && !once) setOnce(true);
  return once && <SoonOpened opened={opened}>{children}</SoonOpened>;
}

function SoonOpened({ opened, children }: OnceOpenedProps) {
  const drawnClosed = useDeferredValue(true, false);
  return children(opened && drawnClosed);
}
