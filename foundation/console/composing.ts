/**
 * Input methods: while a word is being composed (pinyin, Thai), its keys belong to the input method. No shortcut, form,
 * dialog, grid or list sees them, and nothing is searched or sent until the word is there.
 */
import { cell } from './signal.ts';

/** Whether a word is being composed now. */
export const composing = cell(false);

/** Safari ends the word before the Enter that chose it, and marks that Enter only by its code. */
const OF_INPUT_METHOD = 229;

let isGuarding = false;

/** Once, before anything else listens to the page. */
export function guardComposing(): void {
  if (isGuarding) return;
  isGuarding = true;
  window.addEventListener('compositionstart', () => composing.set(true), true);
  window.addEventListener('compositionend', () => composing.set(false), true);
  // A word that goes away with its field has no end.
  window.addEventListener('focusout', () => composing.set(false), true);
  window.addEventListener('keydown', keepFromPage, true);
  window.addEventListener('submit', keepUnsent, true);
}

function keepFromPage(event: KeyboardEvent): void {
  const isChosen = event.keyCode === OF_INPUT_METHOD;
  if (!event.isComposing && !isChosen) return;
  event.stopImmediatePropagation();
  if (!event.isComposing && event.key === 'Enter') event.preventDefault();
}

function keepUnsent(event: SubmitEvent): void {
  if (!composing.get()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}
