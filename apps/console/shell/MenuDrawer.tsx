/** The menu on mobile, in a drawer. Loaded when it is first opened. */
import { Drawer } from '@mantine/core';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useEscape } from '#foundation/console/overlay/use-escape.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { SidebarContent } from './Sidebar.tsx';
import classes from './Sidebar.module.css';
import { shellWords } from './words.ts';

export function MenuDrawer({
  opened,
  onClose,
  screens,
}: {
  opened: boolean;
  onClose: () => void;
  screens: readonly Screen[];
}) {
  const t = useWords(shellWords);
  useEscape(opened, true, onClose);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={false}
      size={210}
      transitionProps={{ duration: 180, exitDuration: 0 }}
      classNames={{ content: classes.drawer }}
    >
      <Drawer.Overlay backgroundOpacity={0.4} />
      <Drawer.Content aria-label={t('menu')} data-print="never">
        <SidebarContent screens={screens} wide />
      </Drawer.Content>
    </Drawer.Root>
  );
}
