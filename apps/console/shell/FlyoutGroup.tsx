/**
 * A group of the folded menu: one icon, next to which its screens open. Opens under the pointer, on a press (for touch and
 * keyboard) and with the arrow key to the right; arrow keys move through the screens, Escape leads back to the icon.
 */
import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Screen } from '#foundation/console/page/screen.ts';
import { usePhrase } from '#foundation/console/page/words.tsx';
import { Count, CountText } from './Count.tsx';
import type { Badge } from './menu-badges.ts';
import type { MenuGroup } from './menu.ts';
import { ScreenIcon } from './ScreenIcon.tsx';
import classes from './Sidebar.module.css';

/** A pointer that only crosses the icons opens nothing, and may leave for a moment on its way to the screens. */
const OPEN_MS = 80;
const CLOSE_MS = 200;
/** Kept between the screens and the window's edge. */
const EDGE_PX = 8;

/** Under the pointer it closes when the pointer leaves; pressed, when the focus or a press goes elsewhere. */
type Opened = 'pointer' | 'press' | undefined;

export function FlyoutGroup({
  group: { key, title, screens },
  current,
  badge,
}: {
  group: MenuGroup;
  current: string;
  badge: Badge | undefined;
}) {
  const translate = usePhrase();
  const [id, countId] = [useId(), useId()];
  const item = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState<Opened>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isInside = screens.some(({ path }) => path === current);
  const later = (next: Opened, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpened((now) => (now === 'press' ? now : next)), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useOutsidePress(item, opened !== undefined, () => setOpened(undefined));

  const links = () => [...(item.current?.querySelectorAll<HTMLElement>('ul a') ?? [])];
  const close = () => {
    clearTimeout(timer.current);
    setOpened(undefined);
  };
  const steer = (event: KeyboardEvent) => {
    const all = links();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'ArrowRight' && at === -1) setOpened('press');
    else if ((event.key === 'Escape' || event.key === 'ArrowLeft') && opened) {
      close();
      button.current?.focus();
    } else if (opened && next !== undefined) all[next % all.length]?.focus();
    else return;
    event.preventDefault();
  };
  const onPointer =
    (next: Opened, ms: number) =>
    ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') later(next, ms);
    };
  return (
    <li>
      <div
        ref={item}
        role="presentation"
        onPointerEnter={onPointer('pointer', OPEN_MS)}
        onPointerLeave={onPointer(undefined, CLOSE_MS)}
        onKeyDown={steer}
        onBlur={({ relatedTarget, currentTarget }: FocusEvent) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
        }}
      >
        <button
          ref={button}
          type="button"
          className={classes.entry}
          title={opened ? undefined : translate(title)}
          aria-expanded={opened !== undefined}
          aria-controls={opened && id}
          aria-describedby={badge && countId}
          data-active={isInside || undefined}
          onClick={() => (opened === 'press' ? close() : setOpened('press'))}
        >
          <ScreenIcon name={key} />
          <VisuallyHidden>{translate(title)}</VisuallyHidden>
          <Count badge={badge} />
        </button>
        <CountText id={countId} badge={badge} />
        {opened && (
          <Flyout
            id={id}
            title={translate(title)}
            button={button}
            // Opened by a press, the keyboard goes on in the screens.
            focused={opened === 'press'}
          >
            <FlyoutLinks screens={screens} current={current} onOpen={close} />
          </Flyout>
        )}
      </div>
    </li>
  );
}

export interface FlyoutLinksProps {
  screens: readonly Screen[];
  current: string;
  onOpen: () => void;
}

export function FlyoutLinks({ screens, current, onOpen }: FlyoutLinksProps) {
  const translate = usePhrase();
  return screens.map((screen) => (
    <li key={screen.path}>
      <Link
        to={screen.path}
        className={classes.entry}
        data-active={screen.path === current || undefined}
        activeProps={{ 'aria-current': 'page' }}
        activeOptions={{ exact: true, includeSearch: false }}
        onClick={onOpen}
      >
        <ScreenIcon name={screen.name} />
        <span className={classes.label}>{translate(screen.title)}</span>
      </Link>
    </li>
  ));
}

/** Whether a mouse rests on an element. */
export function useRest() {
  const [rests, setRests] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later =
    (next: boolean, ms: number) =>
    ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setRests(next), ms);
    };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    rests,
    handlers: { onPointerEnter: later(true, OPEN_MS), onPointerLeave: later(false, CLOSE_MS) },
    end() {
      clearTimeout(timer.current);
      setRests(false);
    },
  };
}

interface FlyoutProps {
  id: string;
  title: string;
  button: RefObject<HTMLElement | null>;
  focused: boolean;
  children: ReactNode;
}

/** Beside its button, but never below the window's edge. */
export function Flyout({ id, title, button, focused, children }: FlyoutProps) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!panel.current || !button.current) return;
    const { top, right } = button.current.getBoundingClientRect();
    const lowest = window.innerHeight - panel.current.offsetHeight - EDGE_PX;
    panel.current.style.insetBlockStart = `${Math.max(EDGE_PX, Math.min(top, lowest))}px`;
    panel.current.style.insetInlineStart = `${right}px`;
  }, [button]);
  useEffect(() => {
    if (focused) panel.current?.querySelector('a')?.focus();
  }, [focused]);
  return (
    <div ref={panel} id={id} className={classes.flyout}>
      <div className={classes.flyoutBox}>
        <span className={classes.flyoutTitle} aria-hidden="true">
          {title}
        </span>
        <ul>{children}</ul>
      </div>
    </div>
  );
}

function useOutsidePress(inside: RefObject<HTMLElement | null>, isOn: boolean, onPress: () => void): void {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    if (!isOn) return;
    const listen = ({ target }: Event) => {
      if (target instanceof Node && !inside.current?.contains(target)) press();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [inside, isOn]);
}
