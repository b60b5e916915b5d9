/** The bar above the content: menu button, breadcrumb, search, tools, language and account. */
import { useMediaQuery } from '@mantine/hooks';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { DownloadsLink } from '#features/downloads/console/DownloadsLink.tsx';
import { NoticeBell } from '#features/notices/console/NoticeBell.tsx';
import type { Session } from '#features/accounts/console/session.ts';
import { BarButton } from '#foundation/console/display/BarButton.tsx';
import { GlobeIcon, icon } from '#foundation/console/display/icons.tsx';
import type { Screen } from '#foundation/console/page/screen.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { useLanguage, usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { languageNames, languages } from '#foundation/core/words.ts';
import { AccountMenu } from './AccountMenu.tsx';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import { ErrorLog } from './ErrorLog.tsx';
import { groupOf } from './menu.ts';
import { navbarDialog } from './navbar-dialog.ts';
import { FullScreenButton } from './FullScreenButton.tsx';
import classes from './Navbar.module.css';
import { SchemeButton } from './SchemeButton.tsx';
import { ScreenIcon } from './ScreenIcon.tsx';
import { SearchButton } from './SearchButton.tsx';
import { SizeMenu } from './SizeMenu.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import { shellWords } from './words.ts';

/** Up to this width the account menu holds some of the bar's tools. Navbar.module.css uses the same width. */
const NARROW_BAR = '(max-width: 48em)';

const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />);

const loadShortcuts = () => import('./ShortcutsDialog.tsx');

export interface NavbarProps {
  /** The screens that the user can open. */
  screens: readonly Screen[];
  person: Session['person'] | undefined;
  /** Whether the menu is wide or, on mobile, its drawer is open. */
  opened: boolean;
  onToggle: () => void;
}

const close = () => navbarDialog.set(undefined);

export function Navbar({ screens, person, opened, onToggle }: NavbarProps) {
  const t = useWords(shellWords);
  const narrow = useMediaQuery(NARROW_BAR, undefined, { getInitialValueInEffect: false }) ?? false;
  const dialog = useCell(navbarDialog);
  // The next login starts without the previous one's dialog.
  useEffect(() => close, []);
  useShortcuts(screens, navbarDialog.set);
  const lazy = useLazyPart(dialog === 'shortcuts', loadShortcuts, close);
  return (
    <header className={classes.root}>
      <BarButton label={opened ? t('menu_close') : t('menu_open')} aria-expanded={opened} onClick={onToggle}>
        <MenuIcon size={20} />
      </BarButton>
      <Breadcrumb screens={screens} />
      <div className={classes.end}>
        <SearchButton
          screens={screens}
          opened={dialog === 'search'}
          onOpen={() => navbarDialog.set('search')}
          onClose={close}
        />
        <ErrorLog />
        <NoticeBell />
        {!narrow && <DownloadsLink />}
        {!narrow && <FullScreenButton />}
        {!narrow && <SizeMenu />}
        <LanguageMenu />
        {!narrow && <SchemeButton />}
        {person && <AccountMenu person={person} narrow={narrow} onShortcuts={() => navbarDialog.set('shortcuts')} />}
      </div>
      {lazy.part && <lazy.part.ShortcutsDialog opened={lazy.opened} screens={screens} onClose={close} />}
    </header>
  );
}

/** The way to the current screen: the home screen, the menu's group, the screen itself. */
function Breadcrumb({ screens }: { screens: readonly Screen[] }) {
  const t = useWords(shellWords);
  const translate = usePhrase();
  const pathname = useLocation({ select: (location) => location.pathname });
  const screen = screens.find((each) => each.path === pathname);
  const home = screens.find((each) => each.component && !each.open);
  const group = screen && groupOf(screens, screen);
  return (
    <nav className={classes.breadcrumb} aria-label={t('breadcrumb')}>
      <ol>
        {home && home !== screen && (
          <li>
            <Link to={home.path}>
              <span className={classes.narrowOnly}>
                <ScreenIcon name={home.name} size={15} />
              </span>
              <span className={classes.visuallyHiddenWhenNarrow}>{translate(home.title)}</span>
            </Link>
          </li>
        )}
        {group && (
          <li>
            <span>{translate(group.title)}</span>
          </li>
        )}
        {screen && (
          <li>
            <span aria-current="page">{translate(screen.title)}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}

function LanguageMenu() {
  const t = useWords(shellWords);
  const { language, choose } = useLanguage();
  return (
    <ChoiceMenu
      label={`${t('language')}: ${languageNames[language]}`}
      value={language}
      options={languages.map((each) => ({ value: each, label: languageNames[each], lang: each }))}
      onChange={choose}
    >
      <GlobeIcon size={18} />
      <span className={classes.wideOnly}>{languageNames[language]}</span>
    </ChoiceMenu>
  );
}
