/**
 * Puts a text on the clipboard, also on a page that is no secure context: over plain http there is no
 * `navigator.clipboard`, and the browser's older command copies what is selected.
 */

/**
 * Call it in the turn of the press: the older command works only there. `beside` is what was pressed. False: nothing
 * was copied.
 */
export async function putOnClipboard(text: string, beside: Element): Promise<boolean> {
  const { clipboard }: { readonly clipboard?: Clipboard } = navigator;
  if (!clipboard) return copyBySelecting(text, beside);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // The browser's settings forbid it; the older command may still be allowed.
    return copyBySelecting(text, beside);
  }
}

/** The focus and what was selected are as before afterwards. */
function copyBySelecting(text: string, beside: Element): boolean {
  const focused = document.activeElement;
  const selection = document.getSelection();
  const ranges = Array.from({ length: selection?.rangeCount ?? 0 }, (_, index) =>
    selection?.getRangeAt(index).cloneRange(),
  );
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.tabIndex = -1;
  Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', insetInlineStart: '-200vw', fontSize: '16px' });
  // A dialog keeps the focus inside: the field stands in the same one.
  (beside.closest('[role="dialog"], dialog') ?? document.body).append(field);
  try {
    field.focus({ preventScroll: true });
    field.setSelectionRange(0, text.length);
    return runCopyCommand();
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
    // A field keeps its own selection.
    if (!(focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement)) {
      selection?.removeAllRanges();
      for (const range of ranges) if (range) selection?.addRange(range);
    }
  }
}

function runCopyCommand(): boolean {
  try {
    // Deprecated, and the only way on a page that is no secure context.
    return document.execCommand('copy');
  } catch {
    return false;
  }
}

/** Selects what is in `element`, up to the button beside it if that is inside, so that it can be copied by hand. */
export function selectText(element: Element, button: Element): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  if (element.contains(button)) range.setEndBefore(button);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
