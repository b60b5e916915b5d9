/** A modal dialog with a title and a close button. Its code loads when it is first opened. */
import { loadPopups } from './load-popups.ts';
import type { DialogProps } from './popup-parts.tsx';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';

export function Dialog(props: DialogProps) {
  const { part, opened } = useLazyPart(props.opened, loadPopups, props.onClose);
  return part && <part.DialogPanel {...props} opened={opened} />;
}
