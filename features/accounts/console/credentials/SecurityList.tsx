/** What protects the account, each with its state and the way to change it: one list beside each of its screens. */
import { sessionCalls } from '#features/sessions/console/calls.ts';
import { AlertIcon, CheckIcon } from '#foundation/console/display/icons.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { accountTitles } from '../../account-titles.ts';
import { accountWords } from '../../account-words.ts';
import type { UserInfo } from '../../contract.ts';
import classes from './SecurityList.module.css';

type CurrentUser = UserInfo['userinfo'];

export type SecurityItem = 'password' | 'pay_password' | 'google' | 'phone' | 'sessions';

interface Line {
  item: SecurityItem;
  title: string;
  /** Undefined while it is not known. */
  state: string | undefined;
  /** False: the account is safer with it. */
  isGood: boolean;
  act: 'security_change' | 'security_set' | 'security_manage';
  to: `/${string}`;
  search?: Readonly<Record<string, string>>;
}

export function SecurityList({ user, current }: { user: CurrentUser; current: SecurityItem }) {
  const t = useWords(accountWords);
  return (
    <Panel title={t('security')} flush>
      <ul className={classes.root}>
        {useLines(user).map(({ item, title, state, isGood, act, to, search = {} }) => (
          <li key={item} className={classes.line} aria-current={item === current || undefined}>
            <span className={classes.mark} data-good={isGood || undefined} aria-hidden="true">
              {isGood ? <CheckIcon size={14} /> : <AlertIcon size={14} />}
            </span>
            <span className={classes.text}>
              <strong>{title}</strong>
              <span className={classes.state}>{state ?? '–'}</span>
            </span>
            {item !== current && (
              <ScreenLink to={to} search={search} className={classes.act} label={`${t(act)}: ${title}`}>
                {t(act)}
              </ScreenLink>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const titles = {
  password: 'password',
  pay_password: 'pay_password',
  google: 'bind_google',
  phone: 'bind_phone',
} as const;

function useLines(user: CurrentUser): readonly Line[] {
  const t = useWords(accountWords);
  const title = useWords(accountTitles);
  const sessions = useCall(sessionCalls, '/user/sessions', undefined, { quiet: true, deferred: true }).data?.list
    .length;
  const { hasPayPassword, googlebind, mobilebind, mobile, memberNo } = user;
  const line = (item: keyof typeof titles, on: boolean, state: string, to: Line['to']): Line => ({
    item,
    title: title(titles[item]),
    state,
    isGood: on,
    act: on ? 'security_change' : 'security_set',
    to,
  });
  return [
    line('password', true, t('security_is_set'), '/user/password'),
    // Only members pay.
    ...(memberNo === null
      ? []
      : [
          line(
            'pay_password',
            hasPayPassword,
            t(hasPayPassword ? 'security_is_set' : 'security_not_set'),
            '/user/paypassword',
          ),
        ]),
    line('google', googlebind === 1, t(googlebind === 1 ? 'security_on' : 'security_off'), '/user/bindgoogle'),
    line('phone', mobilebind === 1, mobile ?? t('security_not_set'), '/user/bindphone'),
    {
      item: 'sessions',
      title: t('security_sessions'),
      state: sessions === undefined ? undefined : t('security_sessions_count', { count: sessions }),
      isGood: true,
      act: 'security_manage',
      to: '/user/logs',
      search: { view: 'sessions' },
    },
  ];
}
