/** The account menu: who is logged in, plus the tools that a narrow navbar has no room for. */
import { useNavigate } from '@tanstack/react-router';
import { useRoleItems } from '#features/demo/console/role-items.tsx';
import { DownloadsIcon } from '#features/downloads/console/DownloadsLink.tsx';
import { DOWNLOADS_PATH } from '#features/downloads/console/screens.ts';
import { downloadTitles } from '#features/downloads/screen-titles.ts';
import { Avatar } from '#features/files/console/Avatar.tsx';
import type { Session } from '#features/accounts/console/session.ts';
import { BarButton } from '#foundation/console/display/BarButton.tsx';
import { ChevronDownIcon, icon } from '#foundation/console/display/icons.tsx';
import type { MenuGroups } from '#foundation/console/overlay/popup-parts.tsx';
import { PopupMenu } from '#foundation/console/overlay/Popup.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useFullScreen } from './FullScreenButton.tsx';
import { LOGIN } from '#apps/console/guard.ts';
import { Keys } from './Keys.tsx';
import { leave } from './leave.ts';
import classes from './Navbar.module.css';
import { navbarWords } from './navbar-words.ts';
import { useScheme } from './SchemeButton.tsx';
import { ScreenIcon } from './ScreenIcon.tsx';
import { settingsPanel } from './settings.ts';
import { toolItem } from './tools.tsx';
import { shellWords } from './words.ts';

const LeaveIcon = icon(
  <>
    <path d="M14 8V6a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h6a2 2 0 0 0 2-2v-2" />
    <path d="M9 12h12m-3-3 3 3-3 3" />
  </>,
);
const KeyboardIcon = icon(
  <>
    <rect x="2" y="6" width="20" height="12" rx="2" />
    <path d="M6 10h.01M10 10h.01M14 10h.01M18 10h.01M7 14h10" />
  </>,
);

export interface AccountMenuProps {
  person: Session['person'];
  /** The navbar is narrow: its tools are in this menu instead. */
  narrow: boolean;
  onShortcuts: () => void;
}

export function AccountMenu({ person, narrow, onShortcuts }: AccountMenuProps) {
  const t = useWords(shellWords);
  const tools = useWords(navbarWords);
  const title = useWords(downloadTitles);
  const navigate = useNavigate();
  const fullScreen = useFullScreen();
  const scheme = useScheme();
  const roles = useRoleItems();
  const name = person.nickname || person.username;
  const logOut = () => leave().then(() => navigate({ to: LOGIN }));
  const groups = (): MenuGroups => [
    [
      {
        key: 'dashboard',
        icon: <ScreenIcon name="Dashboard" size={16} />,
        label: t('dashboard'),
        onClick: () => void navigate({ to: '/' }),
      },
      ...(narrow
        ? [
            toolItem('downloads', {
              Icon: DownloadsIcon,
              label: title('downloads'),
              onClick: () => void navigate({ to: DOWNLOADS_PATH, search: {} }),
            }),
            toolItem('full-screen', fullScreen),
            toolItem('scheme', scheme),
          ]
        : []),
      {
        key: 'settings',
        icon: <ScreenIcon name="appearance" size={16} />,
        label: t('settings'),
        onClick: () => settingsPanel.set(true),
      },
      {
        key: 'shortcuts',
        icon: <KeyboardIcon />,
        label: tools('shortcuts'),
        end: narrow ? undefined : <Keys keys={['?']} />,
        onClick: onShortcuts,
      },
    ],
    ...(roles.length > 0 ? [roles] : []),
    [{ key: 'leave', icon: <LeaveIcon />, label: t('log_out'), onClick: () => void logOut() }],
  ];
  return (
    <PopupMenu
      width={240}
      groups={groups}
      head={
        <div className={classes.username}>
          <strong>{name}</strong>
          {person.memberNo !== null && <span>{t('member_no', { number: person.memberNo })}</span>}
        </div>
      }
      renderButton={(button) => (
        <BarButton label={t('account_menu', { name })} className={classes.account} {...button}>
          <Avatar file={person.avatar} name={name} className={classes.avatar} />
          <span className={classes.wideOnly}>{name}</span>
          <ChevronDownIcon size={14} />
        </BarButton>
      )}
    />
  );
}
