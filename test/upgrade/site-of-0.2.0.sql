-- Data written by 0.2.0, with one banned and one paused user. Connections use its application name.

select set_config('application_name', 'lootpass', true);

insert into auth_user (id, name, email, email_verified, image, birth_year, created_at, updated_at, age_known, two_factor_enabled, confirm_first) values
	('fc321d1f-34ad-4905-8993-315879b4ed94', 'Person 3', 'person-3@seed.invalid', 'true', NULL, '1983', '2026-08-02 22:17:50.297011+00', '2026-08-02 22:17:50.297011+00', 'false', 'false', 'false'),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', 'Person 4', 'person-4@seed.invalid', 'true', NULL, '1984', '2026-08-25 10:17:50.297011+00', '2026-08-25 10:17:50.297011+00', 'false', 'false', 'false'),
	('6ff54c45-ab79-4a10-83d0-95fabcd6b131', 'Person 8', 'person-8@seed.invalid', 'true', NULL, '1988', '2026-11-23 10:17:50.297011+00', '2026-11-23 10:17:50.297011+00', 'false', 'false', 'false');

insert into users (uid, role, avatar_url, roblox_username, platform_user_id, last_access, banned_at, ban_reason, paused_reason, created_by_call_at, created_at, deleted_at, earned_rank, staff_role) values
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', NULL, NULL, NULL, NULL, '2026-11-21 18:47:29.412085+00', '2026-11-23 10:17:50.532664+00', 'Sold accounts.', NULL, NULL, '2026-08-25 10:17:50.297011+00', NULL, '13816', NULL),
	('6ff54c45-ab79-4a10-83d0-95fabcd6b131', NULL, NULL, NULL, NULL, '2026-11-23 10:17:50.297011+00', NULL, NULL, 'Looked at.', NULL, '2026-11-23 10:17:50.297011+00', NULL, '2245', NULL),
	('fc321d1f-34ad-4905-8993-315879b4ed94', NULL, NULL, 'seed_be921_3', '9000000003', '2026-10-13 19:42:34.1466+00', NULL, NULL, NULL, NULL, '2026-08-02 22:17:50.297011+00', NULL, '5798', NULL);

insert into wallets (uid, balance, pending, earned, withdrawn, closed_at) values
	('6ff54c45-ab79-4a10-83d0-95fabcd6b131', '2245', '0', '2245', '0', NULL),
	('fc321d1f-34ad-4905-8993-315879b4ed94', '4798', '0', '5798', '1000', NULL),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', '11016', '0', '13816', '2800', NULL);

insert into transfers (uid, id, at, amount, payout_micros, link, signed_text, signed_cut, is_bonus, kind, debit, credit, reference, offer_id, offer_name, reason) overriding system value values
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', '2', '2026-09-01 22:15:50.317222+00', '3837', '422070', NULL, NULL, NULL, NULL, 'credit', 'partner:seed-1', 'wallet', 'offer/seed-1/68baaecf-2/credit', '2', 'Reach level 2', NULL),
	('fc321d1f-34ad-4905-8993-315879b4ed94', '3', '2026-09-05 16:15:50.317222+00', '5798', '637780', NULL, NULL, NULL, NULL, 'credit', 'partner:seed-3', 'wallet', 'offer/seed-3/68baaecf-3/credit', '3', 'Reach level 3', NULL),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', '10', '2026-10-01 22:15:50.317222+00', '2495', '274450', NULL, NULL, NULL, NULL, 'credit', 'partner:seed-1', 'wallet', 'offer/seed-1/68baaecf-10/credit', '10', 'Reach level 10', NULL),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', '14', '2026-10-16 22:15:50.317222+00', '6247', '687170', NULL, NULL, NULL, NULL, 'credit', 'partner:seed-1', 'wallet', 'offer/seed-1/68baaecf-14/credit', '14', 'Reach level 14', NULL),
	('6ff54c45-ab79-4a10-83d0-95fabcd6b131', '23', '2026-11-19 16:15:50.317222+00', '2245', '246950', NULL, NULL, NULL, NULL, 'credit', 'partner:seed-1', 'wallet', 'offer/seed-1/68baaecf-23/credit', '23', 'Reach level 23', NULL),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', '24', '2026-11-23 10:15:50.317222+00', '1237', '136070', NULL, NULL, NULL, NULL, 'credit', 'partner:seed-4', 'wallet', 'offer/seed-4/68baaecf-24/credit', '24', 'Reach level 24', NULL),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', '27', '2026-09-12 03:13:24.032214+00', '2800', NULL, NULL, NULL, NULL, NULL, 'withdrawal-hold', 'wallet', 'payouts:held', 'withdrawal/dfaab253-0759-48e0-aeac-3561e44fe959/hold', NULL, NULL, NULL),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', '28', '2026-09-12 04:13:24.032214+00', '2800', NULL, NULL, NULL, NULL, NULL, 'withdrawal-paid', 'payouts:held', 'payouts:paid', 'withdrawal/dfaab253-0759-48e0-aeac-3561e44fe959/paid', NULL, NULL, NULL),
	('fc321d1f-34ad-4905-8993-315879b4ed94', '35', '2026-11-02 14:49:03.83956+00', '1000', NULL, NULL, NULL, NULL, NULL, 'withdrawal-hold', 'wallet', 'payouts:held', 'withdrawal/7e685f44-b540-4aa3-872b-6dedd5506f37/hold', NULL, NULL, NULL),
	('fc321d1f-34ad-4905-8993-315879b4ed94', '36', '2026-11-02 15:49:03.83956+00', '1000', NULL, NULL, NULL, NULL, NULL, 'withdrawal-paid', 'payouts:held', 'payouts:paid', 'withdrawal/7e685f44-b540-4aa3-872b-6dedd5506f37/paid', NULL, NULL, NULL);

insert into account_buckets (account, starts_at, debited, credited) values
	('partner:seed-1', '2026-11-19 16:15:00+00', '2245', '0'),
	('partner:seed-1', '2026-09-01 22:15:00+00', '3837', '0'),
	('partner:seed-3', '2026-09-05 16:15:00+00', '5798', '0'),
	('partner:seed-1', '2026-10-01 22:15:00+00', '2495', '0'),
	('partner:seed-1', '2026-10-16 22:15:00+00', '6247', '0'),
	('partner:seed-4', '2026-11-23 10:15:00+00', '1237', '0'),
	('payouts:paid', '2026-09-12 04:00:00+00', '0', '2800'),
	('payouts:held', '2026-11-02 14:45:00+00', '0', '1000'),
	('payouts:held', '2026-09-12 03:00:00+00', '0', '2800'),
	('payouts:held', '2026-09-12 04:00:00+00', '2800', '0'),
	('payouts:paid', '2026-11-02 15:45:00+00', '0', '1000'),
	('payouts:held', '2026-11-02 15:45:00+00', '1000', '0');

insert into earnings_buckets (wall, starts_at, payout_micros) values
	('seed-4', '2026-11-23 10:15:00+00', '136070'),
	('seed-1', '2026-10-16 22:15:00+00', '687170'),
	('seed-1', '2026-09-01 22:15:00+00', '422070'),
	('seed-1', '2026-11-19 16:15:00+00', '246950'),
	('seed-1', '2026-10-01 22:15:00+00', '274450'),
	('seed-3', '2026-09-05 16:15:00+00', '637780');

insert into earnings_days (wall, day, payout_micros) values
	('seed-1', '2026-09-01 00:00:00+00', '422070'),
	('seed-1', '2026-10-01 00:00:00+00', '274450'),
	('seed-1', '2026-10-16 00:00:00+00', '687170'),
	('seed-1', '2026-11-19 00:00:00+00', '246950'),
	('seed-3', '2026-09-05 00:00:00+00', '637780');

insert into linked_game_accounts (platform_user_id, uid, roblox_username, linked_at, proven_at) values
	('9000000003', 'fc321d1f-34ad-4905-8993-315879b4ed94', 'seed_be921_3', '2026-08-02 22:17:50.297011+00', NULL);

insert into sign_up_cohorts (month, users, earners, paid, paid_in_30_days, counted_at) values
	('2026-11-01', '1', '1', '0', '0', '2026-11-23 10:17:50.408+00'),
	('2026-08-01', '2', '2', '2', '1', '2026-11-23 10:17:50.408+00');

insert into visits (starts_at, away_for) values
	('2026-11-21 18:45:00+00', '{1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}'),
	('2026-11-23 10:15:00+00', '{1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}'),
	('2026-10-13 19:30:00+00', '{1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1}');

insert into withdrawals (uid, id, order_id, request_id, state, amount, price, roblox_username, platform_user_id, place_id, universe_id, pass_id, vendor, is_pre_order, attempts, first_sent_at, last_sent_at, is_acknowledged, asks, next_ask_at, lease_until, fence, vendor_status, refusal, created_at, updated_at, version, reconciled_at, resent_at) values
	('fc321d1f-34ad-4905-8993-315879b4ed94', '7e685f44-b540-4aa3-872b-6dedd5506f37', 'seed-7e685f44-b540-4aa3-872b-6dedd5506f37', NULL, 'completed', '1000', '14', 'seed_be921_3', NULL, NULL, NULL, NULL, 'manual', 'false', '1', NULL, NULL, 'false', '0', NULL, NULL, '0', NULL, NULL, '2026-11-02 14:49:03.83956+00', '2026-11-02 15:49:03.83956+00', '1', '2026-11-02 15:49:03.83956+00', NULL),
	('4aa4b9c4-eb46-41e6-8402-6ba0268ea888', 'dfaab253-0759-48e0-aeac-3561e44fe959', 'seed-dfaab253-0759-48e0-aeac-3561e44fe959', NULL, 'completed', '2800', '40', NULL, NULL, NULL, NULL, NULL, 'manual', 'false', '1', NULL, NULL, 'false', '0', NULL, NULL, '0', NULL, NULL, '2026-09-12 03:13:24.032214+00', '2026-09-12 04:13:24.032214+00', '1', '2026-09-12 04:13:24.032214+00', NULL);

update figure_marks set until = '2026-11-22 00:00:00+00' where name = 'earnings';
