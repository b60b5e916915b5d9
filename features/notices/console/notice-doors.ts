/** Where each kind of notice leads. */
import type { NoticeKind } from '#features/notice-kinds.ts';

type Params = Readonly<Record<string, string>>;

interface Door {
  to: `/${string}`;
  search?: Params;
  /** The name in the query for what the notice is about. */
  subject?: string;
}

interface About {
  look: 'money' | 'callback' | 'security' | 'file' | 'person';
  door?: Door;
  /** Who did not do this must act at once: the notice asks. */
  asks?: true;
}

const api: Door = { to: '/channel/api' };
const cards: Door = { to: '/repay/index', search: { tab: 'cards' } };
const failed: Params = { status: 'failed' };

const abouts: Readonly<Record<NoticeKind, About>> = {
  new_device: { look: 'security', door: { to: '/user/logs', search: { view: 'sessions' } }, asks: true },
  password_changed: { look: 'security', asks: true },
  password_reset_started: { look: 'security', asks: true },
  reset_proposed: { look: 'security', asks: true },
  login_enabled: { look: 'security', asks: true },
  pay_password_changed: { look: 'security', asks: true },
  phone_bound: { look: 'security', door: { to: '/user/bindphone' } },
  phone_removed: { look: 'security', door: { to: '/user/bindphone' }, asks: true },
  authenticator_bound: { look: 'security', door: { to: '/user/bindgoogle' } },
  authenticator_removed: { look: 'security', door: { to: '/user/bindgoogle' }, asks: true },
  certification_approved: { look: 'person', door: { to: '/user/auth' } },
  certification_rejected: { look: 'person', door: { to: '/user/auth' } },
  certification_revoked: { look: 'person', door: { to: '/user/auth' } },
  key_changed: { look: 'security', door: api, asks: true },
  key_ended: { look: 'security', door: api, asks: true },
  api_settings_changed: { look: 'security', door: api, asks: true },
  epay_changed: { look: 'security', door: api, asks: true },
  epay_key_changed: { look: 'security', door: api, asks: true },
  login_ips_lifted: { look: 'security', door: api },
  card_added: { look: 'security', door: cards, asks: true },
  card_changed: { look: 'security', door: cards, asks: true },
  card_removed: { look: 'security', door: cards, asks: true },
  card_approved: { look: 'money', door: cards },
  card_rejected: { look: 'money', door: cards },
  receiver_failing: { look: 'callback', door: { to: '/order/list', search: { notify: 'retrying' } } },
  receiver_paused: { look: 'callback', door: { to: '/channel/api', search: { tab: 'callbacks' } } },
  upstream_paused: { look: 'callback', door: { to: '/operator/upstreams' } },
  upstream_returned: { look: 'callback', door: { to: '/operator/upstreams' } },
  payout_failed: { look: 'money', door: { to: '/repay/index', search: { tab: 'payouts' }, subject: 'open' } },
  payouts_failed: { look: 'money', door: { to: '/repay/index', search: { tab: 'payouts', ...failed } } },
  withdrawal_failed: { look: 'money', door: { to: '/repay/index', subject: 'open' } },
  withdrawals_failed: { look: 'money', door: { to: '/repay/index', search: failed } },
  withdrawal_paid: { look: 'money', door: { to: '/repay/index', subject: 'open' }, asks: true },
  batch_paid: { look: 'money', door: { to: '/repay/batch', subject: 'no' } },
  batch_ended: { look: 'money', door: { to: '/repay/batch', subject: 'no' } },
  payout_cancelled: { look: 'money', door: { to: '/repay/index' } },
  money_held: { look: 'money', door: { to: '/moneylog' } },
  money_released: { look: 'money', door: { to: '/moneylog' } },
  wallet_credited: { look: 'money', door: { to: '/moneylog' } },
  wallet_debited: { look: 'money', door: { to: '/moneylog' } },
  payment_reversed: { look: 'money', door: { to: '/order/list' } },
  commission_reversed: { look: 'money', door: { to: '/moneylog' } },
  member_moved_in: { look: 'person', door: { to: '/agent/userlist' } },
  member_moved_out: { look: 'person' },
  download_ready: { look: 'file', door: { to: '/user/downloads' } },
  download_failed: { look: 'file', door: { to: '/user/downloads' } },
};

export function aboutOf(kind: NoticeKind): About {
  return abouts[kind];
}

/** The query of a door. Without what the notice is about it leads to the list. */
export function searchOf({ search = {}, subject: name }: Door, subject: string | null): Params {
  return name === undefined || subject === null ? search : { ...search, [name]: subject };
}

/** Where who did not do it goes: a new password ends the other sessions. */
export const SECURE = '/user/password';
