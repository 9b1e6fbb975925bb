import { type RawBuilder, sql } from 'kysely';
import type { FraudSignalName } from '../../contract/accounts/fraud.ts';
import { rules } from '../../contract/accounts/statements.ts';
import { rowsOf, type Tx } from '../lib/db/database.ts';
import type { FindAsNumber } from '../lib/network-table.ts';
import { PRIVATE_NETWORK } from './note-place.ts';

const users = sql.ref('wanted.uid');
const LATEST = 300;

const looks = (uids: readonly string[]) => sql`
	lines as materialized (
		select uid, at, kind, at - lag(at) over (partition by uid order by id) as since from (
			select uid, id, at, kind, row_number() over (partition by uid order by id desc) as n from transfers
			where uid = any(${uids}::uuid[]) and kind in ('credit', 'credit-hold', 'reversal', 'credit-cancel')
		) latest where n <= ${LATEST}
	), paid as materialized (
		select distinct uid, platform_user_id from withdrawals
		where platform_user_id in (select platform_user_id from withdrawals where uid = any(${uids}::uuid[]))
	)`;

/** An address with this many accounts is a carrier, a school or an account farm. */
const CROWD_FROM = 25;
const CROWD_LOOKED_AT = 100;
const FARM_PERCENT = 80;
const CARRIER_POINTS = 5;
/** Below `CASE_SCORE_MIN`, because many honest users use a VPN. */
const HOSTING_POINTS = 15;

const crowds = sql`
	crowds as materialized (
		select seen.address, seen.accounts,
			case when seen.accounts < ${CROWD_FROM} then 'few'
				when 100 * seen.nowhere_else >= ${FARM_PERCENT} * seen.accounts then 'farm' else 'carrier' end as crowd
		from (select distinct p.address from wanted join sign_in_places p on p.uid = ${users}) mine
		cross join lateral (
			select mine.address, count(*) as accounts,
				count(*) filter (where not exists (
					select from sign_in_places away where away.uid = other.uid and away.address <> mine.address
				)) as nowhere_else
			from (
				select distinct o.uid from sign_in_places o where o.address = mine.address limit ${CROWD_LOOKED_AT}
			) other
		) seen
	)`;

type Looked = {
	throwaway: readonly { uid: string; domain: string }[];
	hosted: readonly { uid: string; number: number }[];
};

const signals: Record<FraudSignalName, (now: Date, looked: Looked) => RawBuilder<unknown>> = {
	'shared-address': () => sql`
		select distinct on (1) ${users} as uid,
			case c.crowd when 'carrier' then ${CARRIER_POINTS} else least(40, 10 * (c.accounts - 1)) end as points,
			jsonb_build_object('accounts', c.accounts - 1, 'crowd', c.crowd) as details
		from wanted join sign_in_places p on p.uid = ${users} join crowds c on c.address = p.address
		where c.accounts > 3
		order by 1, 2 desc`,
	// Ignores partner reports, which have no device, and carrier addresses, where half of the users share a device name.
	'shared-device': () => sql`
		select ${users} as uid, least(45, 15 * count(distinct other.uid)) as points,
			jsonb_build_object('accounts', count(distinct other.uid), 'device', min(p.device)) as details
		from wanted join sign_in_places p on p.uid = ${users} and p.device <> ''
		join crowds c on c.address = p.address and c.crowd <> 'carrier'
		cross join lateral (
			select o.uid from sign_in_places o
			where o.address = p.address and o.device = p.device and o.uid <> p.uid limit 50
		) other
		group by 1 having count(distinct other.uid) >= 2`,
	'shared-browser': () => sql`
		select ${users} as uid, least(60, 20 * count(distinct other.uid)) as points,
			jsonb_build_object('accounts', count(distinct other.uid)) as details
		from wanted join account_browsers b on b.uid = ${users}
		cross join lateral (
			select o.uid from account_browsers o where o.browser = b.browser and o.uid <> b.uid limit 50
		) other
		group by 1`,
	'one-game-account': () => sql`
		select ${users} as uid, 60 as points, jsonb_build_object('accounts', count(distinct other.uid)) as details
		from wanted
		cross join lateral (
			select platform_user_id from paid w where w.uid = ${users}
		) game
		join paid other on other.platform_user_id = game.platform_user_id and other.uid <> ${users}
		group by 1`,
	velocity: (now) => sql`
		select ${users} as uid, 25 as points, jsonb_build_object('completions', count(*), 'hours', 24) as details
		from wanted join lines l on l.uid = ${users}
		where l.kind in ('credit', 'credit-hold') and l.at > ${now}::timestamptz - interval '24 hours'
		group by 1 having count(*) > 50`,
	'reversal-rate': () => sql`
		select ${users} as uid, 30 as points,
			jsonb_build_object('completions', count(*) filter (where l.kind in ('credit', 'credit-hold')),
				'takenBack', count(*) filter (where l.kind in ('reversal', 'credit-cancel'))) as details
		from wanted join lines l on l.uid = ${users}
		group by 1
		having count(*) filter (where l.kind in ('reversal', 'credit-cancel')) >= 2
			and count(*) filter (where l.kind in ('reversal', 'credit-cancel')) * 5
				> count(*) filter (where l.kind in ('credit', 'credit-hold'))`,
	'instant-completions': (now) => sql`
		select ${users} as uid, 25 as points, jsonb_build_object('completions', count(*), 'seconds', 10) as details
		from wanted join lines l on l.uid = ${users}
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
	// Compares only confirmed addresses, or users could incriminate others by registering a spelling of their address.
	'one-mailbox': () => sql`
		select ${users} as uid, least(60, 30 * count(*)) as points, jsonb_build_object('accounts', count(*)) as details
		from wanted join auth_user own on own.id = ${users} and own.email_verified
		cross join lateral (
			select from auth_user other
			where mailbox_of(other.email) = mailbox_of(own.email) and other.email_verified and other.id <> own.id limit 50
		) other
		group by 1`,
	'disposable-mail': (_now, { throwaway }) => sql`
		select ${users} as uid, 20 as points, jsonb_build_object('domain', t.domain) as details
		from wanted join unnest(${throwaway.map(({ uid }) => uid)}::uuid[], ${throwaway.map(({ domain }) => domain)}::text[])
			as t (uid, domain) on t.uid = ${users}`,
	'hosting-network': (_now, { hosted }) => sql`
		select ${users} as uid, ${HOSTING_POINTS}::int as points, jsonb_build_object('networks', jsonb_agg(distinct t.number)) as details
		from wanted join unnest(${hosted.map(({ uid }) => uid)}::uuid[], ${hosted.map(({ number }) => number)}::bigint[])
			as t (uid, number) on t.uid = ${users}
		group by 1`,
	// Ignores partner reports, because the offer may have been opened in that country days ago.
	'country-jump': (now) => sql`
		select seen.uid, 20 as points, jsonb_build_object('countries', jsonb_agg(distinct seen.country)) as details
		from (
			select p.uid, p.country, exists (
				select from sign_in_places other
				where other.uid = p.uid and other.country <> p.country and other.device <> ''
					and p.last_at between other.first_at - interval '2 hours' and other.last_at + interval '2 hours'
			) as is_elsewhere
			from wanted join sign_in_places p on p.uid = ${users}
			where p.country is not null and p.device <> '' and p.last_at > ${now}::timestamptz - interval '30 days'
		) seen
		group by 1
		having count(distinct seen.country) >= 3 or bool_or(seen.is_elsewhere)`,
};

const CASE_SCORE_MIN = 40;

type Look = { now: Date; findHostingNetwork: FindAsNumber };

const factsOf = (uids: readonly string[]) => sql`wanted as materialized (
		select uid from users where uid = any(${uids}::uuid[]) and deleted_at is null
	), ${looks(uids)}, ${crowds}`;

async function signalsOf(tx: Tx, uids: readonly string[], { now, findHostingNetwork }: Look) {
	const looked = { throwaway: await findThrowaway(tx, uids), hosted: await findHosted(tx, uids, findHostingNetwork) };
	return Object.entries(signals).map(
		([name, of]) => sql`select uid, ${name}::text as signal, points::int, details from (${of(now, looked)}) found`,
	);
}

/** Computes the score and stores nothing. Returns 0 below a case's minimum, or if staff closed a case with this score. */
export async function selectOpenScore(tx: Tx, uid: string, look: Look): Promise<number> {
	const found = await signalsOf(tx, [uid], look);
	const [row] = await rowsOf<{ score: number; closedScore: number | null }>(tx)`
		-- prepared: select_open_score
		with ${factsOf([uid])}
		select least(100, coalesce(sum(points), 0))::int as score,
			(select coalesce(closed_score, score) from fraud_cases where uid = ${uid} and state = 'closed') as "closedScore"
		from (${sql.join(found, sql` union all `)}) found
	`;
	if (!row || row.score < CASE_SCORE_MIN || row.score <= (row.closedScore ?? 0)) return 0;
	return row.score;
}

/** Stores signals and opens cases, but never bans or pauses. A closed case reopens only if its score rose. */
export async function refreshSignals(tx: Tx, uids: readonly string[], { now, findHostingNetwork }: Look) {
	const found = await signalsOf(tx, uids, { now, findHostingNetwork });
	await sql`delete from fraud_signals where uid = any(${uids}::uuid[])`.execute(tx);
	await sql`
		with ${factsOf(uids)}
		insert into fraud_signals (uid, signal, points, details, found_at)
		select uid, signal, points, details, ${now} from (${sql.join(found, sql` union all `)}) found
	`.execute(tx);
	await sql`
		with scores as (
			select w.uid, least(100, coalesce(sum(s.points), 0))::int as score
			from unnest(${uids}::uuid[]) w (uid) left join fraud_signals s on s.uid = w.uid group by w.uid
		)
		insert into fraud_cases (uid, state, score, rule_version, opened_at, changed_at)
		select uid, 'open', score, ${rules['fraud-signals'].version}::int, ${now}, ${now} from scores
		where score >= ${CASE_SCORE_MIN} or exists (select from fraud_cases known where known.uid = scores.uid)
		on conflict (uid) do update set score = excluded.score, rule_version = excluded.rule_version,
			state = case when fraud_cases.state = 'closed' and excluded.score > coalesce(fraud_cases.closed_score, 0)
				then 'open' else fraud_cases.state end,
			changed_at = case when fraud_cases.score = excluded.score then fraud_cases.changed_at else excluded.changed_at end
	`.execute(tx);
}

async function findThrowaway(tx: Tx, uids: readonly string[]): Promise<Looked['throwaway']> {
	const isDisposable = await readDisposableDomains();
	const accounts = await rowsOf<{ uid: string; email: string }>(tx)`
		select id as uid, email from auth_user where id = any(${uids}::uuid[])
	`;
	return accounts
		.filter(({ email }) => isDisposable(email))
		.map(({ uid, email }) => ({ uid, domain: email.split('@').at(-1) ?? '' }));
}

/** Ignores partner reports, because some partners send the address of their own server. */
async function findHosted(tx: Tx, uids: readonly string[], find: FindAsNumber): Promise<Looked['hosted']> {
	const places = await rowsOf<{ uid: string; address: string }>(tx)`
		select distinct uid, address from sign_in_places where uid = any(${uids}::uuid[]) and device <> ''
	`;
	return places.flatMap(({ uid, address }) => {
		const number = find(address);
		return number === undefined ? [] : { uid, number };
	});
}

type IsDisposable = (email: string) => boolean;

let reading: Promise<IsDisposable> | undefined;

function readDisposableDomains(): Promise<IsDisposable> {
	reading ??= import('mailchecker').then(({ default: { blacklist } }) => {
		const domains = blacklist();
		return (email) => {
			const labels = email.toLowerCase().split('@').at(-1)?.split('.') ?? [];
			return labels.some((_, index) => domains.has(labels.slice(index).join('.')));
		};
	});
	return reading;
}
