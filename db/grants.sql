-- The owner runs this after every migration, in one transaction. It must stay idempotent: it revokes everything, then
-- grants.
-- Append-only tables get only `select, insert`, so that the application cannot rewrite the books.

revoke create on schema public from public;
grant usage on schema public to lootpass_app;
revoke all on all tables in schema public from lootpass_app;

grant select on kysely_migration to lootpass_app;

-- The books. Transfers are append-only.
grant select, insert on transfers to lootpass_app;
grant usage on sequence transfers_id_seq, callbacks_id_seq, notices_id_seq to lootpass_app;
grant select, insert, update on wallets to lootpass_app;
grant select, insert on account_buckets, booked_accounts, earnings_buckets, wallet_totals to lootpass_app;

-- Offerwalls. Callbacks are append-only.
grant select, insert on callbacks to lootpass_app;
grant select, insert, update on unkept_callbacks to lootpass_app;
grant select, insert, delete on waiting_reversals to lootpass_app;
grant select, insert on wall_transactions to lootpass_app;
grant select, insert, update on held_credits, chargebacks to lootpass_app;
grant select, update on offerwall_settings to lootpass_app;
grant select, insert, update on offerwall_changes to lootpass_app;
-- A removed offerwall keeps its row, without secrets.
grant select, insert, update on offerwalls to lootpass_app;
-- Changes are new rows.
grant select, insert on wall_rates, wall_boosts to lootpass_app;

-- Feeds. Clicks never change.
grant select, insert, update, delete on feeds, offers, offer_figures, offer_completions, offer_promises, hidden_offers to lootpass_app;
grant select, insert, update, delete on wall_figures, pictures to lootpass_app;
grant select, insert, delete on clicks, credited_goals, picture_files to lootpass_app;
grant select, insert, update, delete on claims to lootpass_app;
grant select, insert, delete on claim_pictures to lootpass_app;
grant select, insert, update, delete on wall_days to lootpass_app;

grant select, insert on legal_texts, agreements to lootpass_app;
grant select, insert, update, delete on saved_views to lootpass_app;

-- The previous version still writes `owed_days`.
grant select, insert, update on wind_downs to lootpass_app;
grant select, insert on owed_days to lootpass_app;

-- Messages never change until the account is deleted.
grant select, insert, update on threads to lootpass_app;
grant select, insert on thread_messages to lootpass_app;
grant select, insert, delete on thread_codes to lootpass_app;

-- Audit. Records are append-only; personal fields can be deleted. Only the owner seals.
grant select, insert on audit_records to lootpass_app;
grant select, insert, delete on audit_fields to lootpass_app;
grant select on audit_seals, audit_entries to lootpass_app;

-- Withdrawals. States change only through `change_withdrawals`. Orders of deleted accounts stay as tombstones.
grant select on withdrawals to lootpass_app;
grant insert (uid, id, order_id, request_id, amount, price, roblox_username, platform_user_id, place_id, universe_id, pass_id,
	vendor, is_pre_order, next_ask_at, created_at, updated_at, version, method) on withdrawals to lootpass_app;
grant update (asks, next_ask_at, lease_until, fence, updated_at, reconciled_at) on withdrawals to lootpass_app;
grant execute on function change_withdrawals (jsonb) to lootpass_app;
grant select, insert, update on payout_settings, manual_payouts, payout_spend, vendor_health, payout_reviews to lootpass_app;
grant select, update on payout_methods to lootpass_app;
grant select, insert, delete, update (sealed, uid, withdrawal_id, salt, hash) on payout_codes to lootpass_app;
grant select, insert, update, delete on payout_alerts to lootpass_app;
grant select, insert, update, delete on alert_channels, alert_tellings, site_settings to lootpass_app;
grant select, insert, update on payout_settlements to lootpass_app;
grant select, update (is_on, threshold) on screening_rules to lootpass_app;
grant select, insert, update (rules, until, needs_person, ended_at, outcome, ended_by) on screenings to lootpass_app;
grant select, insert on seeds to lootpass_app;
-- Evidence is append-only; only repeat counts and details change.
grant select, insert, update (times, last_at, details) on payout_events to lootpass_app;

grant execute on function enqueue (text, json, text), enqueue_jobs (text, json[], text[], int), enqueue_pushes (uuid[], json[])
to lootpass_app;

-- Identity. Only identity code writes admin, ban and pause; the database cannot enforce this.
grant select, insert, update, delete on
	auth_user, auth_session, auth_account, auth_verification, auth_jwks, linked_game_accounts, web_session_codes, rate_limits,
	auth_two_factor, action_codes, former_addresses, sign_in_attempts, game_account_proofs, account_browsers, external_ids,
	imported_passwords, passkeys, push_subscriptions, weekly_mails
to lootpass_app;
-- Never deleted: the record is the tombstone of its account.
grant select, insert, update on users to lootpass_app;

grant select, insert, update, delete on notices to lootpass_app;

-- Admin. Derived figures are never deleted.
grant select, insert, update on figure_marks, visits to lootpass_app;
grant select, insert on earnings_days, account_days to lootpass_app;
grant select, insert, update on sign_up_cohorts to lootpass_app;
-- Account deletion clears only these personal columns; bookings stay.
grant update (offer_id, offer_name, reason) on transfers to lootpass_app;
grant update (ip, request, sealed) on callbacks to lootpass_app;
grant update (request_id, roblox_username, platform_user_id, place_id, universe_id, pass_id, vendor_status, refusal)
	on withdrawals to lootpass_app;
grant select, insert, update, delete on deleted_account_memory to lootpass_app;
grant execute on function forget_jobs (text, text, text) to lootpass_app;
grant execute on function forget_import_references (uuid, text, text) to lootpass_app;

-- Adjustments. The application cannot change the limits of admins.
grant select, insert, update on proposals, adjustments to lootpass_app;
-- Keys are never deleted.
grant select, insert, update on machine_keys to lootpass_app;
grant select, insert, delete on untaken_secrets to lootpass_app;
grant select, insert, update, delete on event_endpoints, event_deliveries, staff_providers to lootpass_app;
-- Invitations are deleted when used or expired.
grant select, insert, update, delete on staff_invites to lootpass_app;
grant select, update (mode) on adjustment_settings to lootpass_app;

grant select, insert on log_entries to lootpass_app;
grant update (ip, device, note) on log_entries to lootpass_app;

grant select, insert, update on offer_days to lootpass_app;

-- Fraud check.
grant select, insert, update, delete on sign_in_places, fraud_signals, partner_standings to lootpass_app;
grant select, insert, update, delete on fraud_cases to lootpass_app;
grant select, insert, delete on fraud_notes to lootpass_app;
grant select, update on fraud_progress to lootpass_app;

-- Promo codes are never deleted. A redemption loses only its personal columns.
grant select, insert, update on promo_codes to lootpass_app;
grant select, insert on promo_redemptions to lootpass_app;
grant update (user_agent, network) on promo_redemptions to lootpass_app;

-- Growth. Bounties are never deleted.
grant select, insert on bounty_terms to lootpass_app;
grant select, insert, delete on invite_codes, account_sources to lootpass_app;
grant update (counted) on account_sources to lootpass_app;
grant select, insert, update on source_days, source_switches to lootpass_app;
grant select, insert, update (name, landing, terms) on partner_codes to lootpass_app;
grant select, insert, update on bounties to lootpass_app;

-- Imports. Reports are append-only.
grant select, insert, update on imported_accounts to lootpass_app;
grant select, insert, delete, update (status, refunded, settled) on imported_history to lootpass_app;
grant select, insert on imports to lootpass_app;

-- Treasury. Payments and report days are append-only.
grant select, insert on wall_payments, report_days to lootpass_app;
grant select, insert, update on wall_reports, report_differences to lootpass_app;
grant select, insert, update, delete on found_cover to lootpass_app;

-- Backups.
grant select, insert, update, delete on backups to lootpass_app;
grant select, update on backup_archive to lootpass_app;
grant select, update (findings, asked_at, lifted_at) on restorations to lootpass_app;

-- Public proof. Only the owner seals and publishes.
grant select, insert, update (key) on proof_people to lootpass_app;
grant select, insert, update (valid_until) on proof_keys to lootpass_app;
grant select on transfer_log, transfer_log_chunks, proof_checkpoints, proof_settings, proof_checks to lootpass_app;
-- Published earnings never change.
grant select, insert on published_earnings to lootpass_app;
grant select, insert, delete on joined_countries to lootpass_app;
grant select, insert, update on cosignatures to lootpass_app;
grant select, insert, update, delete on witness_problems to lootpass_app;
grant select on liability_trees, liability_chunks to lootpass_app;

-- Views for a data warehouse, without personal data and user ids. The role is missing where the owner cannot create it.
-- Citus would copy the views, and with them the role, which takes a superuser.
set local citus.enable_ddl_propagation = off;
do $$ begin
	if to_regnamespace('warehouse') is null then
		create schema warehouse;
		create view warehouse.transfers as select id, at, kind, debit, credit, amount, payout_micros from transfers;
		-- The price is R$ of a pass, or US cents of a gift card.
		create view warehouse.withdrawals as
			select id, method, vendor, state, amount, price, attempts, created_at, updated_at from withdrawals;
		create view warehouse.account_days as select account, day, debited, credited from account_days;
		create view warehouse.earnings_days as select wall, day, payout_micros from earnings_days;
		create view warehouse.wall_payments as select id, wall, month, kind, micros, entered_at from wall_payments;
		create view warehouse.offerwalls as
			select id, entry ->> 'partner' as partner, entry ->> 'name' as name, added_at, removed_at from offerwalls;
	end if;
	if exists (select from pg_roles where rolname = 'lootpass_warehouse') then
		grant usage on schema warehouse to lootpass_warehouse;
		grant select on all tables in schema warehouse to lootpass_warehouse;
	end if;
end $$;
set local citus.enable_ddl_propagation = on;
