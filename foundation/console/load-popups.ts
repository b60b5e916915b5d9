/**
 * What stands over a page: one file for all of it, run when the first is wanted, and fetched when a page stands
 * (`apps/console/lay-by.ts`). Its styles are the page's own from the beginning, as the
 * browser lays a page out anew for a sheet that comes later.
 */
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import './popup-parts.module.css';

export const loadPopups = () => import('./popup-parts.tsx');

/** Before it is wanted. What fails here is fetched anew when it is, and told then. */
export function fetchPopups(): void {
  loadPopups().catch(() => undefined);
}
