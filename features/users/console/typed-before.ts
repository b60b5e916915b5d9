/**
 * What was typed into the sign-in form that came with the page, before this code did: the form begins with it. Kept only for
 * the moment of taking over, so that no other form ever finds it.
 */

let typed: Readonly<Record<string, string>> = {};

/** The form's first values; what nobody typed is empty. */
export function typedBefore<Values extends Readonly<Record<string, string>>>(empty: Values): Values {
  return Object.assign({ ...empty }, Object.fromEntries(Object.entries(typed).filter(([name]) => name in empty)));
}

/** Runs `draw`, which must draw at once: between reading and drawing nobody can type. The focus and the caret stay where they were. */
export function takingOver(root: HTMLElement, draw: () => void): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[name]')];
  const focused = fields.find((field) => field === document.activeElement);
  const caret = focused && ([focused.selectionStart, focused.selectionEnd] as const);
  typed = Object.fromEntries(fields.map(({ name, value }) => [name, value]));
  draw();
  typed = {};
  if (!focused || document.activeElement === focused) return;
  const again = root.querySelector<HTMLInputElement>(`input[name="${focused.name}"]`);
  again?.focus();
  if (caret) again?.setSelectionRange(...caret);
}
