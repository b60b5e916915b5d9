/** Above the content: the menu's button, where one is, language, light or dark, and the account. */
import { Menu, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { logOut, type Session } from '#features/users/console/session.ts';
import { CheckIcon, ChevronDownIcon, GlobeIcon, icon } from '#foundation/console/icons.tsx';
import { screenLine, type Screen } from '#foundation/console/screen.ts';
import { useLanguage, usePhrase, useWords } from '#foundation/console/words.tsx';
import { languageNames, languages } from '#foundation/core/words.ts';
import classes from './Navbar.module.css';
import { ScreenIcon } from './ScreenIcon.tsx';
import { settingsPanel } from './settings.ts';
import { SizeMenu } from './SizeMenu.tsx';
import { shellWords } from './words.ts';

const MenuIcon = icon(<path d="M4 6h16M4 12h16M4 18h16" />);
const MoonIcon = icon(<path d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z" />);
const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M4.9 19.1l1.4-1.4M17.7 6.3l1.4-1.4" />
  </>,
);
const DashboardIcon = icon(
  <>
    <rect x="4" y="4" width="6" height="8" rx="1" />
    <rect x="4" y="16" width="6" height="4" rx="1" />
    <rect x="14" y="12" width="6" height="8" rx="1" />
    <rect x="14" y="4" width="6" height="4" rx="1" />
  </>,
);
const LeaveIcon = icon(
  <>
    <path d="M14 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-2" />
    <path d="M9 12h12m-3-3 3 3-3 3" />
  </>,
);

export interface NavbarProps {
  /** Those that the reader may open. */
  screens: readonly Screen[];
  person: Session['person'] | undefined;
  /** Whether the menu is wide, or its drawer open. */
  opened: boolean;
  onToggle: () => void;
}

export function Navbar({ screens, person, opened, onToggle }: NavbarProps) {
  const t = useWords(shellWords);
  return (
    <header className={classes.root}>
      <button type="button" className={classes.button} aria-label={opened ? t('menu_close') : t('menu_open')} aria-expanded={opened} onClick={onToggle}>
        <MenuIcon size={20} />
      </button>
      <Breadcrumb screens={screens} />
      <div className={classes.end}>
        <SizeMenu />
        <LanguageMenu />
        <SchemeButton />
        {person && <AccountMenu person={person} />}
      </div>
    </header>
  );
}

/** Always from the dashboard on. */
function Breadcrumb({ screens }: { screens: readonly Screen[] }) {
  const t = useWords(shellWords);
  const say = usePhrase();
  const { pathname } = useLocation();
  const screen = screens.find((each) => each.path === pathname);
  const home = screens.find((each) => each.component && !each.open);
  const line = screen ? screenLine(screens, screen) : [];
  const steps = home && line[0] !== home ? [home, ...line] : line;
  return (
    <nav className={classes.breadcrumb} aria-label={t('breadcrumb')}>
      <ol>
        {steps.map((step) => (
          <li key={step.path}>
            {step === screen ? (
              <span aria-current="page">{say(step.title)}</span>
            ) : step.component ? (
              <Link to={step.path}>{say(step.title)}</Link>
            ) : (
              <span>{say(step.title)}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function LanguageMenu() {
  const t = useWords(shellWords);
  const { language, choose } = useLanguage();
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={`${t('language')}: ${languageNames[language]}`}>
          <GlobeIcon size={18} />
          <span className={classes.wideOnly}>{languageNames[language]}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((each) => (
          <Menu.Item
            key={each}
            lang={each}
            rightSection={each === language ? <CheckIcon size={14} /> : null}
            aria-current={each === language || undefined}
            onClick={() => choose(each)}
          >
            {languageNames[each]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function SchemeButton() {
  const t = useWords(shellWords);
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const label = scheme === 'dark' ? t('to_light') : t('to_dark');
  return (
    <button type="button" className={classes.button} aria-label={label} title={label} onClick={() => setColorScheme(scheme === 'dark' ? 'light' : 'dark')}>
      {scheme === 'dark' ? <SunIcon size={18} /> : <MoonIcon size={18} />}
    </button>
  );
}

function AccountMenu({ person }: { person: Session['person'] }) {
  const t = useWords(shellWords);
  const navigate = useNavigate();
  const name = person.nickname || person.username;
  const leave = async () => {
    await logOut();
    await navigate({ to: '/login' });
  };
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.account} aria-label={t('account_menu', { name })}>
          <Avatar src={person.avatar} name={name} />
          <span className={classes.wideOnly}>{name}</span>
          <ChevronDownIcon size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          {person.memberNo !== null && <span>{t('member_no', { number: person.memberNo })}</span>}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<DashboardIcon />} onClick={() => void navigate({ to: '/' })}>
          {t('dashboard')}
        </Menu.Item>
        <Menu.Item leftSection={<ScreenIcon name="settings" />} onClick={() => settingsPanel.set(true)}>
          {t('settings')}
        </Menu.Item>
        <Menu.Item leftSection={<LeaveIcon />} onClick={() => void leave()}>
          {t('log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Avatar({ src, name }: { src: string | null; name: string }) {
  if (src !== null && src !== '') return <img className={classes.avatar} src={src} alt="" width={30} height={30} />;
  return (
    <span className={classes.avatar} aria-hidden="true">
      {[...name][0]?.toUpperCase()}
    </span>
  );
}
