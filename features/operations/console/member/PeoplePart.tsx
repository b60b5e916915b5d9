/** A member's users: their factors and sessions, from where they can log in, and the acts on their logins. */
import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { MemberAct } from '../../member-fields.ts';
import type { MemberUser } from '../../member-page-contract.ts';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { operatorMemberPageTexts } from '../../words.ts';
import { memberCalls } from '../members/calls.ts';
import { Lines } from './ApiPart.tsx';
import { memberPageCalls, operatorUserCalls } from './calls.ts';
import classes from './Member.module.css';
import type { PartProps } from './part-props.ts';
import { PartCall } from './PartCall.tsx';

const REFRESHED = ['/operator/member/people', '/operator/member/history'];
const quiet = { refreshes: REFRESHED, quiet: true, background: false } as const;

export function PeoplePart({ member: { memberNo } }: PartProps) {
  const source = useCall(memberPageCalls, '/operator/member/people', { memberNo });
  if (!source.data) return <PartCall source={source} />;
  const { list, loginIps } = source.data;
  return (
    <div className={classes.stack}>
      {list.map((user) => (
        <User key={user.id} user={user} />
      ))}
      <LoginIps memberNo={memberNo} loginIps={loginIps} />
    </div>
  );
}

function User({ user }: { user: MemberUser }) {
  const t = useWords(memberPageWords);
  const words = useWords(operatorMemberWords);
  const { username, nickname, mobile, state, authenticatorSince, lastLoginAt, lastLoginIp, sessions } = user;
  return (
    <Panel title={<bdi className={classes.wrap}>{username}</bdi>}>
      <div className={classes.panels}>
        <Facts>
          <Fact label={t('user_state')}>
            <StatusBadge tone={state === 'active' ? 'good' : 'idle'}>{words(state)}</StatusBadge>
          </Fact>
          {nickname !== username && (
            <Fact label={t('name')}>
              <bdi className={classes.wrap}>{nickname}</bdi>
            </Fact>
          )}
          <Fact label={t('mobile')}>{mobile ?? t('not_set')}</Fact>
          <Fact label={t('authenticator')}>
            {authenticatorSince === null ? t('not_set') : <Time at={authenticatorSince} />}
          </Fact>
          <Fact label={t('pay_password')}>{t(user.hasPayPassword ? 'is_set' : 'not_set')}</Fact>
          <Fact label={t('last_login')}>
            {lastLoginAt === null ? t('never') : <Time at={lastLoginAt} />} {lastLoginIp}
          </Fact>
        </Facts>
        <Facts>
          <Fact label={t('sessions')}>
            {sessions.length === 0 ? (
              t('no_sessions')
            ) : (
              <ul className={classes.lines}>
                {sessions.map(({ device, ip, createdAt, lastSeenAt }) => (
                  <li key={`${createdAt} ${device} ${ip}`}>
                    {device} · {ip}{' '}
                    <span className={classes.quiet}>
                      <Time at={lastSeenAt} relative />
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </Fact>
        </Facts>
      </div>
      {user.mustChangePassword && <p className={classes.quiet}>{t('first_password')}</p>}
      <UserActs user={user} />
    </Panel>
  );
}

type Act = 'state' | 'factor' | 'link';

function UserActs({ user }: { user: MemberUser }) {
  const t = useWords(memberPageWords);
  const disables = useRight('users.act');
  const resets = useRight('credentials.act');
  const [act, setAct] = useState<Act>();
  const [link, setLink] = useState<string>();
  const name = user.username;
  const disable = useAction(operatorUserCalls, '/operator/user/disable', quiet);
  const enable = useAction(operatorUserCalls, '/operator/user/enable', quiet);
  const resetFactor = useAction(operatorUserCalls, '/operator/user/resetFactor', quiet);
  const startReset = useAction(operatorUserCalls, '/operator/user/startReset', quiet);
  const common = { id: user.id, onClose: () => setAct(undefined) };
  const isActive = user.state === 'active';
  if (!disables && !resets) return null;
  return (
    <div className={classes.acts}>
      {disables && (
        <Button variant="default" onClick={() => setAct('state')}>
          {t(isActive ? 'disable_user' : 'enable_user')}
        </Button>
      )}
      {resets && (
        <>
          <Button variant="default" onClick={() => setAct('link')}>
            {t('reset_link')}
          </Button>
          {user.authenticatorSince !== null && (
            <Button variant="default" onClick={() => setAct('factor')}>
              {t('reset_factor')}
            </Button>
          )}
        </>
      )}
      <UserDialog
        {...common}
        opened={act === 'state'}
        act={t(isActive ? 'disable_user' : 'enable_user')}
        dangerous={isActive}
        what={t(isActive ? 'disable_user_what' : 'enable_user_what', { name })}
        onSend={async (input) => {
          await (isActive ? disable.mutateAsync(input) : enable.mutateAsync(input));
          showToast(t('changed'), 'good');
        }}
      />
      <UserDialog
        {...common}
        opened={act === 'factor'}
        act={t('reset_factor')}
        dangerous
        what={t('reset_factor_what', { name })}
        onSend={async (input) => {
          await resetFactor.mutateAsync(input);
          showToast(t('factor_removed'), 'good');
        }}
      />
      <UserDialog
        {...common}
        opened={act === 'link'}
        act={t('reset_link')}
        what={t('reset_link_what', { name })}
        onSend={async (input) => {
          const made = await startReset.mutateAsync(input);
          if (made.link !== null) setLink(made.link);
        }}
      />
      <Dialog opened={link !== undefined} title={t('link_of', { name })} onClose={() => setLink(undefined)}>
        <p className={classes.what}>{t('link_once')}</p>
        {link !== undefined && (
          <p className={classes.wrap}>
            <CopyText value={link} />
          </p>
        )}
      </Dialog>
    </div>
  );
}

interface UserDialogProps {
  id: string;
  opened: boolean;
  act: string;
  dangerous?: boolean;
  what: ReactNode;
  onSend: (input: {
    id: string;
    reason: string;
    verifyType: '' | 'sms' | 'google';
    verifyCode: string;
  }) => Promise<void>;
  onClose: () => void;
}

function UserDialog({ id, opened, act, dangerous = false, what, onSend, onClose }: UserDialogProps) {
  const t = useWords(memberPageWords);
  return (
    <ActDialog
      opened={opened}
      title={`${act}?`}
      act={act}
      dangerous={dangerous}
      schema={MemberAct}
      texts={operatorMemberPageTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={(input) => onSend({ ...input, id })}
      onClose={onClose}
    >
      <p>{what}</p>
    </ActDialog>
  );
}

function LoginIps({ memberNo, loginIps }: { memberNo: string; loginIps: readonly string[] }) {
  const t = useWords(memberPageWords);
  const lifts = useRight('credentials.act');
  const [opened, setOpened] = useState(false);
  const lift = useAction(memberCalls, '/operator/member/liftLoginIps', quiet);
  return (
    <Panel title={t('login_ips')}>
      <Lines lines={loginIps} none={t('anywhere')} />
      {lifts && loginIps.length > 0 && (
        <div className={classes.acts}>
          <Button variant="default" onClick={() => setOpened(true)}>
            {t('lift_ips')}
          </Button>
        </div>
      )}
      <ActDialog
        opened={opened}
        title={`${t('lift_ips')}?`}
        act={t('lift_ips')}
        schema={MemberAct}
        texts={operatorMemberPageTexts}
        why={{ name: 'reason', label: t('reason') }}
        onSend={async (input) => {
          await lift.mutateAsync({ ...input, memberNo });
          showToast(t('lifted'), 'good');
        }}
        onClose={() => setOpened(false)}
      >
        <p>{t('lift_ips_what')}</p>
      </ActDialog>
    </Panel>
  );
}
