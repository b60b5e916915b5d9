/**
 * Copies text to the clipboard, also on a page that is not a secure context. Over plain http there is no
 * `navigator.clipboard`, so the older `copy` command copies a selection instead.
 */

/**
 * Call it synchronously in the click handler, as the older command works only there. `trigger` is the element that was
 * pressed. Returns false if nothing was copied.
 */
export async function putOnClipboard(text: string, trigger: Element): Promise<boolean> {
  const { clipboard }: { readonly clipboard?: Clipboard } = navigator;
  if (!clipboard) return copyBySelecting(text, trigger);
  try {
    await clipboard.writeText(text);
    return true;
  } catch {
    // The browser's settings forbid it. The older command may still be allowed.
    return copyBySelecting(text, trigger);
  }
}

/** Restores the focus and the selection afterwards. */
function copyBySelecting(text: string, trigger: Element): boolean {
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
  // A dialog traps the focus, so the field has to be inside it.
  (trigger.closest('[role="dialog"], dialog') ?? document.body).append(field);
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
    // Deprecated, but the only way on a page that is not a secure context.
    return document.execCommand('copy');
  } catch {
    return false;
  }
}

/** Selects the text in `element` for copying by hand, up to the button if that is inside. */
export function selectText(element: Element, button: Element): void {
  const range = document.createRange();
  range.selectNodeContents(element);
  if (element.contains(button)) range.setEndBefore(button);
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}
