-- The ePay door: orders from shops' plugins that speak the ePay protocol.

-- A member's door and its key. A member without a row has never used it.
create table epay_settings (
  member_no bigint primary key references members,
  enabled boolean not null default false,
  -- Sealed: 32 characters. It signs orders of this protocol only, never a payout.
  key_sealed bytea not null,
  -- Counts the keys, so that an order can name the key that signed its request.
  key_no integer not null default 1 check (key_no > 0),
  previous_key_sealed bytea,
  previous_until timestamptz,
  rotated_at timestamptz not null,
  -- {"alipay": "a channel's code"}; an empty code closes the type. A type that is missing gets a channel by its mode.
  type_map jsonb not null default '{}',
  check (previous_key_sealed is null or previous_until is not null)
);

-- What the protocol must give back as the shop sent it, beside the order.
create table epay_orders (
  member_no bigint not null,
  system_no bigint not null,
  type text not null,
  -- The amount as text, for example "10" or "10.50".
  money text not null,
  name text not null,
  param text not null,
  -- `epay_settings.key_no` of the key that signed the request.
  key_no integer not null,
  primary key (member_no, system_no)
) partition by range (system_no);

create type new_epay_order as (member_no bigint, system_no bigint, type text, money text, name text, param text, key_no integer);

-- Such an order's callback is signed by this protocol's rule.
alter table orders drop constraint orders_sign_type_check;
alter table orders add constraint orders_sign_type_check check (sign_type in ('MD5', 'HMAC-SHA256', 'RSA-SHA256', 'EPAY', 'none'));
