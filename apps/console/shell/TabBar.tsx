/** The visited pages as tabs. A tab closes by its button, a middle click or Delete, and has a context menu. */
import { useNavigate, useRouter } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { CrossIcon } from '#foundation/console/display/icons.tsx';
import { hashAddress } from '#foundation/console/page/hash-address.ts';
import { fetchPopups, loadPopups } from '#foundation/console/overlay/load-popups.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { REDIRECT } from '#apps/console/guard.ts';
import classes from './TabBar.module.css';
import { hrefOf, nextAfterClosing, shownTabs, type Tab, tabs, without } from './tabs.ts';
import { shellWords } from './words.ts';

/** Space between the row's ends and its tabs. */
const ROW_PAD_PX = 12;

interface MenuPlace {
  tab: Tab;
  /** The element that gets the focus back. */
  from: HTMLElement;
  x: number;
  y: number;
}

export function TabBar({ screens }: { screens: readonly Screen[] }) {
  const t = useWords(shellWords);
  const list = shownTabs(useCell(tabs), screens);
  const active = useCell(hashAddress).path;
  const [menu, setMenu] = useState<MenuPlace>();
  const tabActions = useTabActions(screens, active);
  const row = useRef<HTMLUListElement>(null);
  useSidewaysWheel(row);
  return (
    <nav className={classes.root} aria-label={t('tabs')}>
      <ul ref={row}>
        {list.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            screen={screens.find((each) => each.path === tab.path)}
            active={tab.path === active}
            onClose={tabActions.close}
            onMenu={setMenu}
          />
        ))}
      </ul>
      <TabMenu
        place={menu}
        affixed={tabActions.isAffixed(menu?.tab.path ?? '')}
        actions={tabActions}
        onClose={() => setMenu(undefined)}
      />
    </nav>
  );
}

/** A plain wheel scrolls the row and, at its end, the page. */
function useSidewaysWheel(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = row;
    const onWheel = (event: WheelEvent) => {
      if (!current || event.ctrlKey || event.deltaX !== 0) return;
      const before = current.scrollLeft;
      current.scrollLeft += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1);
      if (current.scrollLeft !== before) event.preventDefault();
    };
    // React's wheel handlers are passive and can't stop the page from scrolling.
    current?.addEventListener('wheel', onWheel, { passive: false });
    return () => current?.removeEventListener('wheel', onWheel);
  }, [row]);
}
const LINE_PX = 16;

interface TabItemProps {
  tab: Tab;
  screen: Screen | undefined;
  active: boolean;
  onClose: (tab: Tab) => void;
  onMenu: (place: MenuPlace) => void;
}

function TabItem({ tab, screen, active, onClose, onMenu }: TabItemProps) {
  const t = useWords(shellWords);
  const translate = usePhrase();
  const item = useRef<HTMLLIElement>(null);
  const router = useRouter();
  useEffect(() => {
    if (!active) return;
    scrollIntoRow(item.current);
    // The router restores the row's scroll position of the previous page.
    return router.subscribe('onRendered', () => scrollIntoRow(item.current));
  }, [active, router]);
  if (!screen) return null;
  const title = translate(screen.title);
  const closable = !screen.affix;
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    // Opened by keyboard there is no pointer position: the menu opens below the tab.
    onMenu({ tab, from: event.currentTarget, x: event.clientX || box.left, y: event.clientY || box.bottom });
  };
  const onMiddleClick = (event: MouseEvent) => {
    if (event.button !== 1 || !closable) return;
    event.preventDefault();
    onClose(tab);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Delete' && closable) onClose(tab);
  };
  const onFocus = ({ target }: FocusEvent) => {
    fetchPopups();
    // Only for keyboard focus: a tab must not move under the pointer that presses it.
    if (target.matches(':focus-visible')) scrollIntoRow(item.current);
  };
  return (
    <li ref={item} data-active={active || undefined}>
      <a
        href={`#${hrefOf(tab)}`}
        aria-current={active ? 'page' : undefined}
        onPointerEnter={fetchPopups}
        onFocus={onFocus}
        onContextMenu={openMenu}
        onAuxClick={onMiddleClick}
        onKeyDown={onKey}
      >
        {title}
      </a>
      {closable && (
        <button type="button" aria-label={t('tab_close', { title })} onFocus={onFocus} onClick={() => onClose(tab)}>
          <CrossIcon size={12} />
        </button>
      )}
    </li>
  );
}

/** Scrolls only the row. After the browser's own scrollIntoView the next Tab press would start from the item. */
function scrollIntoRow(item: HTMLElement | null): void {
  const row = item?.parentElement;
  if (!item || !row) return;
  const [box, around] = [item.getBoundingClientRect(), row.getBoundingClientRect()];
  const before = box.left - around.left - ROW_PAD_PX;
  const beyond = box.right - around.right + ROW_PAD_PX;
  if (before < 0) row.scrollLeft += before;
  else if (beyond > 0) row.scrollLeft += beyond;
}

function TabMenu({
  place,
  affixed,
  actions: tabActions,
  onClose,
}: {
  place: MenuPlace | undefined;
  affixed: boolean;
  actions: TabActions;
  onClose: () => void;
}) {
  const t = useWords(shellWords);
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const { part } = useLazyPart(place !== undefined, loadPopups, onClose);
  if (!part || !place) return null;
  const { tab, from, x, y } = place;
  const groups = [
    [
      { key: 'refresh', label: t('tab_refresh'), onClick: () => tabActions.refresh(tab) },
      ...(affixed ? [] : [{ key: 'close', label: t('close'), onClick: () => tabActions.close(tab) }]),
      { key: 'others', label: t('tab_close_others'), onClick: () => tabActions.closeOthers(tab) },
      { key: 'all', label: t('tab_close_all'), onClick: tabActions.closeAll },
    ],
  ];
  const close = () => {
    onClose();
    from.focus({ preventScroll: true });
  };
  return (
    <>
      {/* The pointer's position, which is counted from the left in every script. */}
      <span ref={anchor} className={classes.place} style={{ left: x, top: y }} aria-hidden="true" />
      <part.MenuPanel
        key={`${x},${y}`}
        id={id}
        anchor={anchor}
        opened
        onClose={close}
        position="bottom-start"
        width={105}
        offset={2}
        label={t('tab_menu')}
        groups={groups}
      />
    </>
  );
}

type TabActions = ReturnType<typeof useTabActions>;

function useTabActions(screens: readonly Screen[], active: string) {
  const navigate = useNavigate();
  const isAffixed = (path: string): boolean => screens.some((screen) => screen.path === path && screen.affix);
  const redirectTo = (href: string): void => void navigate({ href: REDIRECT + href.slice(1), replace: true });
  /** `towards` is where to go when the active page is among the closed ones. */
  const closing = (closes: (tab: Tab) => boolean, towards?: Tab): void => {
    const left = without(shownTabs(tabs.get(), screens), closes, isAffixed);
    const next = nextAfterClosing(left, active);
    tabs.set(left);
    if (next !== undefined) void navigate({ href: towards ? hrefOf(towards) : next });
  };
  return {
    isAffixed,
    refresh: (tab: Tab) => redirectTo(hrefOf(tab)),
    close: (tab: Tab) => closing(({ path }) => path === tab.path),
    closeOthers: (tab: Tab) => closing(({ path }) => path !== tab.path, tab),
    closeAll: () => closing(() => true),
  };
}
