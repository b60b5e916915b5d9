/**
 * What was typed into the sign-in form that came with the page, before this code did: the form begins with it. Kept
 * only for the moment of taking over, so that no other form ever finds it. Who has sent the form already has it sent
 * then: until this code is there, the fields belong to the form of a hidden dialog, and sending that goes nowhere and
 * closes the dialog (`apps/console/build/page.mjs`).
 */

let typed: Readonly<Record<string, string>> = {};

/** The form's first values; what nobody typed is empty. */
export function typedBefore<Values extends Readonly<Record<string, string>>>(empty: Values): Values {
  return Object.assign({ ...empty }, Object.fromEntries(Object.entries(typed).filter(([name]) => name in empty)));
}

/**
 * Runs `draw`, which must draw at once: between reading and drawing nobody can type. The focus and the caret stay where
 * they were.
 */
export function takingOver(root: HTMLElement, draw: () => void): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[name]')];
  const focused = fields.find((field) => field === document.activeElement);
  const caret = focused && ([focused.selectionStart, focused.selectionEnd] as const);
  typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  const wasSent = ownForm(root);
  draw();
  typed = {};
  if (focused && document.activeElement !== focused) {
    const again = root.querySelector<HTMLInputElement>(`input[name="${focused.name}"]`);
    again?.focus();
    if (caret) again?.setSelectionRange(...caret);
  }
  // Not before what the drawing has set going has begun.
  if (wasSent) setTimeout(() => root.querySelector('form')?.requestSubmit());
}

/** Gives the fields back to the form around them; tells whether somebody has sent the other one. */
function ownForm(root: HTMLElement): boolean {
  const early = document.getElementById('early');
  if (!(early instanceof HTMLDialogElement)) return false;
  for (const field of root.querySelectorAll('[form]')) field.removeAttribute('form');
  early.remove();
  return !early.open;
}
