/**
 * Support for input methods: while a word is being composed (pinyin, Thai), no shortcut, form, dialog, grid or list
 * receives the keys, and nothing is searched or submitted until the word is complete.
 */
import { cell } from '#foundation/console/wire/signal.ts';

/** Whether a word is being composed. */
export const composing = cell(false);

/** Safari ends the composition before the Enter that confirmed it, and marks that Enter only with this key code. */
const INPUT_METHOD_KEY_CODE = 229;

let isGuarding = false;

/** Call before anything else listens for events. Later calls do nothing. */
export function guardComposing(): void {
  if (isGuarding) return;
  isGuarding = true;
  window.addEventListener('compositionstart', () => composing.set(true), true);
  window.addEventListener('compositionend', () => composing.set(false), true);
  // If the field is removed, there is no compositionend.
  window.addEventListener('focusout', () => composing.set(false), true);
  window.addEventListener('keydown', hideFromPage, true);
  window.addEventListener('submit', blockSubmit, true);
}

function hideFromPage(event: KeyboardEvent): void {
  const isConfirming = event.keyCode === INPUT_METHOD_KEY_CODE;
  if (!event.isComposing && !isConfirming) return;
  event.stopImmediatePropagation();
  if (!event.isComposing && event.key === 'Enter') event.preventDefault();
}

function blockSubmit(event: SubmitEvent): void {
  if (!composing.get()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
