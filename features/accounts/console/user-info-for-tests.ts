/** The server's answer about a reader, for tests of the screens that need it. */
import type { UserInfo } from '../contract.ts';

export const envelope = (data: unknown) => ({ code: 1, msg: '', time: 1, data });

export function makeUserInfo(user: Partial<UserInfo['userinfo']> = {}) {
  const userinfo: UserInfo['userinfo'] = {
    id: '1',
    memberNo: '10000001',
    username: 'ada',
    nickname: 'Ada',
    avatar: null,
    bio: '',
    mobilebind: 0,
    mobile: null,
    googlebind: 0,
    mustChangePassword: false,
    hasPayPassword: false,
    certification: 'none',
    level: 1,
    loginIp: null,
    lastLoginAt: null,
    consecutiveDays: 1,
    settlement: { mode: 'D', days: 1, sameDayRatio: '0' },
    balance: '0.00',
    frozen: '0.00',
    available: '0.00',
    draftKey: 'A'.repeat(43),
    ...user,
  };
  return envelope({ roles: ['member'], rights: [], view: null, userinfo } satisfies UserInfo);
}

export const withPhone = { mobilebind: 1, mobile: '138****1234' } as const;
export const withApp = { googlebind: 1 } as const;
