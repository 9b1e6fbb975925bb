import { type RawBuilder, sql } from 'kysely';
import { rulesForPerson, withdrawalStates } from '../../../contract/admin/lists.ts';
import { UNDO_EMAIL_CHANGE_MS } from '../../../contract/limits.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import {
	type ScreeningRule,
	type ScreeningSetting,
	type ScreeningState,
	screeningRules,
} from '../../../contract/withdrawals/screening.ts';
import { type Database, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { AMOUNT_OVER_MS } from './screening.ts';

export async function selectRules(db: Database | Tx, lock = sql``): Promise<ScreeningSetting[]> {
	const rules = await rowsOf<ScreeningSetting>(db)`
		select rule, is_on, threshold from screening_rules order by rule ${lock}
	`;
	return rules.toSorted((one, other) => screeningRules.indexOf(one.rule) - screeningRules.indexOf(other.rule));
}

export const lockRules = (tx: Tx): Promise<ScreeningSetting[]> => selectRules(tx, sql`for update`);

export async function updateRules(tx: Tx, rules: readonly ScreeningSetting[]): Promise<void> {
	await sql`
		update screening_rules r set is_on = given.is_on, threshold = given.threshold
		from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as given (rule text, is_on boolean, threshold integer)
		where r.rule = given.rule
	`.execute(tx);
}

type HoldsIn = (threshold: number) => RawBuilder<boolean>;

/** Applies the rules of `screening.ts` to past withdrawals, with today's scores and links. */
const heldThen: Record<ScreeningRule, HoldsIn> = {
	amount: (threshold) => sql`w.amount + coalesce(w.asked_lately, 0) > ${threshold * 100}::bigint`,
	score: (threshold) => sql`exists (
		select from fraud_cases c where c.uid = w.uid and c.state <> 'closed' and c.score >= ${threshold}::integer
	)`,
	'shared-game-account': () =>
		sql`coalesce(case when s.first_uid = w.uid then s.second_at else s.first_at end < w.created_at, false)`,
	'first-payout': () => sql`not w.was_paid`,
	'young-game-account': (threshold) => sql`exists (
		select from linked_game_accounts linked where linked.platform_user_id = w.platform_user_id and linked.uid = w.uid
			and linked.linked_at > w.created_at - make_interval(hours => ${threshold}::integer)
	)`,
	'young-sign-in': (threshold) => sql`coalesce((
		select min(seen.at) > w.created_at - make_interval(hours => ${threshold}::integer)
		from (
			select device from log_entries
			where uid = w.uid and source = 'sign-in' and outcome = 'done' and at <= w.created_at order by id desc limit 1
		) latest
		join log_entries seen on seen.uid = w.uid and seen.source = 'sign-in' and seen.outcome = 'done'
			and seen.device is not distinct from latest.device
	), false)`,
	'partner-standing': () => sql`exists (
		select from partner_standings p where p.uid = w.uid
			and (p.until is null or p.until > w.created_at)
	)`,
	'yearly-total': (threshold) => sql`w.amount + coalesce(w.asked_this_year, 0) > ${threshold * 100}::bigint`,
	'changed-address': (threshold) => sql`w.amount + coalesce(w.asked_lately, 0) > ${threshold * 100}::bigint and exists (
		select from former_addresses former where former.uid = w.uid and former.replaced_at <= w.created_at
			and former.replaced_at > w.created_at - make_interval(secs => ${UNDO_EMAIL_CHANGE_MS / 1000}::float8)
	)`,
};

const requestedWhile = (isCounted: string) =>
	sql.raw(`(
	select sum(other.amount) from withdrawals other
	where other.uid = w.uid and other.id <> w.id and other.state <> 'failed' and other.created_at <= w.created_at
		and ${isCounted}
)`);
const requestedLately = requestedWhile(
	`other.created_at > w.created_at - make_interval(secs => ${AMOUNT_OVER_MS / 1000})`,
);
const requestedThisYear = requestedWhile("other.created_at >= date_trunc('year', w.created_at, 'UTC')");
const wasPaid = sql`exists (
	select from withdrawals earlier
	where earlier.uid = w.uid and earlier.state = 'completed' and earlier.created_at < w.created_at
)`;
const reversedAfter = (at: RawBuilder<unknown>) => sql`exists (
	select from chargebacks c where c.uid = w.uid and c.at > ${at}
)`;

const heldBy = (rule: ScreeningRule) => sql.ref(`held by ${rule}`);

export type Effect = Omit<ScreeningState['effect'], 'held_amount' | 'by_rule'> & {
	held_cents: RobuxCents;
	by_rule: Record<ScreeningRule, number>;
};

export async function selectEffect(
	db: Database,
	rules: readonly ScreeningSetting[],
	{ since, most }: { since: Date; most: number },
): Promise<Effect> {
	const values = sql.join(
		rules.map(({ rule, threshold }) => sql`${heldThen[rule](threshold ?? 0)} as ${heldBy(rule)}`),
		sql`, `,
	);
	const anyOf = (some: readonly ScreeningSetting[]) =>
		some.length === 0
			? sql`false`
			: sql.join(
					some.map(({ rule }) => heldBy(rule)),
					sql` or `,
				);
	const on = rules.filter(({ is_on }) => is_on);
	// Materialized, or the planner would evaluate each rule once per sum.
	const row = await rowOf<Effect>(db)`
		with newest as materialized (${newest(since, most + 1)}), sharers as materialized (
			-- The two users of each game account who withdrew first, as the first one shares it with the second.
			select platform_user_id, (array_agg(uid order by at))[1] as first_uid, (array_agg(at order by at))[1] as first_at,
				(array_agg(at order by at))[2] as second_at
			from (
				select platform_user_id, uid, min(created_at) as at from withdrawals
				where state <> 'failed' and platform_user_id in (select platform_user_id from newest) group by 1, 2
			) firsts group by 1
		), told as materialized (
			select w.*, ${values} from (select * from newest order by created_at desc, id desc limit ${most}) w
			left join sharers s on s.platform_user_id = w.platform_user_id
		)
		select count(*)::int as withdrawals, (select count(*) from newest) > ${most} as is_cut,
			count(*) filter (where held)::int as held,
			coalesce(sum(amount) filter (where held), 0)::bigint as held_cents,
			count(*) filter (where needs_person)::int as needs_person,
			count(*) filter (where held and state = 'completed' and w.is_reversed)::int as reversed_later,
			json_build_object(${sql.join(
				rules.map(({ rule }) => sql`${rule}::text, count(*) filter (where ${heldBy(rule)})`),
				sql`, `,
			)}) as by_rule
		from (
			select told.*, ${anyOf(on)} as held, ${anyOf(on.filter(({ rule }) => rulesForPerson.has(rule)))} as needs_person
			from told
		) w
	`;
	return row as Effect;
}

function newest(since: Date, limit: number) {
	const found = withdrawalStates.map(
		(state) => sql`(
			select uid, id, amount, platform_user_id, state, created_at, ${requestedLately} as asked_lately,
				${requestedThisYear} as asked_this_year, ${wasPaid} as was_paid,
				${reversedAfter(sql`w.created_at`)} as is_reversed
			from withdrawals w where state = ${state} and created_at >= ${since}
			order by created_at desc, id desc limit ${limit}
		)`,
	);
	return sql`select * from (${sql.join(found, sql` union all `)}) found order by created_at desc, id desc limit ${limit}`;
}

type Figures = Omit<ScreeningState['figures'], 'share_held'>;

export async function selectFigures(db: Database, since: Date): Promise<Figures> {
	const row = await rowOf<Figures>(db)`
		with asked as materialized (
			select count(*)::int as count from withdrawals
			where state = any (${[...withdrawalStates]}::text[]) and created_at >= ${since}
		), held as materialized (
			select count(*)::int as held,
			round(
				extract(epoch from percentile_cont(0.5) within group (order by w.ended_at - w.started_at)) * 1000
			)::float8 as median_wait_ms,
			count(*) filter (where w.ended_at is null)::int as waiting,
			count(*) filter (where w.outcome = 'refund')::int as refunded,
			count(*) filter (where w.outcome in ('pay', 'went-on') and is_reversed)::int as reversed_later
		from (
			select w.*, ${reversedAfter(sql`w.ended_at`)} as is_reversed from screenings w
			where w.started_at >= ${since}
		) w
		)
		select asked.count as withdrawals, held.* from asked, held
	`;
	return row as Figures;
}
