-- The schema of 0.2.0. It never changes; later migrations run in the order of their names, each once and in one transaction.

-- ## Ledger

-- Amounts in hundredths of R$. Accounts: `wallet` and `pending` of the row's user, `partner:<wall>`, `payouts:held`,
-- `payouts:paid`, `house:promotions`, `house:adjustments`, `house:forfeited`.

-- Running balances of each user. Space is left in each page for updates that touch no index.
create table wallets (
	uid uuid primary key,
	balance bigint not null default 0,
	pending bigint not null default 0,
	earned bigint not null default 0,
	withdrawn bigint not null default 0,
	closed_at timestamptz
) with (fillfactor = 70);

create index wallets_closed on wallets (closed_at) where closed_at is not null;

-- Append-only (db/grants.sql). A transfer names both sides and a positive amount, so it always balances.
create table transfers (
	uid uuid not null,
	id bigint generated always as identity,
	at timestamptz not null,
	amount bigint not null check (amount > 0),
	payout_micros bigint,
	link bigint,
	signed_text bigint,
	signed_cut bigint,
	is_bonus boolean,
	kind text not null,
	debit text not null,
	credit text not null,
	reference text not null,
	offer_id text,
	offer_name text,
	reason text,
	primary key (uid, id),
	check (debit <> credit)
);

-- A reference can be booked once. A unique 64-bit hash takes half the space; the text distinguishes a replay from a
-- hash collision. PostgreSQL's hash partitions use the same hash, so it is stable.
create unique index transfers_reference on transfers (uid, hashtextextended(reference, 0));

-- Only for partners that do not sign the user. `cut` shows that the same signed text was not split in another way.
create index transfers_link on transfers (uid, link) where link is not null;
create index transfers_signed_text on transfers (signed_text, signed_cut) where signed_text is not null;

-- BRIN costs almost nothing for rows that arrive in order.
create index transfers_at on transfers using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Totals of shared accounts. Writes add rows without waiting; a job merges the rows of each 15 minutes, because midnight
-- in every time zone falls on such a boundary.
create table account_buckets (
	account text not null,
	starts_at timestamptz not null,
	debited bigint not null,
	credited bigint not null
);

create index account_buckets_account on account_buckets (account, starts_at) include (debited, credited);

-- ## Sign-in

-- The auth_* tables belong to better-auth (columns: server/accounts/auth-tables.ts).

create table auth_user (
	id uuid primary key default gen_random_uuid(),
	name text not null,
	email text not null unique,
	email_verified boolean not null,
	image text,
	birth_year integer,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	age_known boolean not null default false,
	two_factor_enabled boolean default false
);

-- `token` is a SHA-256, so a leak of this table opens no session.
create table auth_session (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth_user (id) on delete cascade,
	token text not null unique,
	expires_at timestamptz not null,
	ip_address text,
	user_agent text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null,
	last_used_at timestamptz,
	second_factor boolean not null default false
);

create index auth_session_user_id on auth_session (user_id);
create index auth_session_expires_at on auth_session (expires_at);

create table auth_account (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth_user (id) on delete cascade,
	provider_id text not null,
	account_id text not null,
	password text,
	access_token text,
	access_token_expires_at timestamptz,
	refresh_token text,
	refresh_token_expires_at timestamptz,
	id_token text,
	scope text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null,
	unique (provider_id, account_id)
);

create index auth_account_user_id on auth_account (user_id);

create table auth_verification (
	id uuid primary key default gen_random_uuid(),
	identifier text not null,
	value text not null,
	expires_at timestamptz not null,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

create index auth_verification_identifier on auth_verification (identifier);

-- Signing keys of access tokens. The private half is encrypted with AUTH_SECRET.
create table auth_jwks (
	id uuid primary key default gen_random_uuid(),
	public_key text not null,
	private_key text not null,
	alg text,
	crv text,
	created_at timestamptz not null,
	expires_at timestamptz
);

-- `secret` and `backup_codes` are encrypted with AUTH_SECRET.
create table auth_two_factor (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null unique references auth_user (id) on delete cascade,
	secret text not null,
	backup_codes text not null,
	verified boolean default true,
	failed_verification_count integer default 0,
	locked_until timestamptz
);

create index auth_two_factor_secret on auth_two_factor (secret);

-- `uid` is the id in auth_user, without a foreign key: the row stays as a tombstone when the account is deleted.
create table users (
	uid uuid primary key,
	role text,
	avatar_url text,
	roblox_username text check (roblox_username = lower(roblox_username)),
	platform_user_id bigint,
	last_access timestamptz,
	banned_at timestamptz,
	ban_reason text,
	paused_reason text,
	created_by_call_at timestamptz,
	created_at timestamptz not null,
	deleted_at timestamptz,
	earned_rank bigint not null default 0,
	check ((banned_at is null) = (ban_reason is null))
) with (fillfactor = 80);

create index users_role on users (role) where role is not null;
create index users_paused on users (paused_reason) where paused_reason is not null;
create index users_deleted on users (uid) where deleted_at is not null;
create index users_by_earned on users (earned_rank desc, uid desc);
create index users_by_last_access on users (coalesce(last_access, '-infinity'::timestamptz) desc, uid desc);
create index users_created on users (created_at);

-- One account per game account. The key spans users, so the table is not distributed by uid.
create table linked_game_accounts (
	platform_user_id bigint primary key,
	uid uuid not null unique,
	roblox_username text not null check (roblox_username = lower(roblox_username)),
	linked_at timestamptz not null
);

-- Substrings of one to three letters, because trigrams do not find two letters.
create function name_pieces(name text) returns text[]
	language sql immutable strict parallel safe
as $$
	select coalesce(array_agg(distinct substr(name, start, size)), '{}')
	from generate_series(1, 3) size, generate_series(1, length(name) - size + 1) start
$$;

-- Not a column of `users`, whose rows change with every visit.
create index linked_game_accounts_pieces on linked_game_accounts using gin (name_pieces(roblox_username));

-- One-time secrets from the app to the browser.
create table web_session_codes (
	code_hash bytea primary key,
	uid uuid not null,
	purpose text not null check (purpose in ('address', 'sign-in')),
	expires_at timestamptz not null
);

create index web_session_codes_uid on web_session_codes (uid);

-- One-time secrets of emailed links. Expired ones stay for a while, to say that they expired.
create table action_codes (
	code_hash bytea primary key,
	uid uuid not null references auth_user (id) on delete cascade,
	purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
	email text not null,
	expires_at timestamptz not null
);

create index action_codes_uid on action_codes (uid);

-- Unlogged, because losing these counters in a crash is harmless.
create unlogged table rate_limits (
	key text primary key,
	count integer not null,
	window_ends_at timestamptz not null
);

create unlogged table sign_in_attempts (
	key text primary key,
	count integer not null,
	window_ends_at timestamptz not null,
	next_at timestamptz not null
);

-- ## Offerwalls

-- Received postbacks, without secrets.
create table callbacks (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	wall text not null,
	outcome text not null,
	ip text not null,
	request text not null,
	uid uuid,
	transfer_id bigint,
	why text
);

create index callbacks_at on callbacks using brin (at) with (pages_per_range = 32);

-- BRIN, because a b-tree would double the cost of writing a postback.
create index callbacks_uid on callbacks using brin (uid uuid_bloom_ops) with (pages_per_range = 128, autosummarize = on);

-- Partners' debts, in millionths of $.
create table earnings_buckets (
	wall text not null,
	starts_at timestamptz not null,
	payout_micros bigint not null
);

create index earnings_buckets_wall on earnings_buckets (wall, starts_at) include (payout_micros);

create table earnings_days (
	wall text not null,
	day timestamptz not null,
	payout_micros bigint not null,
	primary key (day, wall)
);

-- Reversals that arrived before their credit.
create table waiting_reversals (
	uid uuid not null,
	wall text not null,
	transaction_id text not null,
	link bigint,
	amount bigint,
	payout_micros bigint not null,
	received_at timestamptz not null,
	primary key (uid, wall, transaction_id)
);

-- Owner of each transaction, for partners that do not sign the user.
create table wall_transactions (
	transaction uuid primary key,
	uid uuid not null
);

-- Credits that are visible but not spendable yet.
create table held_credits (
	uid uuid not null,
	hold_id bigint not null,
	wall text not null,
	transaction_id text not null,
	release_at timestamptz,
	outcome text check (outcome in ('released', 'cancelled', 'approved')),
	primary key (uid, hold_id)
);

create index held_credits_due on held_credits (release_at) where outcome is null;

-- Reversed credits. An unban forgives those counted so far.
create table chargebacks (
	uid uuid not null,
	transfer_id bigint not null,
	at timestamptz not null,
	forgiven_at timestamptz,
	primary key (uid, transfer_id)
);

create table offerwall_settings (
	name text primary key check (name = 'offerwalls'),
	chargebacks_to_ban integer not null check (chargebacks_to_ban between 1 and 100),
	pause_above_percent integer check (pause_above_percent between 0 and 99),
	pause_window integer not null check (pause_window between 10 and 500),
	hold_above bigint check (hold_above >= 0),
	hold_above_hours integer not null check (hold_above_hours between 1 and 8760),
	keep_callbacks_days integer not null default 180 check (keep_callbacks_days between 30 and 3650)
);

insert into offerwall_settings values ('offerwalls', 3, null, 50, null, 72);

create table offerwall_changes (
	wall text primary key,
	enabled boolean,
	min_age integer check (min_age between 13 and 120),
	hold_hours integer check (hold_hours between 0 and 8760)
);

-- ## Withdrawals

-- The ledger holds the money; this row is the state of its payout. A row is written five times, so each page has free space.
-- Personal columns may be erased once the order is closed.
create table withdrawals (
	uid uuid not null,
	id uuid not null,
	order_id text not null,
	request_id uuid,
	state text not null default 'requested',
	amount bigint not null check (amount > 0),
	price integer not null check (price > 0),
	roblox_username text,
	platform_user_id bigint,
	place_id bigint,
	universe_id bigint,
	pass_id bigint,
	vendor text not null,
	is_pre_order boolean not null,
	attempts integer not null default 0,
	first_sent_at timestamptz,
	last_sent_at timestamptz,
	is_acknowledged boolean not null default false,
	asks integer not null default 0,
	next_ask_at timestamptz,
	lease_until timestamptz,
	fence bigint not null default 0,
	vendor_status text,
	refusal text,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	version bigint not null,
	reconciled_at timestamptz,
	resent_at timestamptz,
	primary key (uid, id)
) with (fillfactor = 80);

create unique index withdrawals_request on withdrawals (uid, request_id) where request_id is not null;
create index withdrawals_history on withdrawals (uid, created_at desc, id desc);
create index withdrawals_changes on withdrawals (uid, version);
create index withdrawals_to_reconcile on withdrawals (updated_at)
	where state in ('completed', 'failed') and attempts > 0 and reconciled_at is null;

-- One index per state and vendor: with a partial index of open rows the planner reads all of them.
create index withdrawals_due on withdrawals (state, vendor, next_ask_at) where next_ask_at is not null;

-- Starts with the state, so that the planner does not use it for a user's history.
create index withdrawals_queue on withdrawals (state, created_at desc, id desc);

create index withdrawals_completed on withdrawals (updated_at desc) include (roblox_username, amount)
	where state = 'completed' and roblox_username is not null;

-- Finds game accounts that several users were paid to.
create index withdrawals_platform_user on withdrawals (platform_user_id) where platform_user_id is not null;

-- Evidence for reviews.
create table payout_events (
	uid uuid not null,
	withdrawal_id uuid not null,
	id bigint generated always as identity,
	at timestamptz not null,
	kind text not null,
	details jsonb not null,
	times integer not null default 1,
	last_at timestamptz not null,
	primary key (uid, withdrawal_id, id)
);

-- One row. While `payouts` is off, new withdrawals are refused, but sent orders are still checked.
create table payout_settings (
	name text primary key check (name = 'payouts'),
	is_on boolean not null,
	changed_at timestamptz not null,
	hour_cap bigint check (hour_cap >= 0),
	day_cap bigint check (day_cap >= 0),
	balance_alert_usd integer check (balance_alert_usd >= 0),
	stock_alert integer check (stock_alert >= 0)
);

insert into payout_settings (name, is_on, changed_at) values ('payouts', true, now());

-- Amount sent for the first time in each hour. The lock of its row makes the caps exact.
create table payout_spend (
	hour timestamptz primary key,
	sent bigint not null
);

-- Nothing is sent to a vendor until `open_until`.
create table vendor_health (
	vendor text primary key,
	failures integer not null,
	open_until timestamptz,
	reason text not null default 'unclear'
);

create table payout_alerts (
	kind text primary key,
	message text not null,
	raised_at timestamptz not null,
	mailed_at timestamptz
);

-- Orders of the vendor `manual`.
create table manual_payouts (
	order_id text primary key,
	state text not null check (state in ('waiting', 'taken', 'paid', 'refused')),
	roblox_username text,
	platform_user_id bigint,
	place_id bigint,
	pass_id bigint,
	net integer not null check (net > 0),
	price integer not null check (price > 0),
	taken_by uuid,
	purchase_reference text unique,
	reason text,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	check ((state = 'taken') <= (taken_by is not null)),
	check ((state = 'paid') = (purchase_reference is not null))
);

create index manual_payouts_open on manual_payouts (created_at, order_id) where state in ('waiting', 'taken');

-- Differences between our books and a vendor's.
create table payout_reviews (
	id bigint generated always as identity primary key,
	vendor text not null,
	order_id text not null,
	uid uuid,
	kind text not null check (kind in ('refunded-but-paid', 'paid-but-not', 'differs', 'not-ours')),
	details jsonb not null,
	found_at timestamptz not null,
	resolved_at timestamptz,
	resolved_by uuid,
	note text,
	unique (order_id, kind),
	check ((resolved_at is null) = (resolved_by is null))
);

-- ## Notices

create table notices (
	uid uuid not null,
	id bigint generated always as identity,
	kind text not null,
	data jsonb not null,
	reference text,
	created_at timestamptz not null default now(),
	read_at timestamptz,
	primary key (uid, id)
);

create unique index notices_reference on notices (uid, reference) where reference is not null;
create index notices_unread on notices (uid) where read_at is null;
create index notices_created on notices (created_at);

-- ## Promo codes

-- Uses are counted under the lock of the row.
create table promo_codes (
	code text primary key,
	amount bigint not null check (amount > 0),
	uses_max integer not null check (uses_max between 1 and 1000000),
	per_user integer not null check (per_user between 1 and 100),
	uses integer not null default 0 check (uses between 0 and uses_max),
	starts_at timestamptz not null,
	ends_at timestamptz check (ends_at > starts_at),
	closed_at timestamptz,
	created_at timestamptz not null,
	created_by uuid not null
);

create index promo_codes_created on promo_codes (created_at desc, code desc);

create table promo_redemptions (
	uid uuid not null,
	code text not null,
	use integer not null check (use > 0),
	at timestamptz not null,
	transfer_id bigint not null,
	user_agent text,
	network text,
	primary key (uid, code, use)
);

create index promo_redemptions_code on promo_redemptions (code, at desc, uid, use);
create index promo_redemptions_network on promo_redemptions (network, code) where network is not null;

-- ## Adjustments

-- The application cannot change this limit, so a stolen admin session cannot raise it.
create table adjustment_settings (
	name text primary key check (name = 'adjustments'),
	approval_above bigint not null check (approval_above >= 0),
	expires_after_hours integer not null check (expires_after_hours between 1 and 720)
);

insert into adjustment_settings values ('adjustments', 100000, 72);

-- ## Records

create table audit_entries (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	actor text not null,
	action text not null,
	uid uuid,
	details jsonb not null
);

create index audit_entries_uid on audit_entries (uid, id);
create index audit_entries_actor on audit_entries (actor, id);
create index audit_entries_action on audit_entries (action, id);

-- Log of events. Written in batches, so a crash may lose the last second. Kept for 90 days.
create table log_entries (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	source text not null check (source in ('sign-in', 'refusal', 'vendor', 'job', 'mail')),
	what text not null,
	outcome text not null,
	uid uuid,
	order_id text,
	ip text,
	device text,
	note text,
	took_ms integer
);

create index log_entries_source on log_entries (source, id);
create index log_entries_uid on log_entries (uid, id) where uid is not null;

create index log_entries_order on log_entries (order_id, id) where order_id is not null;

-- ## Figures

-- Everything before `until` is included.
create table figure_marks (
	name text primary key check (name in ('users', 'earners', 'earnings')),
	until timestamptz not null,
	value bigint not null default 0
);

insert into figure_marks (name, until) values ('users', 'epoch'), ('earners', now()), ('earnings', 'epoch');

-- away_for[n] counts users of this quarter who were absent from the n - 1 before it.
create table visits (
	starts_at timestamptz primary key,
	away_for integer[] not null
);

-- Monthly cohorts. A job computes them (server/admin/dashboard/get-business.ts).
create table sign_up_cohorts (
	month date primary key,
	users bigint not null,
	earners bigint not null,
	paid bigint not null,
	paid_in_30_days bigint not null,
	counted_at timestamptz not null
);

-- Offers credited to a wallet on each day (UTC).
create table offer_days (
	day timestamptz primary key,
	offers bigint not null,
	until timestamptz not null
);

-- ## Fraud check

create table sign_in_places (
	uid uuid not null,
	address text not null,
	device text not null,
	country text,
	first_at timestamptz not null,
	last_at timestamptz not null,
	primary key (uid, address, device)
);

-- Signals with their figures. They never ban.
create table fraud_signals (
	uid uuid not null,
	signal text not null,
	points integer not null check (points between 1 and 100),
	details jsonb not null,
	found_at timestamptz not null,
	primary key (uid, signal)
);

create table fraud_cases (
	uid uuid primary key,
	state text not null check (state in ('open', 'watching', 'closed')),
	score integer not null check (score between 0 and 100),
	closed_score integer,
	opened_at timestamptz not null,
	changed_at timestamptz not null
);

create index fraud_cases_list on fraud_cases (state, score desc, uid desc);

create table fraud_notes (
	id bigint generated always as identity primary key,
	uid uuid not null,
	at timestamptz not null,
	actor uuid not null,
	text text
);

create index fraud_notes_uid on fraud_notes (uid, id);

-- Progress of the job, in the event log and in time.
create table fraud_progress (
	name text primary key check (name = 'fraud'),
	event_id bigint not null,
	until timestamptz not null
);

insert into fraud_progress values ('fraud', 0, now());

-- ## Jobs

-- The application cannot call graphile-worker itself (row-level security), so the owner's function adds jobs.
-- Source: graphile-worker 0.18, `add_job`.
create function enqueue(task text, payload json, key text) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	perform graphile_worker.add_job(task, payload, job_key => key);
end
$$;

revoke execute on function enqueue (text, json, text) from public;

-- Source: graphile-worker 0.18, `add_jobs` and `job_spec`.
create function enqueue_jobs(task text, payloads json[], keys text[]) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	perform from graphile_worker.add_jobs(array(
		select (task, job.payload, null, null, null, job.key, null, null)::graphile_worker.job_spec
		from unnest(payloads, keys) as job (payload, key)
	));
end
$$;

revoke execute on function enqueue_jobs (text, json[], text[]) from public;

-- Removes waiting jobs by payload. Source: graphile-worker 0.18, table `_private_jobs`.
create function forget_jobs(task text, field text, value text) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	delete from graphile_worker._private_jobs job using graphile_worker._private_tasks kind
	where kind.id = job.task_id and kind.identifier = task and job.payload ->> field = value;
end
$$;

revoke execute on function forget_jobs (text, text, text) from public;
