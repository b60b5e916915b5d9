/** Who is logged in: the user, its member and wallet. An operator has neither member nor wallet. */
import { maskMobile } from '#features/sms/rules.ts';
import { isRight } from '#features/rights.ts';
import { formatAmount, formatPercent } from '#foundation/core/money.ts';
import type { MemberSession, Session } from '#foundation/core/session.ts';
import type { UserInfo } from '../contract.ts';
import type { UserCallDeps } from './deps.ts';
import { selectUser } from './store.ts';

type Info = UserInfo['userinfo'];
type MemberPart = Pick<
  Info,
  'memberNo' | 'certification' | 'level' | 'settlement' | 'balance' | 'frozen' | 'available'
>;

export async function userInfo(deps: UserCallDeps, session: Session, now: Date): Promise<UserInfo> {
  const [user, hasAuthenticator] = await Promise.all([
    selectUser(deps.db, session.userId),
    deps.factors.hasAuthenticator(session.userId),
  ]);
  if (!user) throw new Error(`the session's user ${session.userId} does not exist`);
  const {
    role,
    userId,
    username,
    nickname,
    avatar,
    bio,
    mobile,
    mustChangePassword,
    payPasswordHash,
    lastLoginIp,
    lastLoginAt,
    consecutiveDays,
  } = user;
  return {
    roles: [role],
    view: viewOf(session),
    rights: session.role === 'operator' ? [...session.rights].filter(isRight) : [],
    userinfo: {
      id: userId.toString(),
      username,
      nickname,
      avatar,
      bio,
      mobilebind: mobile === null ? 0 : 1,
      mobile: mobile === null ? null : maskMobile(mobile),
      googlebind: hasAuthenticator ? 1 : 0,
      mustChangePassword: mustChangePassword && viewOf(session) === null,
      hasPayPassword: payPasswordHash !== null,
      loginIp: lastLoginIp,
      lastLoginAt: lastLoginAt?.toISOString() ?? null,
      consecutiveDays,
      draftKey: deps.sealer.fingerprint(draftOwner(session), 'draft key').toString('base64url'),
      ...(session.memberNo === null ? operatorPart : await memberPart(deps, session, now)),
    },
  };
}

function viewOf(session: Session): UserInfo['view'] {
  if (session.role === 'operator' || !session.viewedBy) return null;
  return { by: session.viewedBy.username, until: session.viewedBy.until.toISOString() };
}

/** An operator who reads as a member gets no key to what the member typed. */
function draftOwner(session: Session): string {
  return session.role !== 'operator' && session.viewedBy ? `view ${session.sessionId}` : session.userId.toString();
}

const operatorPart: MemberPart = {
  memberNo: null,
  certification: 'none',
  level: 0,
  settlement: null,
  balance: null,
  frozen: null,
  available: null,
};

async function memberPart(
  { members, ledger, platform }: UserCallDeps,
  { memberNo }: MemberSession,
  now: Date,
): Promise<MemberPart> {
  const { currency } = await platform.settings();
  const [member, balances] = await Promise.all([members.find(memberNo), ledger.balances(memberNo, currency, now)]);
  if (!member) throw new Error(`member ${memberNo} does not exist`);
  const { certification, level, settlement } = member;
  return {
    memberNo: memberNo.toString(),
    certification,
    level,
    settlement: {
      mode: settlement.mode,
      days: settlement.days,
      sameDayRatio: formatPercent(settlement.sameDayRatioE4),
    },
    balance: formatAmount(balances.balanceMinor, currency),
    frozen: formatAmount(balances.frozenMinor, currency),
    available: formatAmount(balances.availableMinor, currency),
  };
}
