-- Spreads members over machines with Citus, once, on the coordinator. With one PostgreSQL this is not needed, and nothing runs it
-- automatically. It must name every table exactly once: database/citus.db.test.ts checks that, and the schema against Citus' requirements.
--
-- Before: apply all migrations, stop all processes of the product, and add the machines to the cluster (citus_set_coordinator_host,
-- citus_add_node). Then: psql -v ON_ERROR_STOP=1 -f database/citus.sql, without a transaction around it. Existing rows move along.
--
-- This only places tables. Citus locks rows within one shard only, so a statement that locks names one member. Processes connect to the
-- coordinator, where the local tables are.

-- Triggers that protect rows move with their tables only if Citus allows them. Sessions that create partitions need it too.
set citus.enable_unsafe_triggers = on;
do $$ begin execute format('alter database %I set citus.enable_unsafe_triggers = on', current_database()); end $$;
-- A transaction that changes a member's rows can also change a shared table, which Citus refuses while it uses several connections.
do $$ begin execute format('alter database %I set citus.multi_shard_modify_mode = sequential', current_database()); end $$;
-- A foreign key can't lead from a member's shard to a local table. The pictures of a certification are claimed for it in the transaction
-- that adds it.
alter table certifications drop constraint certifications_photo_front_fkey, drop constraint certifications_photo_back_fkey;

-- Small tables that all members share: a copy on every machine. They come first, because distributed tables can refer only to them.
-- A change is a two-phase commit over all machines.

select create_reference_table('settings');
select create_reference_table('calendar_days');
select create_reference_table('upstreams');
select create_reference_table('channels');
select create_reference_table('channel_routes');
select create_reference_table('channel_member_routes');
select create_reference_table('payout_routes');
-- Keyed by member but shared: uplines are searched among all members, and `users` refers to it, which a sharded table would not allow.
select create_reference_table('members');
-- Names and numbers are unique over the whole platform, and members' submissions refer to the user who made them.
select create_reference_table('users');

-- Members' tables: one member's rows of all these tables are in one shard, so that booking is a transaction on one machine.
-- Partitions follow their table, including those created later.

select create_distributed_table('wallets', 'member_no', colocate_with => 'none');
select create_distributed_table('journals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('owed_commission', 'member_no', colocate_with => 'wallets');
select create_distributed_table('commission_shares', 'member_no', colocate_with => 'wallets');
select create_distributed_table('commission_transfers', 'member_no', colocate_with => 'wallets');
select create_distributed_table('risk_holds', 'member_no', colocate_with => 'wallets');
select create_distributed_table('member_rates', 'member_no', colocate_with => 'wallets');
select create_distributed_table('member_rate_changes', 'member_no', colocate_with => 'wallets');
select create_distributed_table('channel_usage', 'member_no', colocate_with => 'wallets');
select create_distributed_table('orders', 'member_no', colocate_with => 'wallets');
select create_distributed_table('order_numbers', 'member_no', colocate_with => 'wallets');
select create_distributed_table('order_rollups', 'member_no', colocate_with => 'wallets');
select create_distributed_table('member_sums', 'member_no', colocate_with => 'wallets');
select create_distributed_table('upstream_exchanges', 'member_no', colocate_with => 'wallets');
select create_distributed_table('callbacks', 'member_no', colocate_with => 'wallets');
select create_distributed_table('callback_attempts', 'member_no', colocate_with => 'wallets');
select create_distributed_table('callback_receivers', 'member_no', colocate_with => 'wallets');
select create_distributed_table('callback_runs', 'member_no', colocate_with => 'wallets');
select create_distributed_table('callback_run_items', 'member_no', colocate_with => 'wallets');
select create_distributed_table('merchant_keys', 'member_no', colocate_with => 'wallets');
select create_distributed_table('merchant_key_uses', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_nonces', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_refusals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_refusals_unkept', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_requests', 'member_no', colocate_with => 'wallets');
select create_distributed_table('gateway_requests_unkept', 'member_no', colocate_with => 'wallets');
select create_distributed_table('certifications', 'member_no', colocate_with => 'wallets');
select create_distributed_table('bank_cards', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_terms', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursements', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_attempts', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_approvals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('order_reversals', 'member_no', colocate_with => 'wallets');
select create_distributed_table('order_confirmations', 'member_no', colocate_with => 'wallets');
select create_distributed_table('wallet_adjustments', 'member_no', colocate_with => 'wallets');
select create_distributed_table('hand_payments', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_bulk_results', 'member_no', colocate_with => 'wallets');
select create_distributed_table('disbursement_days', 'member_no', colocate_with => 'wallets');
select create_distributed_table('member_notes', 'member_no', colocate_with => 'wallets');
select create_distributed_table('batches', 'member_no', colocate_with => 'wallets');
select create_distributed_table('statement_days', 'member_no', colocate_with => 'wallets');
select create_distributed_table('statement_channels', 'member_no', colocate_with => 'wallets');
select create_distributed_table('record_checks', 'member_no', colocate_with => 'wallets');
select create_distributed_table('record_check_rows', 'member_no', colocate_with => 'wallets');
select create_distributed_table('record_differences', 'member_no', colocate_with => 'wallets');
select create_distributed_table('epay_settings', 'member_no', colocate_with => 'wallets');
select create_distributed_table('epay_orders', 'member_no', colocate_with => 'wallets');
select create_distributed_table('agent_add_requests', 'member_no', colocate_with => 'wallets');
select create_distributed_table('agent_orders', 'member_no', colocate_with => 'wallets');
select create_distributed_table('agent_rollups', 'member_no', colocate_with => 'wallets');
select create_distributed_table('agent_feed', 'member_no', colocate_with => 'wallets');
select create_distributed_table('agent_paths', 'member_no', colocate_with => 'wallets');

-- Users' tables, looked up by token or user and not by member: on the coordinator. Citus must know them, because they refer to `users`.

select citus_add_local_table_to_metadata('sessions');
select citus_add_local_table_to_metadata('known_devices');
select citus_add_local_table_to_metadata('password_resets');
select citus_add_local_table_to_metadata('authenticators');
select citus_add_local_table_to_metadata('pending_authenticators');
select citus_add_local_table_to_metadata('recovery_codes');
select citus_add_local_table_to_metadata('factor_removals');
select citus_add_local_table_to_metadata('operator_proposals');
-- Its identity column and its queue of text messages need a single place.
select citus_add_local_table_to_metadata('notices');
select citus_add_local_table_to_metadata('list_views');
-- Read with the session.
select citus_add_local_table_to_metadata('staff_roles');
select citus_add_local_table_to_metadata('staff_grants');
select citus_add_local_table_to_metadata('staff_invitations');
select citus_add_local_table_to_metadata('staff_proposals');
select citus_add_local_table_to_metadata('setting_changes');
select citus_add_local_table_to_metadata('setting_proposals');
select citus_add_local_table_to_metadata('move_proposals');
select citus_add_local_table_to_metadata('rate_proposals');
-- Pictures are large and rarely read: no copy on every machine.
select citus_add_local_table_to_metadata('files');

-- Tables that stay as they are, on the coordinator:
-- local: migrations
-- Announcements for all users, and who has read them.
-- local: announcements
-- local: announcement_reads
-- local: announcement_read_counts
-- local: platform_logos
-- Used before the user is known.
-- local: captcha_challenges
-- local: attempt_windows
-- local: sms_codes
-- The platform's own keys: a few rows, never joined.
-- local: platform_keys
-- local: master_keys
-- Chains by acting user and not by member, protected by triggers.
-- local: audit_log
-- local: audit_heads
-- The sandbox plays an outside party: it uses its own numbers and belongs to no member.
-- local: sandbox_payments
-- local: sandbox_payouts
-- Files of users and not of members, sent to the queue in the transaction that adds them; pieces are large and read rarely.
-- local: downloads
-- local: download_pieces
-- local: schedules
-- The platform's statements from its upstreams belong to no member, and are joined with each other only.
-- local: upstream_mappings
-- local: upstream_reports
-- local: upstream_files
-- local: upstream_lines
-- The upstreams' statements are the platform's: our side is copied here first, and compared by joins of local tables.
-- local: upstream_bookings
-- local: upstream_booking_days
-- local: upstream_matches
-- local: upstream_comparisons
-- local: upstream_differences
-- local: upstream_difference_events
-- local: clearing_days
-- local: clearing_progress
-- The platform's own journals: they belong to no member.
-- local: platform_journals
-- Sums over all members, copied by a job.
-- local: platform_rollups
-- local: platform_payout_days
-- local: platform_top_members
-- local: platform_upstreams
-- What the processes say of themselves.
-- local: book_checks
-- local: job_turns
-- local: processes
-- One act over many members, written before the first of them is changed.
-- local: bank_files
-- local: disbursement_bulks
-- What upstreams answered: the platform's, few rows an hour.
-- local: upstream_hours
-- What upstreams were given by day, and the routes as they were published: the platform's, read alone.
-- local: route_usage
-- local: routing_versions
-- local: routing_draft
-- Acts of operators: read and written in the transaction of the act, by whom they count.
-- local: counted_acts
