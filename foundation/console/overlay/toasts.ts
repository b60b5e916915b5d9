/**
 * Toasts: short messages over the page. A repeated text replaces its toast, so that a failing server doesn't stack
 * them.
 */
import { cell } from '#foundation/console/wire/signal.ts';

export type ToastTone = 'bad' | 'good' | 'plain';

export interface Toast {
  id: number;
  tone: ToastTone;
  text: string;
}

export const TOAST_MS = 5000;

export const toasts = cell<readonly Toast[]>([]);

export function showToast(text: string, tone: ToastTone = 'plain'): void {
  const others = toasts.get().filter((toast) => toast.text !== text);
  toasts.set([...others, { id: (lastId += 1), tone, text }]);
}
let lastId = 0;

/** Removes all toasts. Call it when the user tries again, as they are about the last attempt. */
export function clearToasts(): void {
  toasts.set([]);
}

/** Removes the toast with this text: it is shown in a place of its own, which stays. */
export function dismissText(text: string): void {
  if (toasts.get().some((toast) => toast.text === text))
    toasts.set(toasts.get().filter((toast) => toast.text !== text));
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
