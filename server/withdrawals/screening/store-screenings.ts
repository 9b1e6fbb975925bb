import { sql } from 'kysely';
import { UNDO_EMAIL_CHANGE_MS } from '../../../contract/limits.ts';
import type { ScreeningRule } from '../../../contract/withdrawals/screening.ts';
import type { AdminWithdrawalRow } from '../../../contract/withdrawals/staff-withdrawals.ts';
import { type AccountMemory, rememberedSince } from '../../accounts/memory/account-memory.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import { type Database, type InDates, rowsOf, type Tx } from '../../lib/db/database.ts';
import { prepared, texts } from '../../lib/db/prepared.ts';
import type { WithdrawalKey, WithdrawalRow } from '../store.ts';
import { AMOUNT_OVER_MS, type ScreeningFacts } from './screening.ts';

type Screening = NonNullable<AdminWithdrawalRow['screening']>;
type ScreeningOutcome = NonNullable<Screening['outcome']>;
export type ScreeningRow = InDates<Screening, 'until' | 'ended_at'> & { withdrawal_id: string; started_at: Date };

/** The facts are valid only within the transaction that reads them. */
const selectFacts = prepared<ScreeningFacts>(
	'select_screening_facts',
	`with requested as materialized (
		select sum(amount) filter (where created_at > $6::timestamptz) as lately,
			sum(amount) filter (where created_at >= $9::timestamptz) as this_year
		from withdrawals
		where uid = $1::uuid and id <> $5::uuid and state <> 'failed'
			and created_at >= least($6::timestamptz, $9::timestamptz)
	), cleared as materialized (
		select uid from screenings
		where uid = $1::uuid and 'yearly-total' = any (rules) and outcome = 'pay' and ended_at >= $9::timestamptz limit 1
	), others as materialized (
		select uid from withdrawals
		where platform_user_id = $2::bigint and uid <> $1::uuid and state <> 'failed' limit 1
	), earlier as materialized (
		select uid from withdrawals where uid = $1::uuid and state = 'completed' limit 1
	)
	select
		(
			select coalesce(json_agg(json_build_object('rule', rule, 'threshold', threshold) order by rule), '[]')
			from screening_rules where is_on
		) as rules,
		coalesce((select score from fraud_cases where uid = asked.uid and state <> 'closed'), 0) as score,
		coalesce((select lately from requested), 0)::bigint as "requestedLately",
		exists (select from others) or exists (
			select 1 from deleted_account_memory gone
			where gone.kind = 'game-account' and gone.digest = asked.digest and gone.deleted_at >= asked.remembered_since
				and gone.uid <> asked.uid
		) as "isSharedGameAccount",
		not exists (select from earlier) as "isFirstPayout",
		(
			select linked_at from linked_game_accounts where platform_user_id = asked.game_account and uid = asked.uid
		) as "linkedAt",
		case when exists (select 1 from screening_rules where rule = 'young-sign-in' and is_on) then (
			select min(seen.at)
			from (
				select device from log_entries
				where uid = asked.uid and source = 'sign-in' and outcome = 'done' order by id desc limit 1
			) latest
			join log_entries seen on seen.uid = asked.uid and seen.source = 'sign-in' and seen.outcome = 'done'
				and seen.device is not distinct from latest.device
		) end as "deviceSince",
		(
			select max(replaced_at) from former_addresses where uid = asked.uid and replaced_at > asked.address_since
		) as "addressChangedAt",
		(
			select string_agg(wall || ': ' || state || ' ' || scope || ', ' || reason, '; ' order by wall, scope)
			from partner_standings where uid = asked.uid and (until is null or until > asked.now)
		) as "partnerStanding",
		case when not exists (select from cleared) then coalesce((select this_year from requested), 0)::bigint end
			as "requestedThisYear"
	from (
		select $1::uuid as uid, $2::bigint as game_account, $3::bytea as digest, $4::timestamptz as remembered_since,
			$5::uuid as id, $6::timestamptz as since, $7::timestamptz as address_since,
			$8::timestamptz as now
	) asked`,
);

/** The digest matches game accounts that deleted users were paid to. */
export async function readScreeningFacts(
	{ db, clock, memory }: { db: Tx; clock: Clock; memory: AccountMemory },
	{ uid, id, platformUserId }: Pick<WithdrawalRow, 'uid' | 'id' | 'platformUserId'>,
): Promise<ScreeningFacts> {
	const digest = memory.digestOf('game-account', platformUserId ?? '');
	const nowMs = clock.now();
	const since = new Date(nowMs - AMOUNT_OVER_MS);
	const remembered = rememberedSince(memory, nowMs);
	const addressSince = new Date(nowMs - UNDO_EMAIL_CHANGE_MS);
	const now = new Date(nowMs);
	const year = new Date(Date.UTC(now.getUTCFullYear(), 0));
	const { rows } = await selectFacts(db, uid, platformUserId, digest, remembered, id, since, addressSince, now, year);
	return rows[0] as ScreeningFacts;
}

const insert = prepared(
	'insert_screening',
	`insert into screenings (uid, withdrawal_id, rules, until, needs_person, started_at)
	values ($1, $2, $3::text[], $4, $5, $6)`,
);

export type NewScreening = WithdrawalKey &
	Pick<ScreeningRow, 'rules' | 'until'> & { needsPerson: boolean; startedAt: Date };

export async function insertScreening(tx: Tx, screening: NewScreening): Promise<void> {
	const { uid, id, rules, until, needsPerson, startedAt } = screening;
	await insert(tx, uid, id, texts(rules), until, needsPerson, startedAt);
}

export async function endScreening(
	tx: Tx,
	{ uid, id }: WithdrawalKey,
	{ outcome, by, at }: { outcome: ScreeningOutcome; by: string | null; at: Date },
): Promise<void> {
	await sql`
		update screenings set ended_at = ${at}, outcome = ${outcome}, ended_by = ${by}
		where uid = ${uid} and withdrawal_id = ${id} and ended_at is null
	`.execute(tx);
}

export async function leaveToPerson(tx: Tx, { uid, id }: WithdrawalKey, rules: readonly ScreeningRule[]) {
	await sql`
		update screenings set needs_person = true, rules = array(select distinct unnest(rules || ${rules}::text[]))
		where uid = ${uid} and withdrawal_id = ${id} and ended_at is null
	`.execute(tx);
}

export type DueScreening = Pick<WithdrawalRow, 'uid' | 'id' | 'orderId' | 'amount' | 'platformUserId'> & {
	isStopped: boolean;
};

export async function selectDueScreenings(db: Database, now: Date, limit: number): Promise<DueScreening[]> {
	return rowsOf<DueScreening>(db)`
		with due as materialized (
			select w.uid, w.id, w.order_id as "orderId", w.amount, w.platform_user_id as "platformUserId", s.until
			from (
				select * from screenings where ended_at is null and not needs_person and until <= ${now}
				order by until limit ${limit}
			) s
			join withdrawals w on w.uid = s.uid and w.id = s.withdrawal_id
		)
		select due.uid, id, "orderId", amount, "platformUserId",
			u.banned_at is not null or u.paused_reason is not null as "isStopped"
		from due join users u on u.uid = due.uid
		order by until
	`;
}

const columns = sql`withdrawal_id, rules, until, needs_person, started_at, ended_at, outcome`;

export async function selectScreeningsOf(db: Database, withdrawals: readonly WithdrawalKey[]) {
	const rows = await rowsOf<ScreeningRow>(db)`
		select ${columns} from unnest(
			${withdrawals.map(({ uid }) => uid)}::uuid[], ${withdrawals.map(({ id }) => id)}::uuid[]
		) as k (of_uid, of_id) join screenings on uid = of_uid and withdrawal_id = of_id
	`;
	return new Map(rows.map((row) => [row.withdrawal_id, row]));
}

export async function selectScreeningsOfUser(tx: Tx, uid: string, limit: number): Promise<ScreeningRow[]> {
	return rowsOf<ScreeningRow>(tx)`
		select ${columns} from screenings where uid = ${uid} order by started_at desc limit ${limit}
	`;
}
