/** The menu: groups that fold, their screens, and at the foot the member number and help. */
import { VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { useConfig, usePlatformName } from '#features/platform/console/config.ts';
import { ChevronDownIcon } from '#foundation/console/display/icons.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { Count, CountText } from './Count.tsx';
import { Flyout, FlyoutGroup, FlyoutLinks, useRest } from './FlyoutGroup.tsx';
import { Logo } from './Logo.tsx';
import { type Badge, type Badges, useBadges, useBadgeUpdates } from './menu-badges.ts';
import { isGroup, type MenuGroup, menuOf } from './menu.ts';
import { openedGroups, openGroup } from './menu-groups.ts';
import { MenuFoot } from './MenuFoot.tsx';
import { ScreenIcon } from './ScreenIcon.tsx';
import classes from './Sidebar.module.css';
import { settings } from './settings.ts';
import { shellWords } from './words.ts';

export function Sidebar({ wide, screens }: { wide: boolean; screens: readonly Screen[] }) {
  return (
    <aside className={classes.sidebar} data-print="never" data-menu data-wide={wide || undefined}>
      <SidebarContent screens={screens} wide={wide} />
    </aside>
  );
}

/** The content of the sidebar, also shown in the mobile drawer. */
export function SidebarContent({ wide, screens }: { wide: boolean; screens: readonly Screen[] }) {
  const { sidebarLogo } = useCell(settings);
  return (
    <>
      {sidebarLogo && <Brand wide={wide} />}
      <Menu screens={screens} wide={wide} />
      <MenuFoot wide={wide} />
    </>
  );
}

function Brand({ wide }: { wide: boolean }) {
  const logo = useConfig()?.logo ?? null;
  const name = usePlatformName();
  return (
    <Link to="/" className={classes.brand} title={wide ? undefined : name}>
      <Logo src={logo} />
      {wide && <span className={classes.name}>{name}</span>}
    </Link>
  );
}

function Menu({ screens, wide }: { screens: readonly Screen[]; wide: boolean }) {
  const t = useWords(shellWords);
  const pathname = useLocation({ select: (location) => location.pathname });
  const current = screens.find(({ path }) => path === pathname)?.activeMenu ?? pathname;
  const badges = useBadges();
  useBadgeUpdates();
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    scrollIntoMenu(list.current, list.current?.querySelector('[data-active]'));
  }, [current]);
  return (
    <nav ref={list} className={classes.menu} aria-label={t('menu')}>
      <ul>
        {menuOf(screens).map((entry) =>
          !isGroup(entry) ? (
            <Entry key={entry.path} screen={entry} wide={wide} current={current} badge={badges.get(entry.name)} />
          ) : wide ? (
            <Group key={entry.key} group={entry} current={current} badges={badges} />
          ) : (
            <FlyoutGroup key={entry.key} group={entry} current={current} badge={badges.get(entry.key)} />
          ),
        )}
      </ul>
    </nav>
  );
}

/** Scrolls only the menu. After the browser's own scrollIntoView the next Tab press would start from the entry. */
function scrollIntoMenu(menu: HTMLElement | null, entry: Element | null | undefined): void {
  if (!menu || !entry) return;
  const [box, around] = [entry.getBoundingClientRect(), menu.getBoundingClientRect()];
  if (box.top < around.top) menu.scrollTop += box.top - around.top;
  else if (box.bottom > around.bottom) menu.scrollTop += box.bottom - around.bottom;
}

/**
 * Open if the user opened it, or one of its screens is shown. The user can close it even then. While it is closed its
 * screens show next to it under the pointer, one press away.
 */
function Group({
  group: { key, title, open: usually, screens },
  current,
  badges,
}: {
  group: MenuGroup;
  current: string;
  badges: Badges;
}) {
  const translate = usePhrase();
  const kept = useCell(openedGroups)[key];
  const isInside = screens.some(({ path }) => path === current);
  const [closedAt, setClosedAt] = useState<string>();
  const [id, listId, countId] = [useId(), useId(), useId()];
  const button = useRef<HTMLButtonElement>(null);
  const rest = useRest();
  const isOpen = isInside ? closedAt !== current : (kept ?? usually);
  // Open, the entry that it is about shows it, if there is one.
  const badge = isOpen && screens.some(({ name }) => badges.has(name)) ? undefined : badges.get(key);
  const toggle = () => {
    setClosedAt(isOpen ? current : undefined);
    openGroup(key, !isOpen);
    rest.end();
  };
  return (
    <li {...rest.handlers}>
      <button
        ref={button}
        type="button"
        className={classes.entry}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-describedby={badge && countId}
        data-inside={isInside || undefined}
        onClick={toggle}
      >
        <ScreenIcon name={key} />
        <span className={classes.label}>{translate(title)}</span>
        <Count badge={badge} />
        <span className={classes.fold}>
          <ChevronDownIcon size={14} />
        </span>
      </button>
      <CountText id={countId} badge={badge} />
      {!isOpen && rest.rests && (
        <Flyout id={id} title={translate(title)} button={button} focused={false}>
          <FlyoutLinks screens={screens} current={current} onOpen={rest.end} />
        </Flyout>
      )}
      {isOpen && (
        <ul id={listId} className={classes.children}>
          {screens.map((screen) => (
            <Entry key={screen.path} screen={screen} wide current={current} badge={badges.get(screen.name)} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface EntryProps {
  screen: Screen;
  wide: boolean;
  /** The path of the highlighted entry: the open screen, or the one that a hidden screen belongs to. */
  current: string;
  badge: Badge | undefined;
}

function Entry({ screen, wide, current, badge }: EntryProps) {
  const translate = usePhrase();
  const id = useId();
  const title = translate(screen.title);
  return (
    <li>
      <Link
        aria-describedby={badge && id}
        to={screen.path}
        className={classes.entry}
        title={wide ? undefined : title}
        data-active={screen.path === current || undefined}
        activeProps={{ 'aria-current': 'page' }}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        <ScreenIcon name={screen.name} />
        {wide ? <span className={classes.label}>{title}</span> : <VisuallyHidden>{title}</VisuallyHidden>}
        <Count badge={badge} />
      </Link>
      <CountText id={id} badge={badge} />
    </li>
  );
}
