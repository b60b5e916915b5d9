/**
 * A drawer at the side of the page. For the details of a list row, the open state is in the address (`list.open`), so
 * that it can be shared. The code loads when it is first opened.
 */
import { loadPopups } from './load-popups.ts';
import type { DrawerProps } from './popup-parts.tsx';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';

export function DetailDrawer(props: DrawerProps) {
  const { part, opened } = useLazyPart(props.opened, loadPopups, props.onClose);
  return part && <part.DrawerPanel {...props} opened={opened} />;
}
