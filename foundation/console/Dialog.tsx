/** What stands over the page until it is closed: a title, a way out, and whatever it is about. */
import { Modal, type ModalProps } from '@mantine/core';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { kitWords } from './kit-words.ts';
import { OnceOpened } from './OnceOpened.tsx';
import { useWords } from './words.tsx';

export type DialogProps = Pick<
  ModalProps,
  | 'opened'
  | 'onClose'
  | 'title'
  | 'children'
  | 'size'
  | 'padding'
  | 'yOffset'
  | 'centered'
  | 'returnFocus'
  | 'withCloseButton'
  | 'closeOnClickOutside'
  | 'closeOnEscape'
>;

export function Dialog(props: DialogProps) {
  const t = useWords(kitWords);
  return (
    <OnceOpened opened={props.opened}>
      {(opened) => (
        <Modal
          padding="lg"
          transitionProps={{ duration: 140 }}
          closeButtonProps={{ 'aria-label': t('close') }}
          styles={{ title: { fontWeight: 600, fontSize: 16 } }}
          // The page has its banner already.
          attributes={{ header: { role: 'presentation' } }}
          {...props}
          opened={opened}
        />
      )}
    </OnceOpened>
  );
}
