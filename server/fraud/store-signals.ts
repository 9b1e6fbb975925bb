import { type RawBuilder, sql } from 'kysely';
import type { FraudSignalName } from '../../contract/admin/fraud.ts';
import type { Tx } from '../lib/db/database.ts';
import { rowsOf } from '../lib/db/rows.ts';
import { readDisposableDomains } from './disposable-mail.ts';
import { PRIVATE_NETWORK } from './telling-address.ts';

/** Each signal is one statement over a few users: whom it is true of, its points, and its reason in figures. */
const users = sql.ref('wanted.uid');
/** A user's latest lines of the books: enough to tell a habit, and the same work for everybody. */
const LATEST = 300;

const latest = sql`
	lateral (
		select id, at, kind, at - lag(at) over (order by id) as since
		from (
			select id, at, kind from transfers t
			where t.uid = ${users} and t.kind in ('credit', 'credit-hold', 'reversal', 'credit-cancel')
			order by id desc limit ${LATEST}
		) last
	) l`;

/** Behind an address that so many use stands a carrier or a school: sharing it says next to nothing. */
const COMMON_FROM = 25;
const COMMON_POINTS = 5;

const signals: Record<FraudSignalName, (now: Date, throwaway: Throwaway) => RawBuilder<unknown>> = {
	'shared-address': () => sql`
		select uid, max(points) as points, jsonb_build_object('accounts', max(accounts)) as details
		from (
			select ${users} as uid, count(distinct other.uid) as accounts,
				case when count(distinct other.uid) >= ${COMMON_FROM} then ${COMMON_POINTS}
					else least(40, 10 * count(distinct other.uid)) end as points
			from wanted join sign_in_places p on p.uid = ${users}
			cross join lateral (
				select distinct o.uid from sign_in_places o where o.address = p.address and o.uid <> p.uid limit ${COMMON_FROM}
			) other
			group by ${users}, p.address having count(distinct other.uid) >= 3
		) address
		group by 1`,
	'shared-device': () => sql`
		select ${users} as uid, least(45, 15 * count(distinct other.uid)) as points,
			jsonb_build_object('accounts', count(distinct other.uid), 'device', min(p.device)) as details
		from wanted join sign_in_places p on p.uid = ${users}
		cross join lateral (
			select o.uid from sign_in_places o
			where o.address = p.address and o.device = p.device and o.uid <> p.uid limit 50
		) other
		group by 1 having count(distinct other.uid) >= 2`,
	'one-game-account': () => sql`
		select ${users} as uid, 60 as points, jsonb_build_object('accounts', count(distinct other.uid)) as details
		from wanted
		cross join lateral (
			select distinct platform_user_id from withdrawals w where w.uid = ${users} and platform_user_id is not null
		) game
		join withdrawals other on other.platform_user_id = game.platform_user_id and other.uid <> ${users}
		group by 1`,
	velocity: (now) => sql`
		select ${users} as uid, 25 as points, jsonb_build_object('completions', count(*), 'hours', 24) as details
		from wanted cross join ${latest}
		where l.kind in ('credit', 'credit-hold') and l.at > ${now}::timestamptz - interval '24 hours'
		group by 1 having count(*) > 50`,
	'reversal-rate': () => sql`
		select ${users} as uid, 30 as points,
			jsonb_build_object('completions', count(*) filter (where l.kind in ('credit', 'credit-hold')),
				'takenBack', count(*) filter (where l.kind in ('reversal', 'credit-cancel'))) as details
		from wanted cross join ${latest}
		group by 1
		having count(*) filter (where l.kind in ('reversal', 'credit-cancel')) >= 2
			and count(*) filter (where l.kind in ('reversal', 'credit-cancel')) * 5
				> count(*) filter (where l.kind in ('credit', 'credit-hold'))`,
	'instant-completions': (now) => sql`
		select ${users} as uid, 25 as points, jsonb_build_object('completions', count(*), 'seconds', 10) as details
		from wanted cross join ${latest}
		where l.kind in ('credit', 'credit-hold') and l.since < interval '10 seconds'
			and l.at > ${now}::timestamptz - interval '7 days'
		group by 1 having count(*) >= 5`,
	'promo-abuse': () => sql`
		select ${users} as uid, 40 as points,
			jsonb_build_object('accounts', count(distinct other.uid), 'code', min(p.code)) as details
		from wanted join promo_redemptions p on p.uid = ${users} and p.network !~ ${PRIVATE_NETWORK}
		cross join lateral (
			select o.uid from promo_redemptions o
			where o.network = p.network and o.code = p.code and o.uid <> p.uid limit 50
		) other
		group by 1 having count(distinct other.uid) >= 2`,
	// Only confirmed ones: else anybody could bring suspicion on somebody by a spelling of their address.
	'one-mailbox': () => sql`
		select ${users} as uid, least(60, 30 * count(*)) as points, jsonb_build_object('accounts', count(*)) as details
		from wanted join auth_user own on own.id = ${users} and own.email_verified
		cross join lateral (
			select from auth_user other
			where mailbox_of(other.email) = mailbox_of(own.email) and other.email_verified and other.id <> own.id limit 50
		) other
		group by 1`,
	'disposable-mail': (_now, throwaway) => sql`
		select ${users} as uid, 20 as points, jsonb_build_object('domain', t.domain) as details
		from wanted join unnest(${throwaway.map(({ uid }) => uid)}::uuid[], ${throwaway.map(({ domain }) => domain)}::text[])
			as t (uid, domain) on t.uid = ${users}`,
	'country-jump': (now) => sql`
		select ${users} as uid, 20 as points,
			jsonb_build_object('countries', jsonb_agg(distinct p.country)) as details
		from wanted join sign_in_places p on p.uid = ${users}
		where p.country is not null and p.last_at > ${now}::timestamptz - interval '30 days'
		group by 1
		having count(distinct p.country) >= 3 or bool_or(exists (
			select from sign_in_places other
			where other.uid = p.uid and other.country <> p.country
				and p.last_at between other.first_at - interval '2 hours' and other.last_at + interval '2 hours'
		))`,
};

export const CASE_SCORE_MIN = 40;

/** A closed case opens again by a higher score than it was closed with; nobody is banned or paused. */
export async function refreshSignals(tx: Tx, uids: readonly string[], now: Date): Promise<void> {
	const throwaway = await findThrowaway(tx, uids);
	const found = Object.entries(signals).map(
		([name, of]) => sql`select uid, ${name}::text as signal, points::int, details from (${of(now, throwaway)}) found`,
	);
	await sql`
		delete from fraud_signals where uid = any(${uids}::uuid[])
	`.execute(tx);
	await sql`
		with wanted as materialized (
			select uid from users where uid = any(${uids}::uuid[]) and deleted_at is null
		)
		insert into fraud_signals (uid, signal, points, details, found_at)
		select uid, signal, points, details, ${now} from (${sql.join(found, sql` union all `)}) found
	`.execute(tx);
	await sql`
		with scores as (
			select w.uid, least(100, coalesce(sum(s.points), 0))::int as score
			from unnest(${uids}::uuid[]) w (uid) left join fraud_signals s on s.uid = w.uid group by w.uid
		)
		insert into fraud_cases (uid, state, score, opened_at, changed_at)
		select uid, 'open', score, ${now}, ${now} from scores
		where score >= ${CASE_SCORE_MIN} or uid in (select uid from fraud_cases)
		on conflict (uid) do update set score = excluded.score,
			state = case when fraud_cases.state = 'closed' and excluded.score > coalesce(fraud_cases.closed_score, 0)
				then 'open' else fraud_cases.state end,
			changed_at = case when fraud_cases.score = excluded.score then fraud_cases.changed_at else excluded.changed_at end
	`.execute(tx);
}

type Throwaway = readonly { uid: string; domain: string }[];

async function findThrowaway(tx: Tx, uids: readonly string[]): Promise<Throwaway> {
	const isDisposable = await readDisposableDomains();
	const accounts = await rowsOf<{ uid: string; email: string }>(tx)`
		select id as uid, email from auth_user where id = any(${uids}::uuid[])
	`;
	return accounts
		.filter(({ email }) => isDisposable(email))
		.map(({ uid, email }) => ({ uid, domain: email.split('@').at(-1) ?? '' }));
}
