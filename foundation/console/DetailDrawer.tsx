/** What stands beside the page. For details of a list, whether it is open stands in the address (`list.open`), so that it can be shared. */
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { kitWords } from './kit-words.ts';
import { OnceOpened } from './OnceOpened.tsx';
import { useWords } from './words.tsx';

export interface DetailDrawerProps {
  opened: boolean;
  title: ReactNode;
  /** Default: wide enough for a list's details. */
  widthPx?: number;
  /** How dark the page beneath becomes, of 1. Less where it should be seen. */
  shade?: number;
  onClose: () => void;
  children: ReactNode;
}

export function DetailDrawer({ opened, title, widthPx = 640, shade = 0.25, onClose, children }: DetailDrawerProps) {
  const t = useWords(kitWords);
  return (
    <OnceOpened opened={opened}>
      {(isOpened) => (
        <Drawer
          opened={isOpened}
          onClose={onClose}
          title={title}
          position="right"
          size={`min(${widthPx}px, 100vw)`}
          padding="lg"
          overlayProps={{ backgroundOpacity: shade }}
          transitionProps={{ duration: 160 }}
          closeButtonProps={{ 'aria-label': t('close') }}
          styles={{ title: { fontWeight: 600, fontSize: 16 } }}
          // The page has its banner already.
          attributes={{ header: { role: 'presentation' } }}
        >
          {children}
        </Drawer>
      )}
    </OnceOpened>
  );
}
