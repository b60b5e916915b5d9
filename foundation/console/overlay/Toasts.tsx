/** Shows the toasts. Each disappears after five seconds, unless the pointer or the focus is on it. */
import { useEffect, useState } from 'react';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { AlertIcon, CheckIcon, CrossIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import classes from './Toasts.module.css';
import { dismissToast, type Toast, TOAST_MS, toasts } from './toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';

export function Toasts() {
  const t = useWords(kitWords);
  const shown = useCell(toasts);
  return (
    <div className={classes.root} data-print="never" role="region" aria-label={t('notices')} aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast: { id, tone, text } }: { toast: Toast }) {
  const t = useWords(kitWords);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismissToast(id), TOAST_MS);
    return () => clearTimeout(timer);
  }, [id, held]);
  return (
    <div
      className={classes.toast}
      data-tone={tone}
      role={tone === 'bad' ? 'alert' : 'status'}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.icon}>{tone === 'bad' ? <AlertIcon size={18} /> : <CheckIcon size={18} />}</span>
      <p className={classes.text}>{text}</p>
      <IconButton label={t('dismiss')} onClick={() => dismissToast(id)}>
        <CrossIcon size={14} />
      </IconButton>
    </div>
  );
}
