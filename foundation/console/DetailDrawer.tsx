/**
 * What stands beside the page. For details of a list, whether it is open stands in the address (`list.open`), so that
 * it can be shared. Its code comes when it is first opened.
 */
import { loadPopups } from './load-popups.ts';
import type { DrawerProps } from './popup-parts.tsx';
import { useLate } from './use-late.ts';

export function DetailDrawer(props: DrawerProps) {
  const { part, opened } = useLate(props.opened, loadPopups, props.onClose);
  return part && <part.DrawerPanel {...props} opened={opened} />;
}
