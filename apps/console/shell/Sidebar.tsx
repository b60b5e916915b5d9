/** The menu: the permitted screens as a list, each group followed by its children. */
import { VisuallyHidden } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useConfig, usePlatformName } from '#features/platform/console/config.ts';
import { ChevronDownIcon } from '#foundation/console/display/icons.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { Logo } from './Logo.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import { ScreenIcon } from './ScreenIcon.tsx';
import classes from './Sidebar.module.css';
import { settings } from './settings.ts';
import { shellWords } from './words.ts';

export function Sidebar({ wide, screens }: { wide: boolean; screens: readonly Screen[] }) {
  return (
    <aside className={classes.sidebar} data-print="never" data-wide={wide || undefined}>
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
  const entries = menuEntries(screens);
  const current = screens.find(({ path }) => path === pathname)?.activeMenu ?? pathname;
  return (
    <nav className={classes.menu} aria-label={t('menu')}>
      <ul>
        {entries.map(({ screen, children }) =>
          children.length > 0 ? (
            <Group key={screen.path} screen={screen} entries={children} wide={wide} current={current} />
          ) : (
            <Entry key={screen.path} screen={screen} wide={wide} current={current} />
          ),
        )}
      </ul>
    </nav>
  );
}

interface MenuEntryProps {
  screen: Screen;
  wide: boolean;
  /** The path of the highlighted entry: the open screen, or the one that a hidden screen belongs to. */
  current: string;
}

function Group({ screen, entries, wide, current }: MenuEntryProps & { entries: readonly Screen[] }) {
  const translate = usePhrase();
  const [open, setOpen] = useState(true);
  const inside = entries.some((child) => child.path === current);
  // A folded sidebar has no room for groups, so it lists their screens directly.
  if (!wide)
    return entries.map((child) => (
      <Entry
        key={child.path}
        screen={{ ...child, icon: child.icon ?? screen.icon ?? '' }}
        wide={false}
        current={current}
      />
    ));
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        aria-expanded={open}
        data-inside={inside || undefined}
        onClick={() => setOpen(!open)}
      >
        <ScreenIcon name={screen.icon} />
        <span className={classes.label}>{translate(screen.title)}</span>
        <span className={classes.fold}>
          <ChevronDownIcon size={14} />
        </span>
      </button>
      {open && (
        <ul className={classes.children}>
          {entries.map((child) => (
            <Entry key={child.path} screen={child} wide nested current={current} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Entry({ screen, wide, nested = false, current }: MenuEntryProps & { nested?: boolean }) {
  const translate = usePhrase();
  const title = translate(screen.title);
  return (
    <li>
      <Link
        to={screen.path}
        className={classes.entry}
        title={wide ? undefined : title}
        data-active={screen.path === current || undefined}
        activeProps={{ 'aria-current': 'page' }}
        activeOptions={{ exact: true, includeSearch: false }}
      >
        {nested ? <span className={classes.indent} aria-hidden="true" /> : <ScreenIcon name={screen.icon} />}
        {wide ? <span className={classes.label}>{title}</span> : <VisuallyHidden>{title}</VisuallyHidden>}
      </Link>
    </li>
  );
}

interface MenuEntry {
  screen: Screen;
  children: readonly Screen[];
}

/** Leaves out hidden screens and groups without a permitted child. */
function menuEntries(screens: readonly Screen[]): MenuEntry[] {
  const shown = screens.filter((screen) => !screen.hidden && !screen.open);
  return shown
    .filter((screen) => screen.parent === undefined)
    .map((screen) => ({ screen, children: shown.filter((child) => child.parent === screen.path) }))
    .filter(({ screen, children }) => screen.component !== undefined || children.length > 0);
}
