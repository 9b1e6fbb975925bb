-- The schema, by feature. From the first release on nothing here changes any more: what comes later is a file of its own, and
-- goes forward only. Files run in order of their names, each once and in one transaction.

-- ## The books

-- Amounts are whole hundredths of R$. Accounts are written `wallet` and `pending` (of the row's uid),
-- `partner:<wall>`, `payouts:held`, `payouts:paid`, `house:promotions`, `house:adjustments`, `house:forfeited`.

-- One row a user: the running balances that every check needs, locked while money moves. Room is left in each page so
-- that an update stays in place and touches no index.
create table wallets (
	uid uuid primary key,
	balance bigint not null default 0,
	pending bigint not null default 0,
	earned bigint not null default 0,
	withdrawn bigint not null default 0,
	closed_at timestamptz
) with (fillfactor = 70);

create index wallets_closed on wallets (closed_at) where closed_at is not null;

-- Append-only (db/grants.sql). A transfer names both sides and a positive amount, so it balances by construction.
create table transfers (
	uid uuid not null,
	id bigint generated always as identity,
	at timestamptz not null,
	amount bigint not null check (amount > 0),
	-- What the partner owes us for it, in millionths of $; negative: what it takes back. Null: not of a partner.
	payout_micros bigint,
	-- Hash of what a reversal points back with, where that is not the transaction id.
	link bigint,
	-- Hashes of what a partner signed without separators, and of how it was cut into fields.
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

-- The reference is the business fact; it can be booked once. It is unique through a 64-bit hash of it: half of an index entry
-- that carries the text, for every credit. The text beside it tells a replay from two references that share a hash. The hash
-- is the one that PostgreSQL's own hash partitions rest on, so it stays the same from version to version.
create unique index transfers_reference on transfers (uid, hashtextextended(reference, 0));

-- Only walls whose partners need them pay for these two. Where a partner signs user, reward and address alone, every credit of
-- the same reward has the same signed text: with the cut beside it the index tells that none was cut otherwise.
create index transfers_link on transfers (uid, link) where link is not null;
create index transfers_signed_text on transfers (signed_text, signed_cut) where signed_text is not null;

-- Ranges of time are read for closed intervals only; BRIN costs almost nothing to keep on rows that arrive in order. The pages
-- that are not in it yet are read through, so it is to keep up.
create index transfers_at on transfers using brin (at) with (pages_per_range = 32, autosummarize = on);

-- Totals of the accounts that everybody shares. Each write adds a row and never waits for another writer; a job folds
-- the rows of a closed interval into one. 15 minutes, because every time zone's midnight falls on such a boundary.
create table account_buckets (
	account text not null,
	starts_at timestamptz not null,
	debited bigint not null,
	credited bigint not null
);

create index account_buckets_account on account_buckets (account, starts_at) include (debited, credited);

-- ## Who is calling

-- The auth_* tables are better-auth's (server/accounts/auth-tables.ts names their columns; a test compares the two).

create table auth_user (
	id uuid primary key default gen_random_uuid(),
	name text not null,
	email text not null unique,
	email_verified boolean not null,
	image text,
	-- All that is kept of the date of birth.
	birth_year integer,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	-- Whoever first signs in through a provider has not told their age yet.
	age_known boolean not null default false,
	two_factor_enabled boolean default false
);

-- `token` is the SHA-256 of what the cookie or the app holds: this table signs nobody in.
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
	-- Whether a one-time password was given in this session. Signing in by Google or from the app never asks for one.
	second_factor boolean not null default false
);

create index auth_session_user_id on auth_session (user_id);
create index auth_session_expires_at on auth_session (expires_at);

-- A person at a provider is known by provider and subject, never by e-mail address.
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

-- better-auth looks a secret up by itself; the index is its wish.
create index auth_two_factor_secret on auth_two_factor (secret);

-- The user record. `uid` is auth_user's id, without a foreign key: the record outlives the account as its tombstone.
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
	-- When the app first asked for the record with createUser, which says `created` once.
	created_by_call_at timestamptz,
	created_at timestamptz not null,
	deleted_at timestamptz,
	-- What its wallet has earned. A credit must not touch an index of its wallet, so the order of the users' list is kept here,
	-- and follows within a minute (server/admin/users/rank-earners.ts); whoever moved since is read from the wallets themselves.
	earned_rank bigint not null default 0,
	check ((banned_at is null) = (ban_reason is null)),
	-- A tombstone stays empty, also when somebody writes late who had read the record before (docs/identity.md).
	constraint users_tombstone_is_empty check (
		deleted_at is null or (
			role, avatar_url, roblox_username, platform_user_id, last_access, banned_at, ban_reason, paused_reason,
			created_by_call_at
		) is null
	)
) with (fillfactor = 80);

create index users_role on users (role) where role is not null;
create index users_paused on users (paused_reason) where paused_reason is not null;
create index users_deleted on users (uid) where deleted_at is not null;
create index users_by_earned on users (earned_rank desc, uid desc);
create index users_by_last_access on users (coalesce(last_access, '-infinity'::timestamptz) desc, uid desc);
create index users_created on users (created_at);

-- One account here for one account on the game platform. The key spans users, so this table is not spread by uid.
create table linked_game_accounts (
	platform_user_id bigint primary key,
	uid uuid not null unique,
	roblox_username text not null check (roblox_username = lower(roblox_username)),
	linked_at timestamptz not null
);

-- All pieces of a name, one to three letters long: unlike trigrams alone they find two letters as fast as ten.
create function name_pieces(name text) returns text[]
	language sql immutable strict parallel safe
as $$
	select coalesce(array_agg(distinct substr(name, start, size)), '{}')
	from generate_series(1, 3) size, generate_series(1, length(name) - size + 1) start
$$;

-- Not on `users`, whose rows change with every visit.
create index linked_game_accounts_pieces on linked_game_accounts using gin (name_pieces(roblox_username));

-- One-time secrets from the app to the browser, found by the hash alone: not spread by uid either.
create table web_session_codes (
	code_hash bytea primary key,
	uid uuid not null,
	purpose text not null check (purpose in ('address', 'sign-in')),
	expires_at timestamptz not null
);

create index web_session_codes_uid on web_session_codes (uid);

-- One-time secrets of links in mails. An expired one stays for a while, so that its owner can be told that it has expired.
create table action_codes (
	code_hash bytea primary key,
	uid uuid not null references auth_user (id) on delete cascade,
	purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
	-- The address that the link was sent to.
	email text not null,
	expires_at timestamptz not null
);

create index action_codes_uid on action_codes (uid);

-- Counters of the last minutes. Losing them in a crash harms nobody, so they are not written ahead.
create unlogged table rate_limits (
	key text primary key,
	count integer not null,
	window_ends_at timestamptz not null
);

-- Failed sign-ins of the last minutes. Losing them in a crash harms nobody, so they are not written ahead.
create unlogged table sign_in_attempts (
	key text primary key,
	count integer not null,
	window_ends_at timestamptz not null,
	-- Before this, nothing is tried.
	next_at timestamptz not null
);

-- ## Offerwalls

-- What partners call back with, what it makes them owe us, and what waits or was taken back.

-- Every callback as it arrived, secrets removed, with what became of it.
create table callbacks (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	wall text not null,
	outcome text not null,
	ip text not null,
	request text not null,
	uid uuid,
	transfer_id bigint,
	-- Why it was refused, for the operator who looks for it. Null where nothing was.
	why text
);

create index callbacks_at on callbacks using brin (at) with (pages_per_range = 32);

-- Finds a user's callbacks. A b-tree would double what writing a callback costs; this is built by
-- vacuum, a range of pages at a time, after they are full.
create index callbacks_uid on callbacks using brin (uid uuid_bloom_ops) with (pages_per_range = 128, autosummarize = on);

-- What partners owe us, in millionths of $, like account_buckets.
create table earnings_buckets (
	wall text not null,
	starts_at timestamptz not null,
	payout_micros bigint not null
);

create index earnings_buckets_wall on earnings_buckets (wall, starts_at) include (payout_micros);

-- The earnings_buckets of whole days (UTC) that are long over, added up.
create table earnings_days (
	wall text not null,
	day timestamptz not null,
	payout_micros bigint not null,
	primary key (day, wall)
);

-- Reversals that came before their credit. They wait here, across restarts, and are booked with it.
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

-- Whose a transaction is, for partners that do not sign the user. The key spans users: not spread by uid.
create table wall_transactions (
	transaction uuid primary key,
	uid uuid not null
);

-- Credits that are shown but not spendable yet. The row is the promise; the transfer in the books is the money.
create table held_credits (
	uid uuid not null,
	-- The transfer that holds it.
	hold_id bigint not null,
	wall text not null,
	transaction_id text not null,
	-- Null: when the partner decides.
	release_at timestamptz,
	-- How it ended: released to the wallet, taken back, or followed by the credit that the partner approved.
	outcome text check (outcome in ('released', 'cancelled', 'approved')),
	primary key (uid, hold_id)
);

create index held_credits_due on held_credits (release_at) where outcome is null;

-- Credits that partners took back, each once. An admin's unban forgives what was counted so far.
create table chargebacks (
	uid uuid not null,
	transfer_id bigint not null,
	at timestamptz not null,
	forgiven_at timestamptz,
	primary key (uid, transfer_id)
);

-- What an operator changes while the product runs. One row.
create table offerwall_settings (
	name text primary key check (name = 'offerwalls'),
	chargebacks_to_ban integer not null check (chargebacks_to_ban between 1 and 100),
	-- Withdrawals pause while more than this share of a user's last completions is taken back. Null: never.
	pause_above_percent integer check (pause_above_percent between 0 and 99),
	pause_window integer not null check (pause_window between 10 and 500),
	-- Credits above this many hundredths of R$ are held back, whatever their wall. Null: none.
	hold_above bigint check (hold_above >= 0),
	hold_above_hours integer not null check (hold_above_hours between 1 and 8760),
	-- Requests of partners are kept this long; what they booked stays.
	keep_callbacks_days integer not null default 180 check (keep_callbacks_days between 30 and 3650)
);

insert into offerwall_settings values ('offerwalls', 3, null, 50, null, 72);

-- What an admin changed of a wall while the product runs. Null: as the file of walls says.
create table offerwall_changes (
	wall text primary key,
	enabled boolean,
	min_age integer check (min_age between 13 and 120),
	hold_hours integer check (hold_hours between 0 and 8760)
);

-- ## Withdrawals

-- Money on its way out. The ledger holds and moves the amount; this row says where its payout stands, and survives every
-- process that works on it. What tells who and where (name, place, game, pass) may be erased once an order is closed. It is written
-- five times on its way; room in each page keeps a version that changes no index in it.
create table withdrawals (
	uid uuid not null,
	id uuid not null,
	order_id text not null,
	-- Made by the form, so that a double click or a repeated submit is one withdrawal.
	request_id uuid,
	state text not null default 'requested'
		check (state in ('requested', 'sending', 'unknown', 'completed', 'failed', 'needs-review')),
	amount bigint not null check (amount > 0),
	price integer not null check (price > 0),
	roblox_username text,
	platform_user_id bigint,
	place_id bigint,
	universe_id bigint,
	pass_id bigint,
	-- Whose order it is. A later change of vendor leaves it there.
	vendor text not null,
	-- Whether the vendor may queue it when there is no stock.
	is_pre_order boolean not null,
	attempts integer not null default 0,
	first_sent_at timestamptz,
	last_sent_at timestamptz,
	-- Whether the vendor ever said that it has this order.
	is_acknowledged boolean not null default false,
	asks integer not null default 0,
	-- No worker touches the row before this moment; null once it is closed.
	next_ask_at timestamptz,
	-- Until when the worker with this fencing number may write. Every claim raises the number.
	lease_until timestamptz,
	fence bigint not null default 0,
	vendor_status text,
	refusal text,
	created_at timestamptz not null,
	updated_at timestamptz not null,
	-- Counts the changes to any withdrawal of this user: where a live stream goes on reading.
	version bigint not null,
	-- When a closed order was last compared with the vendor's word for it. Null: not yet, or worth another look.
	reconciled_at timestamptz,
	-- When the vendor was last asked to try an ended order again: until it has settled, its answer may be of before.
	resent_at timestamptz,
	primary key (uid, id),
	check (state in ('completed', 'failed') or
		(roblox_username, platform_user_id, place_id, universe_id, pass_id, next_ask_at) is not null)
) with (fillfactor = 80);

create unique index withdrawals_one_open on withdrawals (uid)
	where state in ('requested', 'sending', 'unknown', 'needs-review');
create unique index withdrawals_request on withdrawals (uid, request_id) where request_id is not null;
create index withdrawals_order on withdrawals (order_id);
create index withdrawals_history on withdrawals (uid, created_at desc, id desc);
create index withdrawals_changes on withdrawals (uid, version);
create index withdrawals_to_reconcile on withdrawals (updated_at)
	where state in ('completed', 'failed') and attempts > 0 and reconciled_at is null;

-- What is due, by state and vendor: each of them is looked up by itself. An index of the open rows alone, whose condition names
-- their states, is passed over: the planner takes open rows for few, and reads all of them in another such index.
create index withdrawals_due on withdrawals (state, vendor, next_ask_at) where next_ask_at is not null;

-- The admin's queue. By state first, so that it is of no use to a user's own history, which has an index of its own.
create index withdrawals_queue on withdrawals (state, created_at desc, id desc);

-- The newest payouts, from the index alone. An order that is completed does not change its moment any more.
create index withdrawals_completed on withdrawals (updated_at desc) include (roblox_username, amount)
	where state = 'completed' and roblox_username is not null;

-- Whose game account a withdrawal paid: one that several accounts here were paid to is told by it.
create index withdrawals_platform_user on withdrawals (platform_user_id) where platform_user_id is not null;

-- The one way a state changes (server/withdrawals/change-state.ts, which knows what may follow what): the application may write
-- neither that column nor what goes with it. Who decided under a claim gives its fence, and comes too late when somebody else
-- has claimed the order since; who has none changes only what nobody holds. Each row is found by its key, whatever the planner
-- takes the table for.
create function change_withdrawals(changes jsonb) returns setof withdrawals
	language plpgsql security definer set search_path = public, pg_temp
	set plan_cache_mode = force_generic_plan set enable_seqscan = off
as $$
declare
	c record;
begin
	for c in select * from jsonb_to_recordset(changes) as r (
		uid uuid, id uuid, fence bigint, from_state text, to_state text, at timestamptz, next_ask_at timestamptz,
		lease_until timestamptz, vendor_status text, refusal text, is_acknowledged boolean, is_uncounted boolean,
		is_resend boolean
	) loop
		return query update withdrawals w
		set state = c.to_state, fence = w.fence + 1, version = w.version + 1, updated_at = c.at,
			next_ask_at = c.next_ask_at, lease_until = c.lease_until,
			attempts = w.attempts + (c.to_state = 'sending')::int - coalesce(c.is_uncounted, false)::int,
			first_sent_at = case c.to_state when 'sending' then coalesce(w.first_sent_at, c.at)
				when 'requested' then null else w.first_sent_at end,
			last_sent_at = case c.to_state when 'sending' then c.at else w.last_sent_at end,
			resent_at = case when c.is_resend then c.at else w.resent_at end,
			is_acknowledged = w.is_acknowledged or coalesce(c.is_acknowledged, false),
			vendor_status = coalesce(c.vendor_status, w.vendor_status), refusal = coalesce(c.refusal, w.refusal)
		where w.uid = c.uid and w.id = c.id and w.state = c.from_state
			and (w.fence = c.fence or c.fence is null and (w.lease_until is null or w.lease_until <= c.at))
		returning w.*;
	end loop;
end
$$;

revoke execute on function change_withdrawals (jsonb) from public;

-- Evidence for a person who has to decide; the payout path never reads it. Details name nobody, and go with the account.
create table payout_events (
	uid uuid not null,
	withdrawal_id uuid not null,
	id bigint generated always as identity,
	at timestamptz not null,
	kind text not null,
	details jsonb not null,
	-- The same again right after it is counted here, so that a week of "still open" is one row.
	times integer not null default 1,
	last_at timestamptz not null,
	primary key (uid, withdrawal_id, id)
);

-- One row: `payouts` off refuses new withdrawals and sends nothing, while orders already sent are still asked about.
create table payout_settings (
	name text primary key check (name = 'payouts'),
	is_on boolean not null,
	changed_at timestamptz not null,
	-- Hundredths of R$ that may be sent in a clock hour and in a day of UTC. Null: no limit.
	hour_cap bigint check (hour_cap >= 0),
	day_cap bigint check (day_cap >= 0),
	-- Below these an alert is raised: whole $ at the vendor, whole R$ in its stock. Null: never.
	balance_alert_usd integer check (balance_alert_usd >= 0),
	stock_alert integer check (stock_alert >= 0)
);

insert into payout_settings (name, is_on, changed_at) values ('payouts', true, now());

-- What was sent for the first time in each hour, in hundredths of R$. Its row's lock is what makes the caps exact.
create table payout_spend (
	hour timestamptz primary key,
	sent bigint not null
);

-- How the vendors have been answering lately. While `open_until` lies ahead nothing new is sent to that vendor.
create table vendor_health (
	vendor text primary key,
	failures integer not null,
	open_until timestamptz,
	reason text not null default 'unclear'
);

-- What an operator should know now. A row goes when its reason has gone.
create table payout_alerts (
	kind text primary key,
	message text not null,
	raised_at timestamptz not null,
	mailed_at timestamptz
);

-- The work list of the vendor `manual`: orders that an operator pays by buying the pass.
create table manual_payouts (
	order_id text primary key,
	state text not null check (state in ('waiting', 'taken', 'paid', 'refused')),
	roblox_username text,
	platform_user_id bigint,
	place_id bigint,
	pass_id bigint,
	-- Whole R$: what the user receives, and what the pass costs.
	net integer not null check (net > 0),
	price integer not null check (price > 0),
	-- The admin who works on it, so that nobody else buys the same pass.
	taken_by uuid,
	-- The platform's word for the purchase: it proves one payment, so it can stand for one order only.
	purchase_reference text unique,
	reason text,
	created_at timestamptz not null,
	changed_at timestamptz not null,
	check ((state = 'taken') <= (taken_by is not null)),
	check ((state = 'paid') = (purchase_reference is not null))
);

create index manual_payouts_open on manual_payouts (created_at, order_id) where state in ('waiting', 'taken');

-- Where our books and a vendor's differ. A person decides what it means; nothing here moves money.
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

-- Orders of which the vendor cannot tell any more what became of them: one admin proposes how such an order ends, another
-- decides. The money moves as that of any other order; this says who ended it, why, and by what proof.
create table payout_settlements (
	-- Made by the form: a double click or a repeated request is one proposal.
	id uuid primary key,
	order_id text not null,
	uid uuid not null,
	outcome text not null check (outcome in ('paid', 'refunded')),
	-- Both null once the account is deleted.
	reason text,
	-- What shows that it was paid, for instance the platform's id of the sale. It can stand for one order only.
	proof text check (proof is null or outcome = 'paid'),
	-- `overtaken`: the vendor knew the order after all.
	state text not null check (state in ('waiting', 'settled', 'refused', 'overtaken')),
	proposed_by uuid not null,
	proposed_at timestamptz not null,
	decided_by uuid,
	decided_at timestamptz,
	check ((state = 'waiting') = (decided_at is null)),
	check ((state in ('settled', 'refused')) = (decided_by is not null)),
	check (state <> 'settled' or decided_by <> proposed_by)
);

create index payout_settlements_order on payout_settlements (order_id);
create index payout_settlements_uid on payout_settlements (uid, proposed_at desc);
create unique index payout_settlements_waiting on payout_settlements (order_id) where state = 'waiting';
create unique index payout_settlements_settled on payout_settlements (order_id) where state = 'settled';
create unique index payout_settlements_proof on payout_settlements (proof)
	where proof is not null and state in ('waiting', 'settled');

-- ## Notices

-- What a person is told: one row for each thing that happened to them, written in the transaction of the fact itself.
create table notices (
	uid uuid not null,
	id bigint generated always as identity,
	kind text not null check (kind in
		('withdrawal-paid', 'withdrawal-refunded', 'credit-held', 'paused', 'resumed', 'banned', 'unbanned', 'message')),
	-- What the sentence needs beside its kind: amounts in R$, times in ms since the epoch.
	data jsonb not null,
	-- The fact that is told once, however often somebody tries to: `withdrawal/<id>/end`.
	reference text,
	created_at timestamptz not null default now(),
	read_at timestamptz,
	primary key (uid, id)
);

create unique index notices_reference on notices (uid, reference) where reference is not null;
create index notices_unread on notices (uid) where read_at is null;
create index notices_created on notices (created_at);

-- ## Promo codes

-- What a code has given is counted under the lock of its row, so that a code of one use is used once.
create table promo_codes (
	-- Capital letters, digits and dashes.
	code text primary key,
	amount bigint not null check (amount > 0),
	uses_max integer not null check (uses_max between 1 and 1000000),
	per_user integer not null check (per_user between 1 and 100),
	uses integer not null default 0 check (uses between 0 and uses_max),
	starts_at timestamptz not null,
	-- Null: until it is used up or closed.
	ends_at timestamptz check (ends_at > starts_at),
	closed_at timestamptz,
	created_at timestamptz not null,
	created_by uuid not null
);

create index promo_codes_created on promo_codes (created_at desc, code desc);

-- Who used which code when. Device and network are kept for the manual ban of those who use several accounts.
create table promo_redemptions (
	uid uuid not null,
	code text not null,
	-- The user's first, second ... use of this code.
	use integer not null check (use > 0),
	at timestamptz not null,
	transfer_id bigint not null,
	user_agent text,
	network text,
	primary key (uid, code, use)
);

create index promo_redemptions_code on promo_redemptions (code, at desc, uid, use);
-- Who redeemed a code from the same network.
create index promo_redemptions_network on promo_redemptions (network, code) where network is not null;

-- ## Adjustments

-- Corrections of a balance by an admin. What one may book alone is limited; beyond it a second admin decides.
create table adjustments (
	uid uuid not null,
	id uuid not null,
	amount bigint not null check (amount <> 0),
	-- A sentence that the user is shown. Null once the account is deleted.
	reason text,
	state text not null check (state in ('waiting', 'booked', 'refused', 'expired')),
	proposed_by uuid not null,
	proposed_at timestamptz not null,
	expires_at timestamptz not null,
	-- An admin; the proposer where it was small enough. Null: nobody did until it lapsed.
	decided_by uuid,
	decided_at timestamptz,
	primary key (uid, id),
	check ((state = 'waiting') = (decided_at is null)),
	check ((state in ('booked', 'refused')) = (decided_by is not null))
);

create index adjustments_waiting on adjustments (proposed_at desc, id desc) where state = 'waiting';
create index adjustments_alone on adjustments (proposed_by, proposed_at) where state = 'booked' and decided_by = proposed_by;

-- One row. The application can read it and not change it: whoever takes an admin's session over cannot raise the limit
-- (npm run cli -- adjustment-limit).
create table adjustment_settings (
	name text primary key check (name = 'adjustments'),
	-- Hundredths of R$ that one admin may move without another in 24 hours, up and down added up.
	approval_above bigint not null check (approval_above >= 0),
	expires_after_hours integer not null check (expires_after_hours between 1 and 720)
);

insert into adjustment_settings values ('adjustments', 100000, 72);

-- ## Records

-- What admins look back on: who did what, by whom and of which kind, and what happened at the edges of the product.

-- Who did what to whom and why: written with the deed, never changed.
create table audit_entries (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	-- An admin's uid, or `system`.
	actor text not null,
	action text not null,
	uid uuid,
	details jsonb not null
);

create index audit_entries_uid on audit_entries (uid, id);
create index audit_entries_actor on audit_entries (actor, id);
create index audit_entries_action on audit_entries (action, id);

-- What was tried and what came of it, where no row of its own tells: ways in and who was turned away, calls of vendors,
-- jobs, mails. Written in batches beside the work, so a crash may lose the last second. Kept for 90 days.
create table log_entries (
	id bigint generated always as identity primary key,
	at timestamptz not null,
	source text not null check (source in ('sign-in', 'refusal', 'vendor', 'job', 'mail')),
	-- The address, the vendor's call, the job or the kind of mail.
	what text not null,
	outcome text not null,
	uid uuid,
	order_id text,
	ip text,
	-- In words: `Firefox on Windows`.
	device text,
	-- What a person may want to know besides; never a secret.
	note text,
	took_ms integer
);

create index log_entries_source on log_entries (source, id);
create index log_entries_uid on log_entries (uid, id) where uid is not null;

-- What happened to one order; and what a vendor said of it goes with its owner.
create index log_entries_order on log_entries (order_id, id) where order_id is not null;

-- ## Figures

-- How far each derived figure has come: everything before `until` is in it.
create table figure_marks (
	name text primary key check (name in ('users', 'earners', 'earnings')),
	until timestamptz not null,
	-- Users that there were at `until`, for the row of that name.
	value bigint not null default 0
);

insert into figure_marks (name, until) values ('users', 'epoch'), ('earners', now()), ('earnings', 'epoch');

-- How many different users were here: away_for[n] counts those of this quarter who were not in the n - 1 before it.
create table visits (
	starts_at timestamptz primary key,
	away_for integer[] not null
);

-- What became of those who signed up in a month (UTC). Counted anew by a job (server/admin/dashboard/get-business.ts): to read a
-- million users for one look at the dashboard would take seconds.
create table sign_up_cohorts (
	month date primary key,
	users bigint not null,
	earners bigint not null,
	paid bigint not null,
	paid_in_30_days bigint not null,
	counted_at timestamptz not null
);

-- Offers whose reward reached a wallet, for each day (UTC): `offers` of them before `until`.
create table offer_days (
	day timestamptz primary key,
	offers bigint not null,
	until timestamptz not null
);

-- One cell of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula gets an apostrophe before it, and
-- so stays text; an amount of money is a number to us and does not come through here.
create function csv_cell(value text) returns text
	language sql immutable parallel safe
as $$
	select case
		when value is null then ''
		when value ~ '^[=+@\t\r\n-]' then '"''' || replace(value, '"', '""') || '"'
		when value ~ '[",\r\n]' then '"' || replace(value, '"', '""') || '"'
		else value
	end
$$;

-- ## Fraud check

-- From where and with what an account is used: one row for each place, brought forward from the log of ways in.
create table sign_in_places (
	uid uuid not null,
	-- An IPv4 address, or the first 64 bits of an IPv6 one.
	address text not null,
	-- In words: `Firefox on Windows`.
	device text not null,
	country text,
	first_at timestamptz not null,
	last_at timestamptz not null,
	primary key (uid, address, device)
);

create index sign_in_places_address on sign_in_places (address);

-- What speaks for a closer look at a user, each with its reason in figures. A job writes them; nobody is banned by them.
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
	-- The points of its signals added up, 100 at most.
	score integer not null check (score between 0 and 100),
	-- What it was when the case was closed: a higher one opens it again.
	closed_score integer,
	opened_at timestamptz not null,
	changed_at timestamptz not null
);

create index fraud_cases_list on fraud_cases (state, score desc, uid desc);

-- What admins found out. Only added to.
create table fraud_notes (
	id bigint generated always as identity primary key,
	uid uuid not null,
	at timestamptz not null,
	actor uuid not null,
	text text
);

create index fraud_notes_uid on fraud_notes (uid, id);

-- How far the job has come: in the log of events, and in time.
create table fraud_progress (
	name text primary key check (name = 'fraud'),
	event_id bigint not null,
	until timestamptz not null
);

insert into fraud_progress values ('fraud', 0, now());

-- ## Jobs

-- The application's role cannot call the job runner itself: its tables are under row-level security. This function, its
-- owner's, adds a job and nothing else. A key makes jobs that say the same thing one job. Source: graphile-worker 0.18,
-- `add_job`; its schema is installed beside these migrations (server/lib/jobs/jobs.ts).
create function enqueue(task text, payload json, key text) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	perform graphile_worker.add_job(task, payload, job_key => key);
end
$$;

revoke execute on function enqueue (text, json, text) from public;

-- `enqueue` for many jobs of one task in one statement. Source: graphile-worker 0.18, `add_jobs` and its type `job_spec`.
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

-- The counterpart of `enqueue`: takes back jobs that wait, by what their payload says, and does nothing else. Source:
-- graphile-worker 0.18, table `_private_jobs`; its own `remove_job` knows jobs by their key alone.
create function forget_jobs(task text, field text, value text) returns void
	language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
	delete from graphile_worker._private_jobs job using graphile_worker._private_tasks kind
	where kind.id = job.task_id and kind.identifier = task and job.payload ->> field = value;
end
$$;

revoke execute on function forget_jobs (text, text, text) from public;
