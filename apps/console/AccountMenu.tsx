/** Who is logged in, and what the navbar has no room for. */
import { Menu } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Avatar } from '#features/files/console/Avatar.tsx';
import { logOut, type Session } from '#features/users/console/session.ts';
import { BarButton } from '#foundation/console/BarButton.tsx';
import { clearErrors } from '#foundation/console/error-log.ts';
import { ChevronDownIcon, icon } from '#foundation/console/icons.tsx';
import { useWords } from '#foundation/console/words.tsx';
import { FullScreenItem } from './FullScreenButton.tsx';
import { Keys } from './Keys.tsx';
import classes from './Navbar.module.css';
import { navbarWords } from './navbar-words.ts';
import { SchemeItem } from './SchemeButton.tsx';
import { ScreenIcon } from './ScreenIcon.tsx';
import { settingsPanel } from './settings.ts';
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
  /** The navbar has no room: what it leaves out is here. */
  narrow: boolean;
  onShortcuts: () => void;
}

export function AccountMenu({ person, narrow, onShortcuts }: AccountMenuProps) {
  const t = useWords(shellWords);
  const tools = useWords(navbarWords);
  const navigate = useNavigate();
  const name = person.nickname || person.username;
  const leave = async () => {
    await logOut();
    // What went wrong for one person is nothing for the next to read.
    clearErrors();
    await navigate({ to: '/login' });
  };
  return (
    <Menu position="bottom-end" shadow="md" width={240}>
      <Menu.Target>
        <BarButton label={t('account_menu', { name })} className={classes.account}>
          <Avatar file={person.avatar} name={name} className={classes.avatar} />
          <span className={classes.wideOnly}>{name}</span>
          <ChevronDownIcon size={14} />
        </BarButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.who}>
          <strong>{name}</strong>
          {person.memberNo !== null && <span>{t('member_no', { number: person.memberNo })}</span>}
        </div>
        <Menu.Divider />
        <Menu.Item leftSection={<ScreenIcon name="dashboard" size={16} />} onClick={() => void navigate({ to: '/' })}>
          {t('dashboard')}
        </Menu.Item>
        {narrow && <FullScreenItem />}
        {narrow && <SchemeItem />}
        <Menu.Item leftSection={<ScreenIcon name="settings" size={16} />} onClick={() => settingsPanel.set(true)}>
          {t('settings')}
        </Menu.Item>
        <Menu.Item leftSection={<KeyboardIcon />} rightSection={narrow ? undefined : <Keys keys={['?']} />} onClick={onShortcuts}>
          {tools('shortcuts')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LeaveIcon />} onClick={() => void leave()}>
          {t('log_out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
