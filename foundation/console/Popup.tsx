/**
 * A button that opens a panel or a menu over the page. Closed, there is the button and nothing else: what opens is
 * loaded when the pointer or the focus first comes to the button, and drawn once the button is pressed.
 */
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useCallback,
  useId,
  useRef,
  useState,
} from 'react';
import { fetchPopups, loadPopups } from './load-popups.ts';
import type { MenuGroups, PopupPlace } from './popup-parts.tsx';
import { useLate } from './use-late.ts';

/**
 * For the button that is drawn: all of it goes there, the `ref` perhaps to a box around it, at which the panel then
 * stands.
 */
export interface PopupButton extends Pick<
  ComponentProps<'button'>,
  'id' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onClick' | 'onPointerEnter' | 'onFocus' | 'onKeyDown'
> {
  ref: RefCallback<HTMLElement>;
}

export interface PopupProps extends Partial<Pick<PopupPlace, 'position' | 'width'>> {
  renderButton: (props: PopupButton) => ReactNode;
  /** The id of the panel's title. Default: the button names it. */
  labelledBy?: string;
  /** Without inner space. */
  flush?: boolean;
  /** What stands in it. `close` gives the focus back to the button. */
  children: (close: () => void) => ReactNode;
}

export function Popup({
  renderButton,
  position = 'bottom-start',
  width,
  labelledBy,
  flush = false,
  children,
}: PopupProps) {
  const { face, place, part, close } = usePopup('dialog');
  return (
    <>
      {renderButton(face)}
      {part && (
        <part.PopupPanel {...place} position={position} width={width} labelledBy={labelledBy} flush={flush}>
          {children(close)}
        </part.PopupPanel>
      )}
    </>
  );
}

export interface PopupMenuProps extends Partial<Pick<PopupPlace, 'position' | 'width'>> {
  renderButton: (props: PopupButton) => ReactNode;
  /** Asked for once the menu is there. */
  groups: () => MenuGroups;
  /** Above the items. */
  head?: ReactNode;
  /** Values to choose from, perhaps many. */
  values?: boolean;
}

export function PopupMenu({
  renderButton,
  groups,
  position = 'bottom-end',
  width,
  head,
  values = false,
}: PopupMenuProps) {
  const { face, place, part, open } = usePopup('menu');
  const [byKeys, setByKeys] = useState(false);
  const onClick = () => {
    setByKeys(false);
    face.onClick();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || place.opened) return;
    event.preventDefault();
    setByKeys(true);
    open();
  };
  return (
    <>
      {renderButton({ ...face, onClick, onKeyDown })}
      {part && (
        <part.MenuPanel
          {...place}
          position={position}
          width={width}
          groups={groups()}
          head={head}
          values={values}
          byKeys={byKeys}
        />
      )}
    </>
  );
}

function usePopup(kind: 'dialog' | 'menu') {
  const id = useId();
  const anchor: RefObject<HTMLElement | null> = useRef(null);
  const ref = useCallback((element: HTMLElement | null) => {
    anchor.current = element;
  }, []);
  const [wanted, setWanted] = useState(false);
  const open = () => setWanted(true);
  const close = () => setWanted(false);
  const { part, opened } = useLate(wanted, loadPopups, close);
  const face = {
    id,
    ref,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    onClick: () => setWanted(!wanted),
    onPointerEnter: fetchPopups,
    onFocus: fetchPopups,
  } as const;
  return { face, place: { id, anchor, opened, onClose: close }, part, open, close };
}
