/** Short notices over the page. The same text twice is one notice, shown anew: a failing server does not stack them. */
import { cell } from './signal.ts';

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

/** What was said about the last try is over when the next one begins. */
export function clearToasts(): void {
  toasts.set([]);
}

export function dismissToast(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id));
}
