-- Spreads the members over machines with Citus, once, on the coordinator. One PostgreSQL needs nothing of it, and nothing runs it by
-- itself. It must name every table exactly once: database/citus.db.test.ts holds it and the schema to what Citus asks for.
--
-- Before: all migrations are applied, no process of ours is running, the cluster is told of its machines (citus_set_coordinator_host,
-- citus_add_node), and these statements have been run: a foreign key can't reach from a member's shard to what is no member's, and the
-- triggers that hold rows go along with their tables only where Citus is told that they may (in every session that makes partitions too).
-- first: set citus.enable_unsafe_triggers = on;
-- first: alter table certifications drop constraint certifications_photo_front_fkey, drop constraint certifications_photo_back_fkey;
-- The pictures of a certification are claimed for it in the transaction that adds it.
--
-- Then: psql -v ON_ERROR_STOP=1 -f database/citus.sql, without a transaction around it. Rows that are there already move along.
--
-- It places tables, no more. Citus takes `for update` within one shard only: statements that lock rows of several members at once have
-- to be cut by shard by who sends them. Processes connect to the coordinator, where the local tables are.

-- Small tables that all members share: a copy on every machine. They come first, as distributed tables may refer to these alone.
-- A change of one is a two-phase commit over all machines.

select create_reference_table('settings');
select create_reference_table('calendar_days');
select create_reference_table('upstreams');
select create_reference_table('channels');
select create_reference_table('channel_routes');
select create_reference_table('payout_routes');
-- Keyed by member, yet no member's own: uplines are looked for among all of them, and users refer to it, which no shard could hold.
select create_reference_table('members');
-- Names and numbers are unique over the whole platform; what a member hands in refers to who did.
select create_reference_table('users');

-- All that is a member's: one member's rows of every table lie in one shard, so that what is booked together is one machine's transaction.
-- Of a table by month its partitions follow, and so do those that are made later.

select create_distributed_table('wallets', 'member_no', colocate_with => 'none');
select create_distributed_table('journals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('commission_shares', 'member_no', colocate_with => 'wallets');
select create_distributed_table('commission_transfers', 'member_no', colocate_with => 'wallets');
select create_distributed_table('risk_holds', 'member_no', colocate_with => 'wallets');
select create_distributed_table('member_rates', 'member_no', colocate_with => 'wallets');
select create_distributed_table('channel_usage', 'member_no', colocate_with => 'wallets');
select create_distributed_table('orders', 'member_no', colocate_with => 'wallets');
select create_distributed_table('order_numbers', 'member_no', colocate_with => 'wallets');
select create_distributed_table('order_rollups', 'member_no', colocate_with => 'wallets');
select create_distributed_table('upstream_exchanges', 'member_no', colocate_with => 'wallets');
select create_distributed_table('callbacks', 'member_no', colocate_with => 'wallets');
select create_distributed_table('callback_attempts', 'member_no', colocate_with => 'wallets');
select create_distributed_table('merchant_keys', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_nonces', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_refusals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_refusals_unkept', 'member_no', colocate_with => 'wallets');
select create_distributed_table('certifications', 'member_no', colocate_with => 'wallets');
select create_distributed_table('bank_cards', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_terms', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursements', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_attempts', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_approvals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('order_reversals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_days', 'member_no', colocate_with => 'wallets');
select create_distributed_table('batches', 'member_no', colocate_with => 'wallets');

-- A user's own, found by tokens and users and not by members: on the coordinator. Citus has to know them, as they refer to `users`.

select citus_add_local_table_to_metadata('sessions');
select citus_add_local_table_to_metadata('known_devices');
select citus_add_local_table_to_metadata('password_resets');
select citus_add_local_table_to_metadata('authenticators');
select citus_add_local_table_to_metadata('pending_authenticators');
select citus_add_local_table_to_metadata('recovery_codes');
select citus_add_local_table_to_metadata('factor_removals');
select citus_add_local_table_to_metadata('operator_proposals');
-- Its identity column and its queue of text messages are of one place.
select citus_add_local_table_to_metadata('notices');
-- Pictures are large and seldom looked at: no copy of each on every machine.
select citus_add_local_table_to_metadata('files');

-- What stays as it is, on the coordinator:
-- local: migrations
-- What every user reads, and who has.
-- local: announcements
-- local: announcement_reads
-- Asked before anybody is known.
-- local: captcha_challenges
-- local: attempt_windows
-- local: sms_codes
-- The platform's own keys: a few rows, joined with nothing.
-- local: platform_keys
-- local: master_keys
-- Chains of acting users and not of members; Citus has no triggers on spread tables, and these hold the chains together.
-- local: audit_log
-- local: audit_heads
-- The sandbox plays an outside party: it finds by its own numbers, and belongs to no member.
-- local: sandbox_payments
-- local: sandbox_payouts
