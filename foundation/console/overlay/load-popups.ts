/**
 * Loads the code of all popups, which is one file: it runs when the first popup opens and is prefetched after the page
 * is rendered (`apps/console/boot/prefetch-popups.ts`). The styles load with the page, because the browser repeats the layout for a
 * style sheet that arrives later.
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

/** Prefetches the code. Ignores errors, as opening a popup fetches it again and reports them. */
export function fetchPopups(): void {
  loadPopups().catch(() => undefined);
}
