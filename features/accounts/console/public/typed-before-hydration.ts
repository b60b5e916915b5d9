/**
 * What was typed into the prerendered login form before this code ran; the real form starts with it. Kept only during
 * the takeover, so that no other form finds it. If the user had already submitted, the form is submitted then: until
 * this code runs, the fields belong to the form of a hidden dialog, and submitting that one sends nothing and closes
 * the dialog (`apps/console/build/page.mjs`).
 */

let typed: Readonly<Record<string, string>> = {};

/** The form's initial values; fields that were not typed in are empty. */
export function typedBeforeHydration<Values extends Readonly<Record<string, string>>>(empty: Values): Values {
  return Object.assign({ ...empty }, Object.fromEntries(Object.entries(typed).filter(([name]) => name in empty)));
}

/**
 * Runs `draw`, which must render synchronously: nothing can be typed between reading and drawing. Focus and caret are
 * kept.
 */
export function hydrateKeepingInput(root: HTMLElement, draw: () => void): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[name]')];
  const focused = fields.find((field) => field === document.activeElement);
  const caret = focused && ([focused.selectionStart, focused.selectionEnd] as const);
  typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const wasSent = adoptFields(root);
  draw();
  typed = {};
  if (focused && document.activeElement !== focused) {
    const again = root.querySelector<HTMLInputElement>(`input[name="${focused.name}"]`);
    again?.focus();
    if (caret) again?.setSelectionRange(...caret);
  }
  // After what the drawing has started has begun.
  if (wasSent) setTimeout(() => root.querySelector('form')?.requestSubmit());
}

/** Gives the fields back to the form around them. Returns whether the other form was submitted. */
function adoptFields(root: HTMLElement): boolean {
  const early = document.getElementById('early');
  if (!(early instanceof HTMLDialogElement)) return false;
  for (const field of root.querySelectorAll('[form]')) field.removeAttribute('form');
  early.remove();
  return !early.open;
}
