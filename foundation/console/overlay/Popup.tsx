/**
 * A button that opens a panel or a menu over the page. Until the first press only the button is rendered. The code
 * loads when the pointer or the focus first reaches the button.
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
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';

/** Props for the button. The `ref` can go to an element around it, at which the panel is then positioned. */
export interface PopupButton extends Pick<
  ComponentProps<'button'>,
  'id' | 'aria-haspopup' | 'aria-expanded' | 'aria-controls' | 'onClick' | 'onPointerEnter' | 'onFocus' | 'onKeyDown'
> {
  ref: RefCallback<HTMLElement>;
}

export interface PopupProps extends Partial<Pick<PopupPlace, 'position' | 'width'>> {
  renderButton: (props: PopupButton) => ReactNode;
  /** The id of the panel's title. Default: the button. */
  labelledBy?: string;
  /** Without padding. */
  flush?: boolean;
  /** The panel's content. `close` returns the focus to the button. */
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
  const { button, place, part, close } = usePopup('dialog');
  return (
    <>
      {renderButton(button)}
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
  /** Called once the menu's code is loaded. */
  groups: () => MenuGroups;
  /** Above the items. */
  head?: ReactNode;
  /** The items are values to choose from. */
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
  const { button, place, part, open } = usePopup('menu');
  const [byKeys, setByKeys] = useState(false);
  const onClick = () => {
    setByKeys(false);
    button.onClick();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || place.opened) return;
    event.preventDefault();
    setByKeys(true);
    open();
  };
  return (
    <>
      {renderButton({ ...button, onClick, onKeyDown })}
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
  const { part, opened } = useLazyPart(wanted, loadPopups, close);
  const button = {
    id,
    ref,
    'aria-haspopup': kind,
    'aria-expanded': opened,
    'aria-controls': opened ? `${id}-dropdown` : undefined,
    onClick: () => setWanted(!wanted),
    onPointerEnter: fetchPopups,
    onFocus: fetchPopups,
  } as const;
  return { button, place: { id, anchor, opened, onClose: close }, part, open, close };
}
