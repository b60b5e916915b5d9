/** Details beside the list they belong to. Whether it is open stands in the address (`list.open`), so that it can be shared. */
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { kitWords } from './kit-words.ts';
import { useWords } from './words.tsx';

export interface DetailDrawerProps {
  opened: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export function DetailDrawer({ opened, title, onClose, children }: DetailDrawerProps) {
  const t = useWords(kitWords);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position="right"
      size="min(640px, 100vw)"
      padding="lg"
      overlayProps={{ backgroundOpacity: 0.25 }}
      transitionProps={{ duration: 160 }}
      closeButtonProps={{ 'aria-label': t('close') }}
      styles={{ title: { fontWeight: 600, fontSize: 16 } }}
      // The page has its banner already.
      attributes={{ header: { role: 'presentation' } }}
    >
      {children}
    </Drawer>
  );
}
