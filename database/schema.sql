-- Every table on one page, written by database/write-schema.ts from a database with all migrations. Never edit it by hand.
-- To change the schema, add a migration; then run: node database/write-schema.ts

create table migrations (
  name       text not null,
  checksum   text not null,
  applied_at timestamptz not null default now(),
  primary key (name)
);

create table settings (
  name       text not null,
  value      jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (name)
);

create table calendar_days (
  day     date not null,
  working boolean not null,
  name    text not null,
  primary key (day)
);

create table announcements (
  announcement_id bigint not null,
  title           text not null,
  body            text not null,
  published_at    timestamptz not null,
  translations    jsonb not null default '{}'::jsonb,
  audience        text not null default 'all',
  member_nos      bigint[] not null default '{}',
  until           timestamptz,
  pinned          boolean not null default false,
  state           text not null default 'published',
  changed_at      timestamptz,
  changed_by      bigint,
  primary key (announcement_id),
  check (audience in ('all', 'merchants', 'agents', 'named')),
  check (until > published_at),
  check ((audience = 'named') = (member_nos <> '{}')),
  check (state in ('draft', 'published', 'withdrawn'))
);
create index announcements_newest on announcements (published_at desc);
create index announcements_shown on announcements (pinned desc, published_at desc, announcement_id desc) where (state = 'published');

create table announcement_reads (
  user_id         bigint not null,
  announcement_id bigint not null,
  read_at         timestamptz not null,
  primary key (user_id, announcement_id),
  foreign key (announcement_id) references announcements(announcement_id)
);

create table captcha_challenges (
  challenge_hash bytea not null,
  expires_at     timestamptz not null,
  primary key (challenge_hash)
);
create index captcha_challenges_expiry on captcha_challenges (expires_at);

create table members (
  member_no       bigint not null,
  kind            text not null,
  uplines         bigint[] not null default '{}',
  name            text not null,
  level           smallint not null default 1,
  state           text not null default 'active',
  certification   text not null default 'none',
  settlement_mode text not null default 'D',
  settlement_days smallint not null default 0,
  same_day_ratio  integer not null default 1000000,
  remark          text not null default '',
  created_at      timestamptz not null,
  stopped         text[] not null default '{}',
  cards_automatic boolean,
  primary key (member_no),
  check (certification in ('none', 'pending', 'approved', 'rejected')),
  check (kind in ('merchant', 'agent')),
  check (member_no >= 10000000 and member_no <= 99999999),
  check (same_day_ratio >= 0 and same_day_ratio <= 1000000),
  check (settlement_days >= 0 and settlement_days <= 90),
  check (settlement_mode in ('D', 'T')),
  check (state in ('active', 'disabled')),
  check (stopped <@ array['withdrawal', 'payout_batch', 'payout_gateway'])
);
create index members_by_name on members (lower(name) text_pattern_ops);
create index members_by_nearest on members ((uplines[1]), member_no) where (uplines[1] is not null);
create index members_by_registration on members (created_at, member_no);
create index members_by_upline on members using gin (uplines);
create index members_working_days on members (settlement_days) where (settlement_mode = 'T');

create table users (
  user_id              bigint not null,
  role                 text not null,
  member_no            bigint,
  username             text not null,
  password_hash        text not null,
  pay_password_hash    text,
  nickname             text not null,
  bio                  text not null default '',
  avatar               text,
  mobile               text,
  state                text not null default 'active',
  last_login_at        timestamptz,
  last_login_ip        inet,
  last_login_day       date,
  consecutive_days     integer not null default 0,
  created_at           timestamptz not null,
  language             text not null default 'en',
  credentials_reset_at timestamptz,
  mobile_bound_at      timestamptz,
  must_change_password boolean not null default false,
  given_password_hash  text,
  mobile_confirmed     boolean not null default true,
  staff_roles          text[],
  primary key (user_id),
  foreign key (member_no) references members(member_no),
  check ((role = 'operator') = (member_no is null)),
  check (language in ('en', 'zh', 'es', 'th')),
  check (role in ('member', 'agency', 'operator')),
  check (staff_roles is null or role = 'operator'),
  check (state in ('active', 'disabled'))
);
create index users_by_registration on users (created_at, user_id);
create index users_by_username on users (lower(username) text_pattern_ops);
create unique index users_member on users (member_no) where (member_no is not null);
create unique index users_mobile on users (mobile) where (mobile is not null);
create index users_operators on users (lower(username)) where (role = 'operator');
create unique index users_username on users (lower(username));

create table sessions (
  token_hash   bytea not null,
  session_id   uuid not null,
  user_id      bigint not null,
  half_hash    bytea,
  created_at   timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ip           inet not null,
  device       text not null,
  device_hash  bytea,
  viewed_by    bigint,
  viewed_in    uuid,
  primary key (token_hash),
  unique (session_id),
  foreign key (user_id) references users(user_id),
  foreign key (viewed_by) references users(user_id),
  check ((viewed_by is null) = (viewed_in is null))
);
create index sessions_by_address on sessions (user_id, ip);
create index sessions_of_views on sessions (viewed_in) where ((viewed_in is not null) and (ended_at is null));
create index sessions_open on sessions (user_id) where (ended_at is null);

create table known_devices (
  user_id       bigint not null,
  device_hash   bytea not null,
  seen_at       timestamptz not null,
  first_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash),
  foreign key (user_id) references users(user_id)
);

create table attempt_windows (
  scope      text not null,
  subject    text not null,
  tries      timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (scope, subject)
);
create index attempt_windows_expiry on attempt_windows (expires_at);

create table sms_codes (
  sms_code_id uuid not null,
  purpose     text not null,
  mobile      text not null,
  user_id     bigint,
  code_hash   bytea not null,
  wrong_tries smallint not null default 0,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  used_at     timestamptz,
  primary key (sms_code_id),
  check (purpose in ('register', 'bindphone', 'clearmobilebind', 'verify'))
);
create index sms_codes_latest on sms_codes (mobile, purpose, created_at desc);

create table wallets (
  member_no         bigint not null,
  currency          text not null,
  wallet            bigint not null default 0,
  transit           bigint not null default 0,
  clearing          bigint not null default 0,
  fees              bigint not null default 0,
  commission        bigint not null default 0,
  adjustment        bigint not null default 0,
  inter_member      bigint not null default 0,
  seq               bigint not null default 0,
  last_entry_at     timestamptz,
  total_in          bigint not null default 0,
  total_fees        bigint not null default 0,
  held_until        timestamptz[] not null default '{}',
  held_amounts      bigint[] not null default '{}',
  risk_hold         bigint not null default 0,
  overdraft_allowed boolean not null default false,
  primary key (member_no, currency),
  foreign key (member_no) references members(member_no),
  check ((wallet + transit + clearing + fees + commission + adjustment + inter_member) = 0),
  check (wallet >= 0 or overdraft_allowed),
  check (cardinality(held_until) = cardinality(held_amounts)),
  check (currency ~ '^[A-Z]{3}$'),
  check (risk_hold >= 0)
) with (fillfactor=50);
create index wallets_held_most on wallets (currency, risk_hold desc) where (risk_hold > 0);
create trigger wallets_stay before delete or truncate on wallets for each statement execute function refuse_change();

create table journals (
  member_no         bigint not null,
  reference         bigint not null,
  kind              text not null,
  currency          text not null,
  created_at        timestamptz not null,
  wallet            bigint,
  transit           bigint,
  clearing          bigint,
  fees              bigint,
  commission        bigint,
  adjustment        bigint,
  inter_member      bigint,
  upstream_id       integer,
  wallet_seq        bigint,
  wallet_before     bigint,
  wallet_after      bigint,
  amount            bigint,
  fee               bigint,
  wallet_total_in   bigint,
  wallet_total_fees bigint,
  held              bigint,
  release_at        timestamptz,
  remark            text,
  primary key (member_no, reference, kind),
  check ((coalesce(wallet, 0) + coalesce(transit, 0) + coalesce(clearing, 0) + coalesce(fees, 0) + coalesce(commission, 0) + coalesce(adjustment, 0) + coalesce(inter_member, 0)) = 0),
  check ((wallet is null) = (wallet_seq is null)),
  check (wallet is null or wallet = (amount - fee) and wallet_after = (wallet_before + wallet)),
  check (clearing is null or upstream_id is not null),
  check (kind in ('payin', 'recharge', 'withdrawal', 'withdrawal_paid', 'withdrawal_cancelled', 'payout', 'payout_paid', 'payout_cancelled', 'commission_sent', 'commission', 'adjustment', 'reversal'))
) partition by range (reference);
create index journals_by_moment on journals using brin (created_at) with (pages_per_range='32', autosummarize='on');
create index journals_by_seq on journals (member_no, wallet_seq) where (wallet_seq is not null);
create index journals_by_time on journals (member_no, created_at, wallet_seq) where (wallet_seq is not null);
create index journals_held_long on journals (member_no, release_at) where (((release_at - created_at) > '72:00:00'::interval) and (wallet_seq is not null));
create index journals_uncommon on journals (member_no, kind, wallet_seq) where ((kind <> 'payin') and (wallet_seq is not null));
create trigger journals_stay before delete or update or truncate on journals for each statement execute function refuse_change();

create table commission_shares (
  member_no   bigint not null,
  reference   bigint not null,
  agent_no    bigint not null,
  currency    text not null,
  amount      bigint not null,
  release_at  timestamptz,
  created_at  timestamptz not null,
  transfer    bigint,
  held        bigint not null,
  reversed_at timestamptz,
  primary key (member_no, reference, agent_no),
  check (amount > 0),
  check (held >= 0 and held <= amount),
  check ((held = 0) = (release_at is null))
);
create index commission_shares_by_agent on commission_shares (agent_no, created_at);
create index commission_shares_by_transfer on commission_shares (member_no, transfer) where (transfer is not null);
create index commission_shares_open on commission_shares (member_no, agent_no) where ((transfer is null) and (reversed_at is null));
create trigger commission_shares_keep before update of member_no, reference, agent_no, currency, amount, held, release_at, created_at on commission_shares for each statement execute function refuse_change();
create trigger commission_shares_stay before delete or truncate on commission_shares for each statement execute function refuse_change();

create table commission_transfers (
  member_no   bigint not null,
  reference   bigint not null,
  agent_no    bigint not null,
  currency    text not null,
  amount      bigint not null,
  release_at  timestamptz,
  created_at  timestamptz not null,
  received_at timestamptz,
  held        bigint not null,
  primary key (member_no, reference),
  check (amount > 0),
  check (held >= 0 and held <= amount),
  check ((held = 0) = (release_at is null))
);
create index commission_transfers_open on commission_transfers (created_at) where (received_at is null);
create trigger commission_transfers_keep before update of member_no, reference, agent_no, currency, amount, held, release_at, created_at on commission_transfers for each statement execute function refuse_change();
create trigger commission_transfers_stay before delete or truncate on commission_transfers for each statement execute function refuse_change();

create table upstreams (
  upstream_id     integer not null,
  connector       text not null,
  name            text not null,
  settings_sealed bytea not null,
  state           text not null default 'open',
  paused_by       text,
  paused_at       timestamptz,
  pause_reason    text not null default '',
  next_check_at   timestamptz,
  pause_told      boolean not null default true,
  primary key (upstream_id),
  check (paused_by in ('operator', 'failures')),
  check (state in ('open', 'closed'))
);

create table channels (
  channel_id  integer not null,
  code        text not null,
  name        jsonb not null,
  mode        text not null,
  state       text not null default 'open',
  min_amount  bigint not null,
  max_amount  bigint not null,
  daily_limit bigint,
  open_from   time,
  open_to     time,
  recharge    boolean not null default false,
  routing     text not null default 'single',
  percent     integer not null,
  fixed       bigint not null default 0,
  min_fee     bigint,
  max_fee     bigint,
  position    integer not null default 0,
  primary key (channel_id),
  unique (code),
  check (max_amount >= min_amount),
  check ((open_from is null) = (open_to is null)),
  check (code ~ '^[a-z0-9_]{2,32}$'),
  check (daily_limit > 0),
  check (fixed >= 0),
  check (max_fee >= 0),
  check (min_amount > 0),
  check (min_fee >= 0),
  check (mode in ('qr', 'h5', 'bank', 'wallet', 'cash')),
  check (percent >= 0 and percent <= 1000000),
  check (routing in ('single', 'turn', 'weighted')),
  check (state in ('open', 'closed'))
);

create table channel_routes (
  channel_id   integer not null,
  upstream_id  integer not null,
  position     smallint not null default 1,
  weight       integer not null default 1,
  state        text not null default 'open',
  cost_percent integer not null default 0,
  cost_fixed   bigint not null default 0,
  daily_limit  bigint,
  primary key (channel_id, upstream_id),
  foreign key (channel_id) references channels(channel_id),
  foreign key (upstream_id) references upstreams(upstream_id),
  check (daily_limit > 0),
  check (state in ('open', 'closed')),
  check (weight > 0)
);

create table member_rates (
  member_no  bigint not null,
  channel_id integer not null,
  percent    integer not null,
  fixed      bigint not null default 0,
  min_fee    bigint,
  max_fee    bigint,
  closed     boolean not null default false,
  changed_at timestamptz,
  primary key (member_no, channel_id),
  foreign key (channel_id) references channels(channel_id),
  foreign key (member_no) references members(member_no),
  check (fixed >= 0),
  check (max_fee >= 0),
  check (min_fee >= 0),
  check (percent >= 0 and percent <= 1000000)
);
create index member_rates_by_channel on member_rates (channel_id, member_no) include (closed);

create table channel_usage (
  member_no  bigint not null,
  channel_id integer not null,
  day        date not null,
  reserved   bigint not null,
  primary key (member_no, channel_id, day),
  foreign key (channel_id) references channels(channel_id),
  foreign key (member_no) references members(member_no),
  check (reserved >= 0)
) with (fillfactor=70);

create table orders (
  member_no      bigint not null,
  system_no      bigint not null,
  order_no       text not null,
  kind           text not null,
  channel_id     integer not null,
  upstream_id    integer not null,
  currency       text not null,
  amount         bigint not null,
  fee            bigint not null,
  status         text not null,
  created_at     timestamptz not null,
  expires_at     timestamptz not null,
  paid_at        timestamptz,
  paid_late      boolean not null default false,
  commissions    jsonb,
  subject        text,
  notify_url     text,
  return_url     text,
  attach         text,
  client_ip      inet,
  sign_type      text not null,
  request_hash   bytea not null,
  upstream_no    text,
  pay_url        text,
  qr_content     text,
  upstream_error text,
  cost           bigint not null default 0,
  commission     bigint,
  primary key (member_no, system_no),
  check (amount > 0),
  check (fee >= 0 and fee <= amount),
  check ((status in ('success', 'reversed')) = (paid_at is not null)),
  check (commission >= 0),
  check (kind in ('payin', 'recharge')),
  check (sign_type in ('MD5', 'HMAC-SHA256', 'RSA-SHA256', 'EPAY', 'none')),
  check (status in ('unpaid', 'success', 'expired', 'reversed'))
) partition by range (system_no);
create index orders_by_channel on orders (member_no, channel_id, system_no);
create index orders_by_payment on orders (member_no, paid_at, system_no) where (paid_at is not null);
create index orders_by_payment_of_all on orders using brin (paid_at) with (pages_per_range='32', autosummarize='on');
create index orders_by_upstream_no_of_all on orders (upstream_no) where (upstream_no is not null);
create index orders_due on orders (expires_at) where (status = 'unpaid');
create index orders_expired on orders (member_no, system_no) where (status = 'expired');
create index orders_of_all on orders (system_no desc);
create index orders_paid_late on orders (member_no, system_no) where paid_late;
create index orders_reversed on orders (member_no, system_no) where (status = 'reversed');
create index orders_unpaid on orders (member_no, system_no) where (status = 'unpaid');
create trigger orders_stay before delete or truncate on orders for each statement execute function refuse_change();

create table order_numbers (
  member_no bigint not null,
  kind      text not null,
  order_no  text not null,
  system_no bigint not null,
  amount    bigint not null,
  primary key (member_no, kind, order_no)
);
create index order_numbers_by_amount on order_numbers (member_no, ((system_no / '1000000000000000')), amount, system_no);
create index order_numbers_by_amount_of_all on order_numbers (((system_no / '1000000000000000')), amount, system_no);
create index order_numbers_of_all on order_numbers (order_no);
create index order_numbers_prefix on order_numbers (member_no, order_no text_pattern_ops);

create table upstream_exchanges (
  member_no   bigint not null,
  system_no   bigint not null,
  exchange_id uuid not null,
  at          timestamptz not null,
  direction   text not null,
  operation   text not null,
  request     jsonb not null,
  reply       jsonb,
  ok          boolean not null,
  error       text,
  duration_ms integer,
  primary key (member_no, system_no, exchange_id),
  check (direction in ('out', 'in')),
  check (operation in ('create', 'query', 'notify'))
) partition by range (system_no);
create trigger upstream_exchanges_stay before delete or update or truncate on upstream_exchanges for each statement execute function refuse_change();

create table order_rollups (
  member_no       bigint not null,
  span            text not null,
  bucket          timestamptz not null,
  kind            text not null,
  channel_id      integer not null,
  created_count   bigint not null default 0,
  created_amount  bigint not null default 0,
  success_count   bigint not null default 0,
  success_amount  bigint not null default 0,
  success_fee     bigint not null default 0,
  expired_count   bigint not null default 0,
  expired_amount  bigint not null default 0,
  paid_count      bigint not null default 0,
  paid_amount     bigint not null default 0,
  paid_fee        bigint not null default 0,
  costed_count    bigint not null default 0,
  paid_cost       bigint not null default 0,
  paid_commission bigint not null default 0,
  primary key (member_no, span, bucket, kind, channel_id),
  check (span in ('hour', 'day'))
) with (fillfactor=70);
create index order_rollups_of_all on order_rollups (span, bucket);

create table callbacks (
  member_no    bigint not null,
  system_no    bigint not null,
  subject      text not null,
  receiver     text collate "C" not null,
  status       text not null,
  attempts     integer not null default 0,
  created_at   timestamptz not null,
  next_at      timestamptz not null,
  leased_until timestamptz,
  amount       bigint not null,
  fee          bigint not null,
  tries        integer not null default 0,
  last_at      timestamptz,
  last_error   text,
  error_class  text,
  primary key (member_no, system_no, subject),
  check (status in ('pending', 'delivered', 'failed')),
  check (subject in ('payin', 'payout'))
) partition by range (system_no);
create index callbacks_by_class on callbacks (member_no, error_class, system_no) where (error_class is not null);
create index callbacks_due on callbacks (member_no, receiver, next_at) where (status = 'pending');
create index callbacks_failed on callbacks (member_no, subject, system_no) include (amount, fee) where (status = 'failed');
create index callbacks_failed_lately on callbacks (member_no, subject, next_at) where (status = 'failed');
create index callbacks_given_up on callbacks (next_at) where (status = 'failed');
create index callbacks_retrying on callbacks (member_no, subject, system_no) include (amount, fee) where ((status = 'pending') and (attempts > 0));

create table callback_attempts (
  member_no     bigint not null,
  system_no     bigint not null,
  subject       text not null,
  attempt_id    uuid not null,
  at            timestamptz not null,
  url           text not null,
  request       text not null,
  reply_status  integer,
  reply         text,
  error         text,
  duration_ms   integer not null,
  delivered     boolean not null,
  error_class   text,
  reply_headers text,
  made_by       text,
  primary key (member_no, system_no, subject, attempt_id)
) partition by range (system_no);
create trigger callback_attempts_stay before delete or update or truncate on callback_attempts for each statement execute function refuse_change();

create table platform_keys (
  name               text not null,
  private_key_sealed bytea not null,
  created_at         timestamptz not null default now(),
  primary key (name),
  check (name = 'rsa')
);

create table merchant_keys (
  member_no           bigint not null,
  key_sealed          bytea not null,
  previous_key_sealed bytea,
  previous_until      timestamptz,
  rotated_at          timestamptz not null,
  public_key          text,
  sign_types          text[] not null,
  request_ips         text[] not null default '{}',
  login_ips           text[] not null default '{}',
  last_used_at        timestamptz,
  request_ip_notes    text[] not null default '{}',
  login_ip_notes      text[] not null default '{}',
  notify_hosts        text[] not null default '{}',
  last_used_ip        inet,
  previous_created_at timestamptz,
  previous_used_at    timestamptz,
  previous_used_ip    inet,
  ended_key_sealed    bytea,
  ended_created_at    timestamptz,
  ended_at            timestamptz,
  ended_used_at       timestamptz,
  ended_used_ip       inet,
  primary key (member_no),
  foreign key (member_no) references members(member_no),
  check (previous_key_sealed is null or previous_until is not null),
  check (ended_key_sealed is null or ended_at is not null)
);

create table gateway_nonces (
  member_no  bigint not null,
  nonce      text not null,
  expires_at timestamptz not null,
  spent_at   timestamptz,
  primary key (member_no, nonce)
);
create index gateway_nonces_expiry on gateway_nonces (expires_at);

create table gateway_refusals (
  member_no      bigint not null,
  refusal_id     uuid not null,
  at             timestamptz not null,
  path           text not null,
  sign_type      text,
  ip             inet not null,
  error          text not null,
  order_no       text,
  request        jsonb not null,
  skipped_before integer not null default 0,
  signed         boolean not null default false,
  primary key (member_no, refusal_id)
);
create index gateway_refusals_newest on gateway_refusals (member_no, at desc);

create table sandbox_payments (
  upstream_no     text not null,
  upstream_id     integer not null,
  member_no       bigint not null,
  system_no       bigint not null,
  amount          bigint not null,
  currency        text not null,
  status          text not null,
  created_at      timestamptz not null,
  settled_at      timestamptz,
  notified_at     timestamptz,
  notify_attempts integer not null default 0,
  next_notify_at  timestamptz,
  primary key (upstream_no),
  check (status in ('open', 'paid', 'failed'))
);
create index sandbox_payments_due on sandbox_payments (next_notify_at) where (next_notify_at is not null);

create table audit_log (
  chain      bigint not null,
  seq        bigint not null,
  member_no  bigint,
  action     text not null,
  object     text not null,
  result     text not null,
  ip         text,
  device     text not null,
  created_at timestamptz not null,
  hash       bytea not null,
  primary key (chain, seq),
  check (result in ('done', 'refused')),
  check (seq > 0)
);
create index audit_log_by_action on audit_log (chain, action, created_at, seq);
create index audit_log_by_member on audit_log (member_no, created_at, chain, seq) where (member_no is not null);
create index audit_log_by_time on audit_log (chain, created_at, seq);
create index audit_log_of_all on audit_log (created_at, chain, seq);
create index audit_log_of_all_by_action on audit_log (action, created_at, chain, seq);
create index audit_log_of_all_by_object on audit_log ("left"(object, 64) text_pattern_ops, created_at, chain, seq);
create index audit_log_of_all_refused on audit_log (created_at, chain, seq) where (result = 'refused');
create trigger audit_log_is_append_only before delete or update or truncate on audit_log for each statement execute function refuse_change();

create table audit_heads (
  chain bigint not null,
  seq   bigint not null,
  hash  bytea not null,
  seal  bytea not null,
  primary key (chain)
);
create trigger audit_heads_stay before delete or truncate on audit_heads for each statement execute function refuse_change();

create table notices (
  user_id      bigint not null,
  notice_id    bigint not null generated by default as identity,
  kind         text not null,
  text_values  jsonb not null,
  created_at   timestamptz not null,
  read_at      timestamptz,
  sms_to       text,
  sms_language text not null,
  sms_tries    smallint not null default 0,
  sms_due_at   timestamptz,
  primary key (user_id, notice_id),
  foreign key (user_id) references users(user_id),
  check ((sms_to is null) = (sms_due_at is null)),
  check (sms_language in ('en', 'zh', 'es', 'th'))
);
create index notices_sms_due on notices (sms_due_at) where (sms_due_at is not null);
create index notices_unread on notices (user_id) where (read_at is null);

create table password_resets (
  token_hash bytea not null,
  user_id    bigint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz,
  primary key (token_hash),
  foreign key (user_id) references users(user_id)
);
create index password_resets_open on password_resets (user_id) where (used_at is null);

create table authenticators (
  user_id          bigint not null,
  authenticator_id uuid not null,
  secret           bytea not null,
  last_step        bigint not null,
  bound_at         timestamptz not null,
  primary key (user_id),
  unique (authenticator_id),
  foreign key (user_id) references users(user_id)
);

create table pending_authenticators (
  session_id uuid not null,
  user_id    bigint not null,
  secret     bytea not null,
  issued_at  timestamptz not null,
  primary key (session_id),
  foreign key (user_id) references users(user_id)
);
create index pending_authenticators_age on pending_authenticators (issued_at);

create table recovery_codes (
  user_id   bigint not null,
  code_hash bytea not null,
  used_at   timestamptz,
  primary key (user_id, code_hash),
  foreign key (user_id) references users(user_id)
);

create table factor_removals (
  user_id    bigint not null,
  removed_at timestamptz not null,
  factor     text not null,
  primary key (user_id, removed_at, factor),
  foreign key (user_id) references users(user_id),
  check (factor in ('authenticator', 'phone'))
);
create trigger factor_removals_stay before delete or update or truncate on factor_removals for each statement execute function refuse_change();

create table files (
  file_id      uuid not null,
  user_id      bigint not null,
  member_no    bigint,
  purpose      text,
  content_type text not null,
  bytes_sealed bytea not null,
  created_at   timestamptz not null,
  primary key (file_id),
  foreign key (user_id) references users(user_id),
  check (content_type = 'image/webp'),
  check (purpose in ('certification', 'avatar'))
);
create index files_unclaimed on files (created_at) where (purpose is null);

create table certifications (
  member_no        bigint not null,
  certification_id uuid not null,
  user_id          bigint not null,
  status           text not null,
  name             text not null,
  id_number_sealed bytea not null,
  industry         text not null,
  website          text not null,
  photo_front      uuid not null,
  photo_back       uuid not null,
  remark           text not null,
  review_remark    text not null default '',
  submitted_at     timestamptz not null,
  reviewed_at      timestamptz,
  id_number_hash   bytea,
  photo_hashes     bytea[],
  review_template  text,
  revoked_at       timestamptz,
  claimed_by       bigint,
  claimed_until    timestamptz,
  primary key (member_no, certification_id),
  foreign key (member_no) references members(member_no),
  foreign key (photo_back) references files(file_id),
  foreign key (photo_front) references files(file_id),
  foreign key (user_id) references users(user_id),
  check ((status = 'pending') = (reviewed_at is null)),
  check (photo_front <> photo_back),
  check ((claimed_by is null) = (claimed_until is null)),
  check (revoked_at is null or status = 'rejected'),
  check (status in ('pending', 'approved', 'rejected'))
);
create index certifications_by_id on certifications (certification_id);
create index certifications_by_id_number on certifications (id_number_hash);
create index certifications_by_photo on certifications using gin (photo_hashes);
create unique index certifications_current on certifications (member_no) where (status <> 'rejected');
create index certifications_newest on certifications (submitted_at desc, certification_id);
create index certifications_unhashed on certifications (certification_id) where (id_number_hash is null);
create index certifications_waiting on certifications (submitted_at desc, certification_id) where (status = 'pending');

create table master_keys (
  key_id      text not null,
  kept_sealed bytea,
  began_at    timestamptz not null,
  finished_at timestamptz,
  primary key (key_id),
  check (key_id ~ '^[0-9a-f]{16}$')
);
create unique index master_keys_present on master_keys (((kept_sealed is null))) where (kept_sealed is null);

create table bank_cards (
  member_no       bigint not null,
  card_id         uuid not null,
  user_id         bigint not null,
  type            text not null,
  holder          text not null,
  bank            text,
  branch          text,
  account_sealed  bytea not null,
  account_hash    bytea not null,
  account_hint    text not null,
  status          text not null,
  review_remark   text not null default '',
  replaces        uuid,
  created_at      timestamptz not null,
  changed_at      timestamptz not null,
  reviewed_at     timestamptz,
  removed_at      timestamptz,
  shared_hash     bytea,
  review_template text,
  primary key (member_no, card_id),
  foreign key (member_no) references members(member_no),
  foreign key (user_id) references users(user_id),
  check ((type = 'bank') = (bank is not null)),
  check (type = 'bank' or branch is null),
  check (status <> 'pending' or reviewed_at is null),
  check (status in ('pending', 'approved', 'rejected')),
  check (type in ('bank', 'alipay'))
);
create unique index bank_cards_account on bank_cards (member_no, account_hash) where (removed_at is null);
create index bank_cards_by_holder on bank_cards (lower(holder) text_pattern_ops) where (removed_at is null);
create index bank_cards_by_id on bank_cards (card_id);
create index bank_cards_newest on bank_cards (changed_at desc, card_id) where (removed_at is null);
create index bank_cards_pending on bank_cards (changed_at desc, card_id) where ((removed_at is null) and (status = 'pending'));
create index bank_cards_shared on bank_cards (shared_hash) where (removed_at is null);
create index bank_cards_unhashed on bank_cards (card_id) where ((shared_hash is null) and (removed_at is null));

create table disbursement_terms (
  member_no   bigint not null,
  kind        text not null,
  percent     integer not null,
  fixed       bigint not null default 0,
  min_fee     bigint,
  max_fee     bigint,
  min_amount  bigint not null,
  max_amount  bigint not null,
  review_from bigint,
  enabled     boolean not null default true,
  window_from text,
  window_to   text,
  primary key (member_no, kind),
  foreign key (member_no) references members(member_no),
  check (max_amount >= min_amount),
  check ((window_from is null) = (window_to is null)),
  check (fixed >= 0),
  check (kind in ('withdrawal', 'payout')),
  check (max_fee >= 0),
  check (min_amount > 0),
  check (min_fee >= 0),
  check (percent >= 0 and percent <= 1000000),
  check (review_from > 0),
  check (window_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  check (window_to ~ '^([01]\d|2[0-3]):[0-5]\d$')
);

create table disbursements (
  member_no        bigint not null,
  system_no        bigint not null,
  kind             text not null,
  order_no         text not null,
  source           text not null,
  currency         text not null,
  amount           bigint not null,
  fee              bigint not null,
  type             text not null,
  holder           text not null,
  bank             text,
  branch           text,
  account_sealed   bytea not null,
  account_hint     text not null,
  status           text not null default 'applying',
  submission       text not null default 'none',
  review           text not null,
  attempts         smallint not null default 0,
  request_hash     bytea not null,
  sign_type        text not null default 'none',
  notify_url       text,
  attach           text,
  remark           text,
  bank_reference   text,
  fail_reason      text,
  created_at       timestamptz not null,
  finished_at      timestamptz,
  due_at           timestamptz,
  batch_no         bigint,
  batch_line       integer,
  account_hash     bytea,
  next_upstream_id integer,
  primary key (member_no, system_no),
  unique (member_no, kind, order_no),
  check (amount > 0),
  check ((status in ('paid', 'cancelled')) = (finished_at is not null)),
  check (status <> 'paid' or (submission in ('succeeded', 'none', 'failed'))),
  check (status <> 'cancelled' or (submission in ('none', 'failed'))),
  check ((sign_type = 'none') = (notify_url is null)),
  check ((batch_no is null) = (batch_line is null)),
  check (fee >= 0),
  check (kind in ('withdrawal', 'payout')),
  check (review in ('none', 'waiting', 'passed')),
  check (sign_type in ('none', 'MD5', 'HMAC-SHA256', 'RSA-SHA256')),
  check (source in ('console', 'batch', 'gateway')),
  check (status in ('applying', 'paid', 'frozen', 'cancelled')),
  check (submission in ('none', 'submitted', 'succeeded', 'failed', 'unknown')),
  check (type in ('bank', 'alipay'))
);
create index disbursements_account on disbursements (member_no, account_hash, amount, system_no) where (account_hash is not null);
create index disbursements_batch on disbursements (member_no, batch_no, batch_line) where (batch_no is not null);
create index disbursements_batch_standing on disbursements (member_no, batch_no, status, submission) include (amount, finished_at) where (batch_no is not null);
create index disbursements_by_amount on disbursements (amount, system_no desc) include (fee);
create index disbursements_by_number on disbursements (member_no, kind, order_no text_pattern_ops);
create index disbursements_by_number_of_all on disbursements (order_no text_pattern_ops);
create index disbursements_cancelled_of_all on disbursements (system_no desc) include (amount, fee) where (status = 'cancelled');
create index disbursements_due on disbursements (due_at) where (due_at is not null);
create index disbursements_failed on disbursements (member_no, kind, system_no desc) include (amount, fee) where ((status = 'applying') and (submission = 'failed'));
create index disbursements_failed_of_all on disbursements (system_no) include (amount) where ((status = 'applying') and (submission = 'failed'));
create index disbursements_frozen on disbursements (system_no) include (amount) where (status = 'frozen');
create index disbursements_in_review on disbursements (system_no) include (amount) where ((status = 'applying') and (review = 'waiting'));
create index disbursements_newest on disbursements (member_no, kind, system_no desc);
create index disbursements_of_all on disbursements (system_no desc);
create index disbursements_open on disbursements (member_no, kind, system_no desc) where (status in ('applying', 'frozen'));
create index disbursements_open_of_all on disbursements (system_no desc) where (status in ('applying', 'frozen'));
create index disbursements_unknown on disbursements (system_no) include (amount) where ((status in ('applying', 'frozen')) and (submission = 'unknown'));
create index disbursements_withdrawals_of_all on disbursements (system_no desc) include (amount, fee) where (kind = 'withdrawal');
create trigger disbursements_stay before delete or truncate on disbursements for each statement execute function refuse_change();

create table disbursement_attempts (
  member_no      bigint not null,
  system_no      bigint not null,
  attempt        smallint not null,
  upstream_id    integer not null,
  reference      text not null,
  amount         bigint not null,
  state          text not null,
  upstream_no    text,
  bank_reference text,
  fail_reason    text,
  queries        integer not null default 0,
  refused_at     timestamptz,
  started_at     timestamptz not null,
  settled_at     timestamptz,
  primary key (member_no, system_no, attempt),
  check ((state in ('succeeded', 'failed')) = (settled_at is not null)),
  check (state in ('submitted', 'unknown', 'succeeded', 'failed'))
);
create index disbursement_attempts_by_upstream on disbursement_attempts (upstream_id, started_at);
create unique index disbursement_attempts_open on disbursement_attempts (member_no, system_no) where (state in ('submitted', 'unknown'));
create trigger disbursement_attempts_stay before delete or truncate on disbursement_attempts for each statement execute function refuse_change();

create table payout_routes (
  upstream_id integer not null,
  position    smallint not null default 1,
  daily_limit bigint,
  state       text not null default 'open',
  primary key (upstream_id),
  foreign key (upstream_id) references upstreams(upstream_id),
  check (daily_limit > 0),
  check (state in ('open', 'closed'))
);

create table sandbox_payouts (
  reference   text not null,
  amount      bigint not null,
  currency    text not null,
  created_at  timestamptz not null,
  upstream_id integer,
  primary key (reference)
);

create table batches (
  member_no    bigint not null,
  batch_no     bigint not null,
  user_id      bigint not null,
  request_id   text not null,
  request_hash bytea not null,
  file_name    text,
  currency     text not null,
  row_count    integer not null,
  amount       bigint not null,
  fee          bigint not null,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  looked_at    timestamptz,
  primary key (member_no, batch_no),
  unique (member_no, request_id),
  foreign key (member_no) references members(member_no),
  foreign key (user_id) references users(user_id),
  check (amount > 0),
  check (fee >= 0),
  check (row_count > 0)
);
create index batches_by_number on batches (batch_no);
create index batches_open on batches (looked_at nulls first) where (ended_at is null);

create table disbursement_approvals (
  member_no      bigint not null,
  approval_id    uuid not null,
  system_no      bigint not null,
  act            text not null,
  bank_reference text,
  upstream_id    integer,
  reason         text not null,
  proposed_by    bigint not null,
  proposed_at    timestamptz not null,
  expires_at     timestamptz not null,
  state          text not null default 'open',
  decided_by     bigint,
  decided_at     timestamptz,
  remark         text not null default '',
  proposed_in    uuid,
  object_version text,
  primary key (member_no, approval_id),
  check (act in ('unfreeze', 'mark_paid', 'cancel', 'submit')),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (act <> 'mark_paid' or bank_reference is not null and upstream_id is not null),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index disbursement_approvals_by_id on disbursement_approvals (approval_id);
create index disbursement_approvals_newest on disbursement_approvals (proposed_at desc, approval_id);
create unique index disbursement_approvals_open on disbursement_approvals (member_no, system_no) where (state = 'open');
create trigger disbursement_approvals_decided before update on disbursement_approvals for each row when (old.state <> 'open') execute function refuse_change();
create trigger disbursement_approvals_keep before update of member_no, approval_id, system_no, act, bank_reference, upstream_id, reason, proposed_by, proposed_in, proposed_at, expires_at, object_version on disbursement_approvals for each statement execute function refuse_change();
create trigger disbursement_approvals_stay before delete or truncate on disbursement_approvals for each statement execute function refuse_change();

create table risk_holds (
  member_no  bigint not null,
  reference  bigint not null,
  currency   text not null,
  amount     bigint not null,
  reason     text not null,
  request_id text not null,
  user_id    bigint not null,
  created_at timestamptz not null,
  primary key (member_no, reference),
  unique (member_no, request_id),
  foreign key (member_no) references members(member_no),
  check (amount <> 0)
);
create trigger risk_holds_stay before delete or update or truncate on risk_holds for each statement execute function refuse_change();

create table disbursement_days (
  member_no bigint not null,
  kind      text not null,
  day       timestamptz not null,
  type      text not null,
  status    text not null,
  count     bigint not null,
  amount    bigint not null,
  fee       bigint not null,
  primary key (member_no, kind, day, type, status)
) with (fillfactor=70);
create index disbursement_days_of_all on disbursement_days (day);

create table order_reversals (
  member_no   bigint not null,
  approval_id uuid not null,
  system_no   bigint not null,
  reason      text not null,
  forced      boolean not null,
  proposed_by bigint not null,
  proposed_at timestamptz not null,
  expires_at  timestamptz not null,
  state       text not null default 'open',
  decided_by  bigint,
  decided_at  timestamptz,
  remark      text not null default '',
  proposed_in uuid,
  primary key (member_no, approval_id),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index order_reversals_by_id on order_reversals (approval_id);
create unique index order_reversals_done on order_reversals (member_no, system_no) where (state = 'confirmed');
create index order_reversals_newest on order_reversals (proposed_at desc, approval_id);
create unique index order_reversals_open on order_reversals (member_no, system_no) where (state = 'open');
create trigger order_reversals_decided before update on order_reversals for each row when (old.state <> 'open') execute function refuse_change();
create trigger order_reversals_keep before update of member_no, approval_id, system_no, reason, forced, proposed_by, proposed_in, proposed_at, expires_at on order_reversals for each statement execute function refuse_change();
create trigger order_reversals_stay before delete or truncate on order_reversals for each statement execute function refuse_change();

create table operator_proposals (
  approval_id uuid not null,
  user_id     bigint not null,
  act         text not null,
  reason      text not null,
  proposed_by bigint not null,
  proposed_in uuid,
  proposed_at timestamptz not null,
  expires_at  timestamptz not null,
  state       text not null default 'open',
  decided_by  bigint,
  decided_at  timestamptz,
  remark      text not null default '',
  primary key (approval_id),
  foreign key (decided_by) references users(user_id),
  foreign key (proposed_by) references users(user_id),
  foreign key (user_id) references users(user_id),
  check (act in ('reset_password', 'reset_factor', 'enable')),
  check (proposed_by <> user_id),
  check (decided_by <> proposed_by and (decided_by <> user_id or state = 'rejected')),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index operator_proposals_enabled on operator_proposals (user_id, decided_at) where ((act = 'enable') and (state = 'confirmed'));
create index operator_proposals_newest on operator_proposals (proposed_at desc, approval_id);
create unique index operator_proposals_open on operator_proposals (user_id, act) where (state = 'open');
create trigger operator_proposals_decided before update on operator_proposals for each row when (old.state <> 'open') execute function refuse_change();
create trigger operator_proposals_keep before update of approval_id, user_id, act, reason, proposed_by, proposed_in, proposed_at, expires_at on operator_proposals for each statement execute function refuse_change();
create trigger operator_proposals_stay before delete or truncate on operator_proposals for each statement execute function refuse_change();

create table gateway_refusals_unkept (
  member_no bigint not null,
  hour      timestamptz not null,
  count     bigint not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  primary key (member_no, hour),
  check (count > 0)
);

create table agent_add_requests (
  member_no    bigint not null,
  request_id   text not null,
  request_hash bytea not null,
  added_no     bigint,
  created_at   timestamptz not null,
  primary key (member_no, request_id)
);

create table agent_orders (
  member_no     bigint not null,
  system_no     bigint not null,
  merchant_no   bigint not null,
  via           bigint[] not null,
  order_no      text not null,
  kind          text not null,
  channel_id    integer not null,
  currency      text not null,
  amount        bigint not null,
  fee           bigint not null,
  status        text not null,
  notify_status text not null,
  created_at    timestamptz not null,
  expires_at    timestamptz not null,
  paid_at       timestamptz,
  paid_late     boolean not null default false,
  commission    bigint not null,
  held          bigint not null default 0,
  release_at    timestamptz,
  booked_at     timestamptz,
  returned_at   timestamptz,
  rates         jsonb,
  primary key (member_no, system_no, merchant_no),
  check (held >= 0 and held <= commission),
  check ((status in ('success', 'reversed')) = (paid_at is not null)),
  check (returned_at is null or booked_at is not null),
  check (booked_at is null or paid_at is not null),
  check (commission >= 0),
  check (kind in ('payin', 'recharge')),
  check (notify_status in ('none', 'pending', 'delivered', 'failed')),
  check (status in ('unpaid', 'success', 'expired', 'reversed')),
  check (cardinality(via) > 0)
) partition by range (system_no);
create index agent_orders_booked on agent_orders (member_no, booked_at, system_no) where (booked_at is not null);
create index agent_orders_by_amount on agent_orders (member_no, amount, system_no);
create index agent_orders_by_channel on agent_orders (member_no, channel_id, system_no);
create index agent_orders_by_merchant on agent_orders (member_no, merchant_no, system_no);
create index agent_orders_by_number on agent_orders (member_no, order_no text_pattern_ops);
create index agent_orders_by_payment on agent_orders (member_no, paid_at, system_no) where (paid_at is not null);
create index agent_orders_due on agent_orders (expires_at) where ((status = 'unpaid') and (cardinality(via) = 1));
create index agent_orders_expired on agent_orders (member_no, system_no) where (status = 'expired');
create index agent_orders_notified_rarely on agent_orders (member_no, notify_status, system_no) where (notify_status in ('pending', 'failed'));
create index agent_orders_notifying on agent_orders (merchant_no, system_no) where ((notify_status in ('pending', 'failed')) and (cardinality(via) = 1));
create index agent_orders_paid_late on agent_orders (member_no, system_no) where paid_late;
create index agent_orders_returned on agent_orders (member_no, returned_at, system_no) where (returned_at is not null);
create index agent_orders_reversed on agent_orders (member_no, system_no) where (status = 'reversed');
create index agent_orders_unpaid on agent_orders (member_no, system_no) where (status = 'unpaid');
create index agent_orders_via_1 on agent_orders (member_no, (via[1]), system_no);
create index agent_orders_via_2 on agent_orders (member_no, (via[2]), system_no) where (via[2] is not null);
create index agent_orders_via_3 on agent_orders (member_no, (via[3]), system_no) where (via[3] is not null);
create index agent_orders_via_4 on agent_orders (member_no, (via[4]), system_no) where (via[4] is not null);
create index agent_orders_via_5 on agent_orders (member_no, (via[5]), system_no) where (via[5] is not null);

create table agent_rollups (
  member_no          bigint not null,
  span               text not null,
  bucket             timestamptz not null,
  subject_no         bigint not null,
  parent_no          bigint not null,
  channel_id         integer not null,
  created_count      bigint not null default 0,
  created_amount     bigint not null default 0,
  success_count      bigint not null default 0,
  success_amount     bigint not null default 0,
  success_fee        bigint not null default 0,
  success_commission bigint not null default 0,
  expired_count      bigint not null default 0,
  expired_amount     bigint not null default 0,
  paid_count         bigint not null default 0,
  paid_amount        bigint not null default 0,
  paid_fee           bigint not null default 0,
  paid_commission    bigint not null default 0,
  earned_count       bigint not null default 0,
  earned_amount      bigint not null default 0,
  earned             bigint not null default 0,
  returned_count     bigint not null default 0,
  returned           bigint not null default 0,
  held               bigint not null default 0,
  primary key (member_no, span, subject_no, channel_id, bucket, parent_no),
  check (span in ('hour', 'day', 'month', 'release'))
) with (fillfactor=70);
create index agent_rollups_by_parent on agent_rollups (member_no, span, parent_no, channel_id, bucket);

create table agent_feed (
  member_no         bigint not null,
  last_seq          bigint not null default 0,
  last_system_no    bigint not null default 0,
  settled_system_no bigint not null default 0,
  paid_out          bigint not null default 0,
  direct_merchants  integer not null default 0,
  direct_agents     integer not null default 0,
  tree_merchants    integer not null default 0,
  tree_agents       integer not null default 0,
  primary key (member_no)
);

create table agent_paths (
  member_no      bigint not null,
  from_system_no bigint not null,
  uplines        bigint[] not null,
  primary key (member_no, from_system_no)
);

create table owed_commission (
  member_no  bigint not null,
  reference  bigint not null,
  currency   text not null,
  system_nos bigint[] not null,
  available  integer not null,
  release_at timestamptz,
  created_at timestamptz not null,
  primary key (member_no, reference),
  check (available >= 0 and available <= 1000000),
  check ((available = 1000000) = (release_at is null)),
  check (cardinality(system_nos) > 0)
);

create table merchant_key_uses (
  member_no    bigint not null,
  hour         timestamptz not null,
  sign_type    text not null,
  requests     bigint not null,
  last_used_at timestamptz not null,
  primary key (member_no, hour, sign_type)
);
create index merchant_key_uses_hour on merchant_key_uses (hour);

create table gateway_requests (
  member_no   bigint not null,
  request_id  uuid not null,
  at          timestamptz not null,
  path        text not null,
  result      text not null,
  http_status smallint not null,
  duration_ms integer not null,
  sign_type   text,
  key         text,
  ip          inet not null,
  order_no    text,
  signed      boolean not null,
  request     json not null,
  body_sealed bytea,
  reply       text,
  primary key (member_no, request_id),
  check (key in ('new', 'old'))
);
create index gateway_requests_by_age on gateway_requests using brin (at);
create index gateway_requests_by_order on gateway_requests (member_no, order_no text_pattern_ops, request_id) where (order_no is not null);
create index gateway_requests_errors on gateway_requests (member_no, result, request_id) include (path, at) where (result <> 'ok');
create index gateway_requests_of_all on gateway_requests (at);
create index gateway_requests_refused_of_all on gateway_requests (at) where (result <> 'ok');

create table gateway_requests_unkept (
  member_no bigint not null,
  hour      timestamptz not null,
  reason    text not null,
  count     bigint not null,
  first_at  timestamptz not null,
  last_at   timestamptz not null,
  primary key (member_no, hour, reason),
  check (count > 0),
  check (reason in ('unsigned', 'served', 'lost'))
);

create table callback_receivers (
  member_no     bigint not null,
  receiver      text collate "C" not null,
  state         text not null,
  since         timestamptz not null,
  failures      integer not null,
  failing_since timestamptz,
  last_at       timestamptz not null,
  probe_at      timestamptz,
  asks          boolean not null default false,
  notified_at   timestamptz,
  stopped_at    timestamptz,
  primary key (member_no, receiver),
  check ((state = 'paused') = (probe_at is not null)),
  check ((failures > 0) = (failing_since is not null)),
  check (failures >= 0),
  check (state in ('ok', 'failing', 'paused')),
  check (stopped_at is null or state = 'paused')
) with (fillfactor=70);
create index callback_receivers_troubled on callback_receivers (state, failing_since) where (state <> 'ok');

create table callback_runs (
  member_no   bigint not null,
  run_id      uuid not null,
  state       text not null,
  total       integer not null,
  made_by     text not null,
  created_at  timestamptz not null,
  per_second  integer,
  paced_until timestamptz,
  ended_at    timestamptz,
  primary key (member_no, run_id),
  check ((state = 'planned') = (per_second is null)),
  check (state in ('planned', 'running', 'done', 'cancelled'))
);
create index callback_runs_by_age on callback_runs (created_at);
create index callback_runs_running on callback_runs (member_no, run_id) where (state = 'running');

create table callback_run_items (
  member_no bigint not null,
  run_id    uuid not null,
  system_no bigint not null,
  subject   text not null,
  taken_at  timestamptz,
  delivered boolean,
  primary key (member_no, run_id, system_no, subject)
);
create index callback_run_items_waiting on callback_run_items (member_no, run_id, system_no) where (taken_at is null);

create table epay_settings (
  member_no           bigint not null,
  enabled             boolean not null default false,
  key_sealed          bytea not null,
  key_no              integer not null default 1,
  previous_key_sealed bytea,
  previous_until      timestamptz,
  rotated_at          timestamptz not null,
  type_map            jsonb not null default '{}'::jsonb,
  primary key (member_no),
  foreign key (member_no) references members(member_no),
  check (previous_key_sealed is null or previous_until is not null),
  check (key_no > 0)
);

create table epay_orders (
  member_no bigint not null,
  system_no bigint not null,
  type      text not null,
  money     text not null,
  name      text not null,
  param     text not null,
  key_no    integer not null,
  primary key (member_no, system_no)
) partition by range (system_no);

create table statement_days (
  member_no         bigint not null,
  currency          text not null,
  day               date not null,
  version           integer not null,
  starts_at         timestamptz not null,
  ends_at           timestamptz not null,
  first_seq         bigint not null,
  last_seq          bigint not null,
  opening           bigint not null,
  closing           bigint not null,
  payin_count       bigint not null default 0,
  payin_amount      bigint not null default 0,
  payin_fee         bigint not null default 0,
  recharge_count    bigint not null default 0,
  recharge_amount   bigint not null default 0,
  recharge_fee      bigint not null default 0,
  withdrawal_count  bigint not null default 0,
  withdrawal_amount bigint not null default 0,
  withdrawal_fee    bigint not null default 0,
  payout_count      bigint not null default 0,
  payout_amount     bigint not null default 0,
  payout_fee        bigint not null default 0,
  refund_count      bigint not null default 0,
  refund_amount     bigint not null default 0,
  refund_fee        bigint not null default 0,
  commission_count  bigint not null default 0,
  commission_amount bigint not null default 0,
  commission_fee    bigint not null default 0,
  adjustment_count  bigint not null default 0,
  adjustment_amount bigint not null default 0,
  adjustment_fee    bigint not null default 0,
  reversal_count    bigint not null default 0,
  reversal_amount   bigint not null default 0,
  reversal_fee      bigint not null default 0,
  entries_hash      bytea not null,
  previous_hash     bytea,
  hash              bytea not null,
  closed_at         timestamptz not null,
  reason            text,
  primary key (member_no, currency, day, version),
  check (starts_at < ends_at),
  check ((last_seq - first_seq + 1) = (payin_count + recharge_count + withdrawal_count + payout_count + refund_count + commission_count + adjustment_count + reversal_count)),
  check (closing = (opening + payin_amount - payin_fee + recharge_amount - recharge_fee + withdrawal_amount - withdrawal_fee + payout_amount - payout_fee + refund_amount - refund_fee + commission_amount - commission_fee + adjustment_amount - adjustment_fee + reversal_amount - reversal_fee)),
  check ((version = 1) = (reason is null)),
  check (octet_length(entries_hash) = 32),
  check (first_seq > 0),
  check (octet_length(hash) = 32),
  check (octet_length(previous_hash) = 32),
  check (version > 0)
);
create trigger statement_days_stay before delete or update or truncate on statement_days for each statement execute function refuse_change();

create table statement_channels (
  member_no  bigint not null,
  currency   text not null,
  day        date not null,
  version    integer not null,
  kind       text not null,
  channel_id integer not null,
  orders     bigint not null,
  succeeded  bigint not null,
  paid       bigint not null,
  amount     bigint not null,
  fee        bigint not null,
  primary key (member_no, currency, day, version, kind, channel_id),
  check (kind in ('payin', 'recharge'))
);
create trigger statement_channels_stay before delete or update or truncate on statement_channels for each statement execute function refuse_change();

create table downloads (
  download_id  uuid not null,
  user_id      bigint not null,
  member_no    bigint,
  kind         text not null,
  name         text not null,
  format       text not null,
  content_type text not null,
  language     text not null,
  filter       jsonb not null,
  as_of        timestamptz not null,
  state        text not null,
  fault        text,
  row_count    bigint,
  rows_done    bigint not null default 0,
  size         bigint not null default 0,
  content_hash bytea,
  run_id       uuid,
  schedule_id  uuid,
  period_from  timestamptz,
  notify_url   text,
  reported_at  timestamptz,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  expires_at   timestamptz,
  primary key (download_id),
  check ((state = 'ready') = (content_hash is not null)),
  check ((schedule_id is null) = (period_from is null)),
  check (state in ('waiting', 'running', 'ready', 'failed', 'cancelled', 'storing'))
);
create index downloads_by_expiry on downloads (expires_at) where (expires_at is not null);
create unique index downloads_of_schedule on downloads (schedule_id, period_from) where (schedule_id is not null);
create index downloads_of_user on downloads (user_id, created_at desc, download_id);
create index downloads_unfinished on downloads (created_at) where (state in ('waiting', 'running', 'storing'));

create table download_pieces (
  download_id uuid not null,
  piece_no    integer not null,
  bytes       bytea not null,
  primary key (download_id, piece_no),
  foreign key (download_id) references downloads(download_id) on delete cascade
);

create table schedules (
  schedule_id uuid not null,
  user_id     bigint not null,
  member_no   bigint,
  kind        text not null,
  format      text not null,
  filter      jsonb not null,
  language    text not null,
  every       text not null,
  at          time not null,
  notify_url  text,
  next_at     timestamptz not null,
  last_at     timestamptz,
  created_at  timestamptz not null,
  primary key (schedule_id),
  check (every in ('day', 'week', 'month'))
);
create index schedules_due on schedules (next_at);
create index schedules_of_user on schedules (user_id, created_at, schedule_id);

create table record_checks (
  member_no   bigint not null,
  check_id    uuid not null,
  user_id     bigint not null,
  language    text not null,
  from_at     timestamptz not null,
  to_at       timestamptz not null,
  first_day   date not null,
  last_day    date not null,
  currency    text not null,
  row_count   integer not null,
  state       text not null,
  progress    integer not null default 0,
  totals      jsonb,
  download_id uuid,
  created_at  timestamptz not null,
  finished_at timestamptz,
  primary key (member_no, check_id),
  check ((state = 'running') = (finished_at is null)),
  check (from_at < to_at and first_day <= last_day),
  check (progress >= 0 and progress <= 100),
  check (row_count > 0),
  check (state in ('running', 'done', 'failed'))
);
create index record_checks_by_time on record_checks (member_no, created_at);

create table record_check_rows (
  member_no bigint not null,
  check_id  uuid not null,
  line      integer not null,
  number    text not null,
  system_no bigint,
  amount    bigint not null,
  status    text not null,
  day       date,
  primary key (member_no, check_id, line),
  check (status in ('paid', 'unpaid', 'reversed'))
);

create table record_differences (
  member_no      bigint not null,
  check_id       uuid not null,
  place          integer not null,
  kind           text not null,
  number         text not null,
  line           integer,
  their_amount   bigint,
  their_status   text,
  their_day      date,
  system_no      bigint,
  our_amount     bigint,
  our_status     text,
  our_created_at timestamptz,
  our_paid_at    timestamptz,
  primary key (member_no, check_id, place),
  check (kind in ('missing_here', 'missing_there', 'amount_differs', 'status_differs', 'duplicate_there'))
);

create table upstream_mappings (
  upstream_id integer not null,
  version     integer not null,
  mapping     jsonb not null,
  user_id     bigint not null,
  created_at  timestamptz not null,
  primary key (upstream_id, version),
  check (version > 0)
);
create trigger upstream_mappings_stay before delete or update or truncate on upstream_mappings for each statement execute function refuse_change();

create table upstream_files (
  upstream_id     integer not null,
  file_id         uuid not null,
  day             date not null,
  name            text not null,
  format          text not null,
  content_hash    bytea not null,
  mapping_version integer,
  rows            integer not null,
  user_id         bigint,
  uploaded_at     timestamptz not null,
  state           text not null,
  replaced_by     uuid,
  opening         bigint,
  closing         bigint,
  primary key (upstream_id, file_id),
  check ((state = 'replaced') = (replaced_by is not null)),
  check (format in ('csv', 'xlsx', 'camt053', 'mt940', 'connector')),
  check (rows >= 0),
  check (state in ('read', 'matched', 'replaced'))
);
create index upstream_files_by_time on upstream_files (uploaded_at, file_id);
create unique index upstream_files_current on upstream_files (upstream_id, day) where (state <> 'replaced');
create trigger upstream_files_keep before update of upstream_id, file_id, day, name, format, mapping_version, user_id, uploaded_at on upstream_files for each statement execute function refuse_change();
create trigger upstream_files_stay before delete or truncate on upstream_files for each statement execute function refuse_change();

create table upstream_lines (
  upstream_id integer not null,
  day         date not null,
  line_no     integer not null,
  file_id     uuid not null,
  upstream_no text,
  our_no      text,
  kind        text not null,
  amount      bigint not null,
  fee         bigint,
  at          timestamptz,
  status      text,
  raw         text not null,
  primary key (upstream_id, file_id, line_no),
  check (fee >= 0),
  check (kind in ('payin', 'payout', 'settlement', 'reversal', 'fee', 'other')),
  check (status in ('success', 'pending', 'failed'))
);
create index upstream_lines_settlements on upstream_lines (upstream_id, file_id, line_no) where (kind = 'settlement');
create trigger upstream_lines_stay before delete or update or truncate on upstream_lines for each statement execute function refuse_change();

create table upstream_bookings (
  upstream_id integer not null,
  member_no   bigint not null,
  reference   bigint not null,
  kind        text not null,
  day         date not null,
  at          timestamptz not null,
  amount      bigint not null,
  fee         bigint,
  upstream_no text,
  our_no      text not null,
  primary key (upstream_id, member_no, reference, kind),
  check (amount > 0),
  check (kind in ('payin', 'payout', 'reversal'))
);
create index upstream_bookings_by_day on upstream_bookings (upstream_id, day);

create table upstream_booking_days (
  upstream_id integer not null,
  day         date not null,
  copied_at   timestamptz not null,
  whole       boolean not null,
  primary key (upstream_id, day)
);

create table upstream_matches (
  upstream_id integer not null,
  file_id     uuid not null,
  line_no     integer not null,
  day         date not null,
  member_no   bigint not null,
  reference   bigint not null,
  kind        text not null,
  rule        text not null,
  at          timestamptz not null,
  user_id     bigint,
  primary key (upstream_id, day, member_no, reference, kind),
  check ((rule = 'person') = (user_id is not null)),
  check (rule in ('upstream_no', 'our_no', 'sum', 'person'))
);
create index upstream_matches_by_line on upstream_matches (upstream_id, file_id, line_no);

create table upstream_comparisons (
  upstream_id integer not null,
  day         date not null,
  file_id     uuid not null,
  at          timestamptz not null,
  lines       integer not null,
  paired      integer not null,
  appeared    integer not null,
  vanished    integer not null,
  primary key (upstream_id, file_id, at)
);
create index upstream_comparisons_by_day on upstream_comparisons (upstream_id, day, at desc);
create trigger upstream_comparisons_stay before delete or update or truncate on upstream_comparisons for each statement execute function refuse_change();

create table upstream_differences (
  difference_id bigint not null generated always as identity,
  upstream_id   integer not null,
  day           date not null,
  kind          text not null,
  subject       text not null,
  file_id       uuid,
  line_no       integer,
  member_no     bigint,
  reference     bigint,
  booking_kind  text,
  upstream_no   text,
  our_no        text,
  at            timestamptz,
  ours          bigint,
  theirs        bigint,
  our_fee       bigint,
  their_fee     bigint,
  their_status  text,
  at_risk       bigint not null,
  state         text not null,
  outcome       text,
  reason        text not null default '',
  act_member_no bigint,
  act_reference bigint,
  owner_id      bigint,
  note          text not null default '',
  found_at      timestamptz not null,
  changed_at    timestamptz not null,
  changed_by    bigint,
  version       integer not null default 1,
  primary key (difference_id),
  unique (upstream_id, kind, subject),
  check (at_risk >= 0),
  check ((state = 'resolved') = (outcome is not null)),
  check (state <> 'ignored' or reason <> ''),
  check (state <> 'assigned' or owner_id is not null),
  check (file_id is not null or reference is not null),
  check (kind in ('missing_here', 'missing_there', 'amount_differs', 'fee_differs', 'status_differs', 'duplicate', 'late')),
  check (state in ('waiting', 'open', 'assigned', 'resolved', 'ignored'))
);
create index upstream_differences_by_act on upstream_differences (act_reference) where ((state = 'resolved') and (outcome in ('adjusted', 'settled')));
create index upstream_differences_by_day on upstream_differences (upstream_id, day, difference_id);
create index upstream_differences_by_line on upstream_differences (upstream_id, file_id, line_no) where (file_id is not null);
create index upstream_differences_unresolved on upstream_differences (upstream_id, day) where (state in ('waiting', 'open', 'assigned'));
create trigger upstream_differences_added after insert on upstream_differences referencing new table as changed for each statement execute function keep_difference_event();
create trigger upstream_differences_changed after update on upstream_differences referencing new table as changed for each statement execute function keep_difference_event();
create trigger upstream_differences_keep before update of difference_id, upstream_id, kind, subject, found_at on upstream_differences for each statement execute function refuse_change();
create trigger upstream_differences_stay before delete or truncate on upstream_differences for each statement execute function refuse_change();

create table upstream_difference_events (
  difference_id bigint not null,
  version       integer not null,
  state         text not null,
  outcome       text,
  reason        text not null,
  act_member_no bigint,
  act_reference bigint,
  owner_id      bigint,
  note          text not null,
  ours          bigint,
  theirs        bigint,
  at            timestamptz not null,
  user_id       bigint,
  primary key (difference_id, version)
);
create trigger upstream_difference_events_stay before delete or update or truncate on upstream_difference_events for each statement execute function refuse_change();

create table clearing_days (
  upstream_id integer not null,
  currency    text not null,
  day         date not null,
  bookings    integer not null,
  taken_in    bigint not null,
  paid_out    bigint not null,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  primary key (upstream_id, currency, day)
);
create trigger clearing_days_stay before delete or update or truncate on clearing_days for each statement execute function refuse_change();

create table clearing_progress (
  single boolean not null default true,
  day    date not null,
  until  timestamptz not null,
  primary key (single),
  check (single)
);

create table platform_journals (
  reference        bigint not null,
  kind             text not null,
  upstream_id      integer not null,
  currency         text not null,
  created_at       timestamptz not null,
  clearing         bigint not null,
  bank             bigint not null,
  day              date not null,
  bank_reference   text not null,
  remark           text not null,
  request_id       text not null,
  line_upstream_id integer,
  line_file_id     uuid,
  line_no          integer,
  user_id          bigint not null,
  primary key (reference),
  unique (line_upstream_id, line_file_id, line_no),
  unique (request_id),
  check ((clearing + bank) = 0),
  check ((line_upstream_id is null) = (line_file_id is null) and (line_file_id is null) = (line_no is null)),
  check (clearing <> 0),
  check (currency ~ '^[A-Z]{3}$'),
  check (kind = 'upstream_settlement')
);
create index platform_journals_by_upstream on platform_journals (upstream_id, currency, day);
create trigger platform_journals_stay before delete or update or truncate on platform_journals for each statement execute function refuse_change();

create table list_views (
  user_id    bigint not null,
  view_id    uuid not null,
  list       text not null,
  name       text not null,
  query      text not null,
  created_at timestamptz not null,
  primary key (user_id, view_id),
  unique (user_id, list, name),
  foreign key (user_id) references users(user_id)
);

create table staff_roles (
  role_id    uuid not null,
  name       text not null,
  rights     text[] not null,
  changed_at timestamptz not null,
  primary key (role_id)
);
create unique index staff_roles_by_name on staff_roles (lower(name));

create table staff_invitations (
  invitation_id uuid not null,
  token_hash    bytea not null,
  roles         text[] not null,
  rights        text[] not null,
  reason        text not null,
  invited_by    bigint not null,
  created_at    timestamptz not null,
  confirmed_by  bigint,
  opened_at     timestamptz,
  expires_at    timestamptz not null,
  user_id       bigint,
  used_at       timestamptz,
  cancelled_at  timestamptz,
  primary key (invitation_id),
  unique (token_hash),
  foreign key (confirmed_by) references users(user_id),
  foreign key (invited_by) references users(user_id),
  foreign key (user_id) references users(user_id),
  check ((user_id is null) = (used_at is null)),
  check (used_at is null or cancelled_at is null and opened_at is not null)
);
create index staff_invitations_newest on staff_invitations (created_at desc, invitation_id);

create table staff_proposals (
  approval_id   uuid not null,
  act           text not null,
  subject       text not null,
  name          text not null,
  roles         text[] not null,
  roles_before  text[] not null,
  rights        text[] not null,
  rights_before text[] not null,
  reason        text not null,
  proposed_by   bigint not null,
  proposed_in   uuid,
  proposed_at   timestamptz not null,
  expires_at    timestamptz not null,
  state         text not null default 'open',
  decided_by    bigint,
  decided_at    timestamptz,
  remark        text not null default '',
  primary key (approval_id),
  foreign key (decided_by) references users(user_id),
  foreign key (proposed_by) references users(user_id),
  check (act in ('invite', 'set_roles', 'save_role')),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index staff_proposals_newest on staff_proposals (proposed_at desc, approval_id);
create unique index staff_proposals_open on staff_proposals (act, subject) where (state = 'open');
create trigger staff_proposals_decided before update on staff_proposals for each row when (old.state <> 'open') execute function refuse_change();
create trigger staff_proposals_keep before update of approval_id, act, subject, name, roles, roles_before, rights, rights_before, reason, proposed_by, proposed_in, proposed_at, expires_at on staff_proposals for each statement execute function refuse_change();
create trigger staff_proposals_stay before delete or truncate on staff_proposals for each statement execute function refuse_change();

create table staff_grants (
  user_id    bigint not null,
  granted_by bigint not null,
  granted_at timestamptz not null,
  primary key (user_id, granted_by),
  foreign key (granted_by) references users(user_id),
  foreign key (user_id) references users(user_id),
  check (user_id <> granted_by)
);

create table platform_rollups (
  span            text not null,
  bucket          timestamptz not null,
  kind            text not null,
  channel_id      integer not null,
  created_count   bigint not null,
  created_amount  bigint not null,
  success_count   bigint not null,
  paid_count      bigint not null,
  paid_amount     bigint not null,
  paid_fee        bigint not null,
  costed_count    bigint not null default 0,
  paid_cost       bigint not null default 0,
  paid_commission bigint not null default 0,
  primary key (span, bucket, kind, channel_id),
  check (span in ('hour', 'day'))
);

create table platform_payout_days (
  day    timestamptz not null,
  kind   text not null,
  status text not null,
  count  bigint not null,
  amount bigint not null,
  fee    bigint not null,
  primary key (day, kind, status)
);

create table platform_top_members (
  day         timestamptz not null,
  member_no   bigint not null,
  paid_amount bigint not null,
  primary key (day, member_no)
);

create table job_turns (
  job          text not null,
  every_ms     integer not null,
  ended_at     timestamptz not null,
  took_ms      integer not null,
  failed       boolean not null,
  succeeded_at timestamptz,
  primary key (job)
);

create table processes (
  process_id uuid not null,
  host       text not null,
  version    text not null,
  roles      text[] not null,
  started_at timestamptz not null,
  seen_at    timestamptz not null,
  primary key (process_id)
);

create table disbursement_bulks (
  bulk_id     uuid not null,
  act         text not null,
  reason      text not null,
  upstream_id integer,
  items       jsonb not null,
  total       bigint not null,
  made_by     bigint not null,
  made_at     timestamptz not null,
  primary key (bulk_id),
  check (act in ('freeze', 'unfreeze', 'mark_paid', 'cancel', 'submit', 'query')),
  check (total >= 0)
);
create trigger disbursement_bulks_stay before delete or update or truncate on disbursement_bulks for each statement execute function refuse_change();

create table disbursement_bulk_results (
  member_no   bigint not null,
  bulk_id     uuid not null,
  system_no   bigint not null,
  outcome     text not null,
  error       text,
  approval_id uuid,
  at          timestamptz not null,
  primary key (member_no, bulk_id, system_no),
  check ((outcome = 'refused') = (error is not null)),
  check ((outcome = 'proposed') = (approval_id is not null)),
  check (outcome in ('done', 'proposed', 'refused'))
);
create trigger disbursement_bulk_results_stay before delete or update or truncate on disbursement_bulk_results for each statement execute function refuse_change();

create table member_notes (
  member_no  bigint not null,
  note_id    bigint not null,
  note       text not null,
  written_by bigint not null,
  created_at timestamptz not null,
  primary key (member_no, note_id),
  foreign key (member_no) references members(member_no),
  foreign key (written_by) references users(user_id),
  check (note <> '')
);
create trigger member_notes_stay before delete or update or truncate on member_notes for each statement execute function refuse_change();

create table upstream_hours (
  upstream_id integer not null,
  hour        timestamptz not null,
  outcome     text not null,
  requests    bigint not null,
  duration_ms bigint not null,
  slowest_ms  integer not null,
  primary key (upstream_id, hour, outcome),
  check (duration_ms >= 0),
  check (char_length(outcome) >= 1 and char_length(outcome) <= 80),
  check (requests > 0),
  check (slowest_ms >= 0)
);

create table channel_member_routes (
  channel_id  integer not null,
  member_no   bigint not null,
  upstream_id integer not null,
  primary key (channel_id, member_no),
  foreign key (channel_id) references channels(channel_id),
  foreign key (upstream_id) references upstreams(upstream_id)
);

create table route_usage (
  channel_id  integer not null,
  upstream_id integer not null,
  day         date not null,
  amount      bigint not null,
  primary key (channel_id, upstream_id, day)
);
create index route_usage_by_day on route_usage (day);

create table routing_versions (
  version      integer not null,
  content      jsonb not null,
  reason       text not null,
  back_to      integer,
  published_by bigint,
  published_at timestamptz not null,
  primary key (version),
  check (version > 0)
);
create trigger routing_versions_stay before delete or update or truncate on routing_versions for each statement execute function refuse_change();

create table routing_draft (
  one       boolean not null default true,
  content   jsonb not null,
  base      text not null,
  edited_by bigint not null,
  edited_at timestamptz not null,
  primary key (one),
  check (one)
);

create table member_rate_changes (
  member_no  bigint not null,
  change_id  uuid not null default gen_random_uuid(),
  channel_id integer not null,
  changed_at timestamptz not null,
  percent    integer not null,
  fixed      bigint not null,
  min_fee    bigint,
  max_fee    bigint,
  closed     boolean not null,
  changed_by bigint,
  reason     text not null default '',
  primary key (member_no, change_id)
);
create index member_rate_changes_of_cell on member_rate_changes (member_no, channel_id, changed_at desc);
create trigger member_rate_changes_stay before delete or update or truncate on member_rate_changes for each statement execute function refuse_change();

create table platform_logos (
  digest   text not null,
  bytes    bytea not null,
  added_at timestamptz not null,
  primary key (digest)
);

create table setting_changes (
  change_id    uuid not null,
  name         text not null,
  before       jsonb not null,
  after        jsonb not null,
  reason       text not null,
  changed_by   bigint not null,
  confirmed_by bigint,
  changed_at   timestamptz not null,
  primary key (change_id),
  foreign key (changed_by) references users(user_id),
  foreign key (confirmed_by) references users(user_id),
  check (changed_by <> confirmed_by)
);
create index setting_changes_newest on setting_changes (changed_at desc, change_id);
create index setting_changes_of_one on setting_changes (name, changed_at desc, change_id);
create trigger setting_changes_stay before delete or update or truncate on setting_changes for each statement execute function refuse_change();

create table setting_proposals (
  approval_id uuid not null,
  name        text not null,
  before      jsonb not null,
  after       jsonb not null,
  reason      text not null,
  proposed_by bigint not null,
  proposed_in uuid,
  proposed_at timestamptz not null,
  expires_at  timestamptz not null,
  state       text not null default 'open',
  decided_by  bigint,
  decided_at  timestamptz,
  remark      text not null default '',
  primary key (approval_id),
  foreign key (decided_by) references users(user_id),
  foreign key (proposed_by) references users(user_id),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index setting_proposals_newest on setting_proposals (proposed_at desc, approval_id);
create unique index setting_proposals_open on setting_proposals (name) where (state = 'open');
create trigger setting_proposals_decided before update on setting_proposals for each row when (old.state <> 'open') execute function refuse_change();
create trigger setting_proposals_keep before update of approval_id, name, before, after, reason, proposed_by, proposed_in, proposed_at, expires_at on setting_proposals for each statement execute function refuse_change();
create trigger setting_proposals_stay before delete or truncate on setting_proposals for each statement execute function refuse_change();

create table announcement_read_counts (
  announcement_id bigint not null,
  slot            smallint not null,
  readers         bigint not null,
  primary key (announcement_id, slot),
  foreign key (announcement_id) references announcements(announcement_id)
);

create table wallet_adjustments (
  member_no     bigint not null,
  approval_id   uuid not null,
  request_id    text not null,
  system_no     bigint not null,
  currency      text not null,
  amount        bigint not null,
  reference     text not null,
  reason        text not null,
  alone         boolean not null,
  booked_before integer not null,
  proposed_by   bigint not null,
  proposed_in   uuid,
  proposed_at   timestamptz not null,
  expires_at    timestamptz not null,
  state         text not null default 'open',
  decided_by    bigint,
  decided_at    timestamptz,
  remark        text not null default '',
  primary key (member_no, approval_id),
  check (amount <> 0),
  check (decided_by <> proposed_by),
  check (not alone or state = 'confirmed' and decided_by is null),
  check (((state in ('confirmed', 'rejected')) and not alone) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index wallet_adjustments_by_id on wallet_adjustments (approval_id);
create unique index wallet_adjustments_journal on wallet_adjustments (member_no, system_no);
create index wallet_adjustments_newest on wallet_adjustments (proposed_at desc, approval_id) where (not alone);
create unique index wallet_adjustments_request on wallet_adjustments (member_no, request_id);
create trigger wallet_adjustments_decided before update on wallet_adjustments for each row when (old.state <> 'open') execute function refuse_change();
create trigger wallet_adjustments_keep before update of member_no, approval_id, request_id, system_no, currency, amount, reference, reason, alone, booked_before, proposed_by, proposed_in, proposed_at, expires_at on wallet_adjustments for each statement execute function refuse_change();
create trigger wallet_adjustments_stay before delete or truncate on wallet_adjustments for each statement execute function refuse_change();

create table order_confirmations (
  member_no   bigint not null,
  approval_id uuid not null,
  system_no   bigint not null,
  amount      bigint not null,
  proof       text not null,
  reason      text not null,
  proposed_by bigint not null,
  proposed_in uuid,
  proposed_at timestamptz not null,
  expires_at  timestamptz not null,
  state       text not null default 'open',
  decided_by  bigint,
  decided_at  timestamptz,
  remark      text not null default '',
  primary key (member_no, approval_id),
  check (amount > 0),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index order_confirmations_by_id on order_confirmations (approval_id);
create index order_confirmations_newest on order_confirmations (proposed_at desc, approval_id);
create unique index order_confirmations_open on order_confirmations (member_no, system_no) where (state = 'open');
create trigger order_confirmations_decided before update on order_confirmations for each row when (old.state <> 'open') execute function refuse_change();
create trigger order_confirmations_keep before update of member_no, approval_id, system_no, amount, proof, reason, proposed_by, proposed_in, proposed_at, expires_at on order_confirmations for each statement execute function refuse_change();
create trigger order_confirmations_stay before delete or truncate on order_confirmations for each statement execute function refuse_change();

create table book_checks (
  check_id   uuid not null,
  kind       text not null,
  asked_by   bigint,
  started_at timestamptz not null,
  ended_at   timestamptz,
  failed     jsonb not null default '[]'::jsonb,
  primary key (check_id),
  check ((kind = 'asked') = (asked_by is not null)),
  check (kind in ('recent', 'full', 'asked'))
);
create index book_checks_newest on book_checks (started_at desc, check_id);

create table upstream_reports (
  upstream_id   integer not null,
  report_id     uuid not null,
  period_from   timestamptz not null,
  period_to     timestamptz not null,
  nonce         text not null,
  received_at   timestamptz not null,
  filed_for     timestamptz[] not null default '{}',
  source_sealed bytea,
  primary key (upstream_id, report_id),
  check (period_to > period_from)
);

create table counted_acts (
  kind       text not null,
  party      text not null,
  object     text not null,
  amount     bigint not null,
  counted_at timestamptz not null,
  primary key (kind, party, object),
  check (amount > 0)
);
create index counted_acts_by_party on counted_acts (kind, party, counted_at) include (object, amount);
create index counted_acts_by_time on counted_acts (counted_at);

create table bank_files (
  file_id       uuid not null,
  upstream_id   integer not null,
  payer_name    text not null,
  payer_account text not null,
  day           date not null,
  reason        text not null,
  items         jsonb not null,
  made_by       bigint not null,
  made_at       timestamptz not null,
  primary key (file_id)
);
create index bank_files_newest on bank_files (made_at desc, file_id);
create trigger bank_files_stay before delete or update or truncate on bank_files for each statement execute function refuse_change();

create table hand_payments (
  member_no      bigint not null,
  file_id        uuid not null,
  system_no      bigint not null,
  state          text not null,
  error          text,
  bank_reference text not null default '',
  fail_reason    text not null default '',
  approval_id    uuid,
  changed_by     bigint not null,
  changed_at     timestamptz not null,
  primary key (member_no, file_id, system_no),
  check ((state = 'refused') = (error is not null)),
  check (state in ('refused', 'taken', 'proposed', 'paid', 'failed'))
);
create unique index hand_payments_taken on hand_payments (member_no, system_no) where (state in ('taken', 'proposed'));
create trigger hand_payments_stay before delete or truncate on hand_payments for each statement execute function refuse_change();

create table move_proposals (
  approval_id    uuid not null,
  member_no      bigint not null,
  uplines_before bigint[] not null,
  uplines_after  bigint[] not null,
  members        integer not null,
  reason         text not null,
  proposed_by    bigint not null,
  proposed_in    uuid,
  proposed_at    timestamptz not null,
  expires_at     timestamptz not null,
  state          text not null default 'open',
  decided_by     bigint,
  decided_at     timestamptz,
  remark         text not null default '',
  primary key (approval_id),
  foreign key (decided_by) references users(user_id),
  foreign key (member_no) references members(member_no),
  foreign key (proposed_by) references users(user_id),
  check (uplines_after <> uplines_before),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (members > 0),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index move_proposals_newest on move_proposals (proposed_at desc, approval_id);
create unique index move_proposals_open on move_proposals (member_no) where (state = 'open');
create trigger move_proposals_decided before update on move_proposals for each row when (old.state <> 'open') execute function refuse_change();
create trigger move_proposals_keep before update of approval_id, member_no, uplines_before, uplines_after, members, reason, proposed_by, proposed_in, proposed_at, expires_at on move_proposals for each statement execute function refuse_change();
create trigger move_proposals_stay before delete or truncate on move_proposals for each statement execute function refuse_change();

create table rate_proposals (
  approval_id    uuid not null,
  member_no      bigint not null,
  channel_id     integer not null,
  percent_before integer not null,
  fixed_before   bigint not null,
  min_fee_before bigint,
  max_fee_before bigint,
  percent        integer not null,
  fixed          bigint not null,
  min_fee        bigint,
  max_fee        bigint,
  reason         text not null,
  proposed_by    bigint not null,
  proposed_in    uuid,
  proposed_at    timestamptz not null,
  expires_at     timestamptz not null,
  state          text not null default 'open',
  decided_by     bigint,
  decided_at     timestamptz,
  remark         text not null default '',
  primary key (approval_id),
  foreign key (channel_id) references channels(channel_id),
  foreign key (decided_by) references users(user_id),
  foreign key (member_no) references members(member_no),
  foreign key (proposed_by) references users(user_id),
  check (decided_by <> proposed_by),
  check ((state in ('confirmed', 'rejected')) = (decided_by is not null)),
  check ((decided_by is null) = (decided_at is null)),
  check (state in ('open', 'confirmed', 'rejected', 'expired', 'stale'))
);
create index rate_proposals_newest on rate_proposals (proposed_at desc, approval_id);
create unique index rate_proposals_open on rate_proposals (member_no, channel_id) where (state = 'open');
create trigger rate_proposals_decided before update on rate_proposals for each row when (old.state <> 'open') execute function refuse_change();
create trigger rate_proposals_keep before update of approval_id, member_no, channel_id, percent_before, fixed_before, min_fee_before, max_fee_before, percent, fixed, min_fee, max_fee, reason, proposed_by, proposed_in, proposed_at, expires_at on rate_proposals for each statement execute function refuse_change();
create trigger rate_proposals_stay before delete or truncate on rate_proposals for each statement execute function refuse_change();

create table platform_upstreams (
  span            text not null,
  bucket          timestamptz not null,
  channel_id      integer not null,
  upstream_id     integer not null,
  paid_count      bigint not null,
  paid_amount     bigint not null,
  paid_fee        bigint not null,
  paid_cost       bigint not null,
  paid_commission bigint not null,
  created_count   bigint not null default 0,
  success_count   bigint not null default 0,
  primary key (span, bucket, channel_id, upstream_id),
  check (span in ('slot', 'day'))
);

create table member_sums (
  member_no     bigint not null,
  kind          text not null,
  state         text not null,
  certification text not null,
  upline_no     bigint,
  created_at    timestamptz not null,
  balance       bigint not null,
  frozen        bigint not null,
  last_day      timestamptz not null,
  closed_amount bigint not null,
  recent_amount bigint not null,
  primary key (member_no)
);

-- view audit.journals, over journals
--   journal_id         text
--   member_no          bigint
--   kind               text
--   reference          bigint
--   currency           text
--   created_at         timestamptz
--   entry_count        integer
--   wallet_minor       bigint
--   transit_minor      bigint
--   clearing_minor     bigint
--   fees_minor         bigint
--   commission_minor   bigint
--   adjustment_minor   bigint
--   inter_member_minor bigint
--   upstream_id        integer

-- view audit.entries, over journals
--   entry_id     text
--   journal_id   text
--   account_id   text
--   member_no    bigint
--   currency     text
--   seq          bigint
--   amount_minor bigint
--   before_minor bigint
--   after_minor  bigint
--   created_at   timestamptz
--   journal_kind text
--   reference    bigint
--   account_kind text

-- view audit.accounts, over journals, wallets
--   account_id    text
--   member_no     bigint
--   kind          text
--   currency      text
--   balance_minor bigint

-- view audit.wallets, over wallets
--   member_no          bigint
--   currency           text
--   wallet_minor       bigint
--   transit_minor      bigint
--   clearing_minor     bigint
--   fees_minor         bigint
--   commission_minor   bigint
--   adjustment_minor   bigint
--   inter_member_minor bigint
--   entry_count        bigint
--   last_entry_at      timestamptz
--   total_in_minor     bigint
--   total_fees_minor   bigint
--   risk_hold_minor    bigint
--   overdraft_allowed  boolean

-- view audit.money_log, over journals
--   member_no        bigint
--   currency         text
--   seq              bigint
--   journal_id       text
--   kind             text
--   reference        bigint
--   entry_minor      bigint
--   amount_minor     bigint
--   fee_minor        bigint
--   before_minor     bigint
--   after_minor      bigint
--   total_in_minor   bigint
--   total_fees_minor bigint
--   held_minor       bigint
--   release_at       timestamptz
--   created_at       timestamptz
--   remark           text

-- view audit.holds, over wallets
--   member_no    bigint
--   currency     text
--   release_at   timestamptz
--   amount_minor bigint

-- view audit.orders, over orders
--   member_no        bigint
--   system_no        bigint
--   order_no         text
--   kind             text
--   channel_id       integer
--   upstream_id      integer
--   currency         text
--   amount_minor     bigint
--   fee_minor        bigint
--   obtained_minor   bigint
--   status           text
--   created_at       timestamptz
--   expires_at       timestamptz
--   paid_at          timestamptz
--   paid_late        boolean
--   commissions      jsonb
--   commission_minor bigint
--   wants_callback   boolean
--   cost_minor       bigint

-- view audit.commission_shares, over commission_shares
--   member_no          bigint
--   system_no          bigint
--   agent_no           bigint
--   currency           text
--   amount_minor       bigint
--   release_at         timestamptz
--   created_at         timestamptz
--   transfer_reference bigint
--   held_minor         bigint
--   reversed_at        timestamptz

-- view audit.commission_transfers, over commission_transfers
--   member_no    bigint
--   reference    bigint
--   agent_no     bigint
--   currency     text
--   amount_minor bigint
--   release_at   timestamptz
--   created_at   timestamptz
--   received_at  timestamptz
--   held_minor   bigint

-- view audit.order_rollups, over order_rollups
--   member_no             bigint
--   span                  text
--   bucket                timestamptz
--   kind                  text
--   channel_id            integer
--   created_count         bigint
--   created_minor         bigint
--   success_count         bigint
--   success_minor         bigint
--   success_fee_minor     bigint
--   expired_count         bigint
--   expired_minor         bigint
--   paid_count            bigint
--   paid_minor            bigint
--   paid_fee_minor        bigint
--   costed_count          bigint
--   paid_cost_minor       bigint
--   paid_commission_minor bigint

-- view audit.callbacks, over callbacks
--   member_no    bigint
--   system_no    bigint
--   subject      text
--   status       text
--   attempts     integer
--   created_at   timestamptz
--   amount_minor bigint
--   fee_minor    bigint

-- view audit.notify_attempts, over callback_attempts
--   member_no    bigint
--   system_no    bigint
--   subject      text
--   attempt_id   uuid
--   at           timestamptz
--   url          text
--   reply_status integer
--   error        text
--   duration_ms  integer
--   delivered    boolean

-- view audit.sessions, over sessions, users
--   role          text
--   open_sessions bigint
--   all_sessions  bigint

-- view audit.disbursements, over disbursements
--   disbursement_id text
--   member_no       bigint
--   system_no       bigint
--   kind            text
--   currency        text
--   amount_minor    bigint
--   fee_minor       bigint
--   status          text
--   submission      text
--   attempts        smallint
--   created_at      timestamptz
--   finished_at     timestamptz
--   type            text

-- view audit.risk_holds, over risk_holds
--   member_no    bigint
--   currency     text
--   reference    bigint
--   amount_minor bigint
--   created_at   timestamptz

-- view audit.disbursement_days, over disbursement_days
--   member_no    bigint
--   kind         text
--   day          timestamptz
--   type         text
--   status       text
--   count        bigint
--   amount_minor bigint
--   fee_minor    bigint

-- view audit.order_reversals, over order_reversals
--   member_no   bigint
--   system_no   bigint
--   forced      boolean
--   proposed_by bigint
--   proposed_at timestamptz
--   decided_by  bigint
--   decided_at  timestamptz

-- view audit.agent_orders, over agent_orders
--   member_no        bigint
--   system_no        bigint
--   merchant_no      bigint
--   via              bigint[]
--   order_no         text
--   kind             text
--   channel_id       integer
--   currency         text
--   amount_minor     bigint
--   fee_minor        bigint
--   status           text
--   created_at       timestamptz
--   paid_at          timestamptz
--   commission_minor bigint
--   held_minor       bigint
--   release_at       timestamptz
--   booked_at        timestamptz
--   returned_at      timestamptz

-- view audit.agent_rollups, over agent_rollups
--   member_no                bigint
--   span                     text
--   bucket                   timestamptz
--   subject_no               bigint
--   parent_no                bigint
--   channel_id               integer
--   created_count            bigint
--   created_minor            bigint
--   success_count            bigint
--   success_minor            bigint
--   success_fee_minor        bigint
--   success_commission_minor bigint
--   expired_count            bigint
--   expired_minor            bigint
--   paid_count               bigint
--   paid_minor               bigint
--   paid_fee_minor           bigint
--   paid_commission_minor    bigint
--   earned_count             bigint
--   earned_amount_minor      bigint
--   earned_minor             bigint
--   returned_count           bigint
--   returned_minor           bigint
--   held_minor               bigint

-- view audit.agent_feed, over agent_feed
--   member_no         bigint
--   last_seq          bigint
--   last_system_no    bigint
--   settled_system_no bigint
--   paid_out_minor    bigint

-- view audit.agent_paths, over agent_paths
--   member_no      bigint
--   from_system_no bigint
--   uplines        bigint[]

-- view audit.owed_commission, over orders, owed_commission
--   member_no    bigint
--   system_no    bigint
--   agent_no     bigint
--   currency     text
--   amount_minor bigint
--   created_at   timestamptz

-- view audit.statement_days, over statement_days
--   member_no            bigint
--   currency             text
--   day                  date
--   version              integer
--   starts_at            timestamptz
--   ends_at              timestamptz
--   first_seq            bigint
--   last_seq             bigint
--   opening_minor        bigint
--   closing_minor        bigint
--   payin_count          bigint
--   payin_minor          bigint
--   payin_fee_minor      bigint
--   recharge_count       bigint
--   recharge_minor       bigint
--   recharge_fee_minor   bigint
--   withdrawal_count     bigint
--   withdrawal_minor     bigint
--   withdrawal_fee_minor bigint
--   payout_count         bigint
--   payout_minor         bigint
--   payout_fee_minor     bigint
--   refund_count         bigint
--   refund_minor         bigint
--   refund_fee_minor     bigint
--   commission_count     bigint
--   commission_minor     bigint
--   commission_fee_minor bigint
--   adjustment_count     bigint
--   adjustment_minor     bigint
--   adjustment_fee_minor bigint
--   reversal_count       bigint
--   reversal_minor       bigint
--   reversal_fee_minor   bigint
--   entries_hash         bytea
--   previous_hash        bytea
--   hash                 bytea
--   closed_at            timestamptz
--   reason               text

-- view audit.statement_channels, over statement_channels
--   member_no    bigint
--   currency     text
--   day          date
--   version      integer
--   kind         text
--   channel_id   integer
--   orders       bigint
--   succeeded    bigint
--   paid         bigint
--   amount_minor bigint
--   fee_minor    bigint

-- view audit.platform_journals, over platform_journals
--   reference        bigint
--   kind             text
--   upstream_id      integer
--   currency         text
--   created_at       timestamptz
--   day              date
--   clearing_minor   bigint
--   bank_minor       bigint
--   line_upstream_id integer
--   line_file_id     uuid
--   line_no          integer

-- view audit.clearing_days, over clearing_days
--   upstream_id    integer
--   currency       text
--   day            date
--   bookings       integer
--   taken_in_minor bigint
--   paid_out_minor bigint
--   starts_at      timestamptz
--   ends_at        timestamptz

-- view audit.clearing_progress, over clearing_progress
--   day   date
--   until timestamptz

create type new_order_number as (member_no bigint, kind text, order_no text, system_no bigint, amount bigint);

create type new_order as (member_no bigint, system_no bigint, order_no text, kind text, channel_id integer, upstream_id integer, currency text, amount bigint, fee bigint, cost bigint, status text, created_at timestamptz, expires_at timestamptz, commissions jsonb, subject text, notify_url text, return_url text, attach text, client_ip inet, sign_type text, request_hash bytea, upstream_no text, pay_url text, qr_content text);

create type reported_payment as (member_no bigint, system_no bigint, upstream_id integer, amount bigint, currency text);

create type rollup_addition as (member_no bigint, span text, bucket timestamptz, kind text, channel_id integer, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, success_fee bigint, expired_count bigint, expired_amount bigint, paid_count bigint, paid_amount bigint, paid_fee bigint);

create type new_journal as (member_no bigint, reference bigint, kind text, currency text, created_at timestamptz, wallet bigint, transit bigint, clearing bigint, fees bigint, commission bigint, adjustment bigint, inter_member bigint, upstream_id integer, wallet_seq bigint, wallet_before bigint, wallet_after bigint, amount bigint, fee bigint, wallet_total_in bigint, wallet_total_fees bigint, held bigint, release_at timestamptz, remark text);

create type wallet_state as (member_no bigint, currency text, wallet bigint, transit bigint, clearing bigint, fees bigint, commission bigint, adjustment bigint, inter_member bigint, seq bigint, last_entry_at timestamptz, total_in bigint, total_fees bigint, held_until timestamptz[], held_amounts bigint[], overdraft_allowed boolean);

create type new_commission_share as (member_no bigint, reference bigint, agent_no bigint, currency text, amount bigint, held bigint, release_at timestamptz, created_at timestamptz);

create type new_callback as (member_no bigint, system_no bigint, subject text, receiver text, amount bigint, fee bigint, created_at timestamptz);

create type new_agent_order as (member_no bigint, system_no bigint, merchant_no bigint, via bigint[], order_no text, kind text, channel_id integer, currency text, amount bigint, fee bigint, status text, notify_status text, created_at timestamptz, expires_at timestamptz, paid_at timestamptz, paid_late boolean, commission bigint, held bigint, release_at timestamptz, booked_at timestamptz, returned_at timestamptz, rates jsonb);

create type agent_rollup_addition as (member_no bigint, span text, bucket timestamptz, subject_no bigint, parent_no bigint, channel_id integer, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, success_fee bigint, success_commission bigint, expired_count bigint, expired_amount bigint, paid_count bigint, paid_amount bigint, paid_fee bigint, paid_commission bigint, earned_count bigint, earned_amount bigint, earned bigint, returned_count bigint, returned bigint, held bigint);

create type new_owed_commission as (member_no bigint, reference bigint, currency text, system_nos bigint[], available integer, release_at timestamptz, created_at timestamptz);

create type sent_commission_share as (member_no bigint, reference bigint, agent_no bigint, currency text, amount bigint, held bigint, release_at timestamptz, created_at timestamptz, transfer bigint);

create type placed_order as (member_no bigint, system_no bigint, order_no text, kind text, channel_id integer, upstream_id integer, currency text, amount bigint, fee bigint, cost bigint, status text, created_at timestamptz, expires_at timestamptz, commissions jsonb, subject text, notify_url text, return_url text, attach text, client_ip inet, sign_type text, request_hash bytea, upstream_no text, pay_url text, qr_content text, commission bigint);

create type new_gateway_request as (member_no bigint, request_id uuid, at timestamptz, path text, result text, http_status smallint, duration_ms integer, sign_type text, key text, ip inet, order_no text, signed boolean, request json, body_sealed bytea, reply text);

create type new_epay_order as (member_no bigint, system_no bigint, type text, money text, name text, param text, key_no integer);

create type new_upstream_line as (line_no integer, upstream_no text, our_no text, kind text, amount bigint, fee bigint, at timestamptz, status text, raw text);

create type rollup_sums as (member_no bigint, span text, bucket timestamptz, kind text, channel_id integer, created_count bigint, created_amount bigint, success_count bigint, success_amount bigint, success_fee bigint, expired_count bigint, expired_amount bigint, paid_count bigint, paid_amount bigint, paid_fee bigint, paid_cost bigint, paid_commission bigint);

create type new_disbursement as (member_no bigint, system_no bigint, kind text, source text, order_no text, currency text, amount bigint, fee bigint, type text, holder text, bank text, branch text, account_sealed bytea, account_hint text, status text, submission text, review text, request_hash bytea, sign_type text, notify_url text, attach text, remark text, created_at timestamptz, due_at timestamptz, account_hash bytea, batch_no bigint, batch_line integer);

create function create_month_partitions(parent text, first_month date, last_month date) returns integer language plpgsql as $$
declare
  month date := date_trunc('month', first_month)::date;
  made integer := 0;
  child text;
begin
  if not exists (select from pg_partitioned_table where partrelid = to_regclass(quote_ident(parent))) then
    raise exception '% is no table by month', parent;
  end if;
  while month <= last_month and month < date '2093-01-01' loop
    child := parent || '_' || to_char(month, 'YYYYMM');
    if to_regclass(quote_ident(child)) is null then
      execute format('create table %I partition of %I for values from (%s) to (%s)', child, parent,
        to_char(month, 'YYMM') || '01000000000' || '0000',
        case when month = date '2092-12-01' then 'maxvalue' else to_char(month + interval '1 month', 'YYMM') || '01000000000' || '0000' end);
      perform hold_partition(to_regclass(quote_ident(child)));
      made := made + 1;
    end if;
    month := (month + interval '1 month')::date;
  end loop;
  return made;
end $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the rows of % stay as they are', tg_table_name using errcode = 'insufficient_privilege';
end
$$;

create function hold_partition(child regclass) returns void language plpgsql as $$
declare
  events text;
begin
  select string_agg(distinct event, ' or ') into events
  from pg_inherits i join pg_trigger t on t.tgrelid = i.inhparent and t.tgfoid = 'public.refuse_change()'::regprocedure,
    lateral (values (16, 'update'), (8, 'delete'), (32, 'truncate')) as known (bit, event)
  where i.inhrelid = child and t.tgtype & known.bit <> 0;
  if events is not null then
    execute format('create trigger partition_stays before %s on %s for each statement execute function public.refuse_change()', events, child);
  end if;
end $$;

create function keep_difference_event() returns trigger language plpgsql as $$
begin
  insert into upstream_difference_events (difference_id, version, state, outcome, reason, act_member_no, act_reference, owner_id, note, ours, theirs, at, user_id)
  select difference_id, version, state, outcome, reason, act_member_no, act_reference, owner_id, note, ours, theirs, changed_at, changed_by from changed
  on conflict (difference_id, version) do nothing;
  return null;
end $$;

create function analyze_upstream_bookings() returns void language plpgsql as $$
begin
  analyze upstream_bookings;
end $$;

create function analyze_upstream_matches() returns void language plpgsql as $$
begin
  analyze upstream_matches;
end $$;
