import { sql } from 'kysely';
import type { RobuxCents } from '../../contract/money.ts';
import type { PromoRedemption } from '../../contract/promotions.ts';
import { type TimeList, wayOf, within } from '../lib/db/cursor.ts';
import { cellOf, type Database, hasRow, type InDates, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';
import type { CodeState } from './promo-code.ts';

export type CodeRow = CodeState & { code: string; amount: RobuxCents; createdAt: Date; createdBy: string };

const codeColumns = sql`
	code, amount, uses, uses_max as "usesMax", per_user as "perUser", starts_at as "startsAt", ends_at as "endsAt",
	closed_at as "closedAt", created_at as "createdAt", created_by as "createdBy"`;

export async function lockCode(tx: Tx, code: string): Promise<CodeRow | undefined> {
	return rowOf<CodeRow>(tx)`select ${codeColumns} from promo_codes where code = ${code} for no key update`;
}

export function insertCode(tx: Tx, row: Omit<CodeRow, 'uses' | 'closedAt'> & { proposal?: string | undefined }) {
	return rowOf<CodeRow>(tx)`
		insert into promo_codes (code, amount, uses_max, per_user, starts_at, ends_at, created_at, created_by, proposal)
		values (${row.code}, ${row.amount}, ${row.usesMax}, ${row.perUser}, ${row.startsAt}, ${row.endsAt},
			${row.createdAt}, ${row.createdBy}, ${row.proposal ?? null})
		on conflict (code) do nothing
		returning ${codeColumns}
	`;
}

export async function isForOthers(tx: Tx, { uid, code }: { uid: string; code: string }): Promise<boolean> {
	return hasRow(tx)`
		select from users where uid = ${uid} and role is not null
		union all select from promo_codes where code = ${code} and created_by = ${uid}
		union all select from proposals p join promo_codes c on c.proposal = p.id where c.code = ${code} and p.decided_by = ${uid}
	`;
}

/** Requires {@link lockCode}. */
export async function closeCode(tx: Tx, code: string, atMs: number): Promise<void> {
	await sql`update promo_codes set closed_at = ${new Date(atMs)} where code = ${code}`.execute(tx);
}

export async function countUse(tx: Tx, code: string): Promise<void> {
	await sql`update promo_codes set uses = uses + 1 where code = ${code}`.execute(tx);
}

export async function selectCodes(
	db: Database,
	page: TimeList & {
		openAt: Date | undefined;
		after: { createdAtMs: number; code: string } | undefined;
		limit: number;
	},
): Promise<CodeRow[]> {
	const { openAt, after, limit, order, ...range } = page;
	const { way, beyond } = wayOf(order === 'oldest');
	const further = after ? sql`(created_at, code) ${beyond} (${new Date(after.createdAtMs)}, ${after.code})` : sql`true`;
	const open = openAt
		? sql`closed_at is null and (ends_at is null or ends_at > ${openAt}) and uses < uses_max`
		: sql`true`;
	return rowsOf<CodeRow>(db)`
		select ${codeColumns} from promo_codes where ${further} and ${within(sql`created_at`, range)} and ${open}
		order by created_at ${way}, code ${way} limit ${limit}
	`;
}

export async function countUsesOf(tx: Tx, { uids, code }: { uids: readonly string[]; code: string }): Promise<number> {
	return (
		(await cellOf<number>(tx)`
		select count(*)::int as count from promo_redemptions where uid = any(${uids}::uuid[]) and code = ${code}
	`) ?? 0
	);
}

export type NewRedemption = {
	uid: string;
	code: string;
	use: number;
	atMs: number;
	transferId: number;
	userAgent: string | null;
	network: string;
};

export async function insertRedemption(tx: Tx, redemption: NewRedemption): Promise<void> {
	const { uid, code, use, atMs, transferId, userAgent, network } = redemption;
	await sql`
		insert into promo_redemptions (uid, code, use, at, transfer_id, user_agent, network)
		values (${uid}, ${code}, ${use}, ${new Date(atMs)}, ${transferId}, ${userAgent}, ${network})
	`.execute(tx);
}

export type RedemptionRow = Omit<InDates<PromoRedemption, 'at'>, 'amount' | 'device'> & {
	use: number;
	amount: RobuxCents;
	userAgent: string | null;
};

export async function selectRedemptions(db: Database, { code, uid, after, limit, order, ...range }: RedemptionFilter) {
	const { way, beyond } = wayOf(order === 'oldest');
	const further = after
		? sql`(r.at, r.uid, r.use) ${beyond} (${new Date(after.atMs)}, ${after.uid}::uuid, ${after.use}::int)`
		: sql`true`;
	const others = (column: 'network' | 'user_agent') => sql`(
		select count(distinct o.uid)::int from promo_redemptions o
		where o.code = r.code and o.${sql.ref(column)} = r.${sql.ref(column)} and o.uid <> r.uid
	)`;
	return rowsOf<RedemptionRow>(db)`
		select r.uid, r.code, r.use, r.at, c.amount, u.roblox_username,
			coalesce(u.roblox_username, a.email) as user_name, u.banned_at is not null as banned,
			r.user_agent as "userAgent", r.network, ${others('network')} as "othersOnNetwork",
			${others('user_agent')} as "othersOnDevice"
		from promo_redemptions r join promo_codes c on c.code = r.code left join users u on u.uid = r.uid
			left join auth_user a on a.id = r.uid
		where r.code = ${code} and ${uid === undefined ? sql`true` : sql`r.uid = ${uid}`} and ${further}
			and ${within(sql`r.at`, range)}
		order by r.at ${way}, r.uid ${way}, r.use ${way} limit ${limit}
	`;
}

type RedemptionFilter = TimeList & {
	code: string;
	uid: string | undefined;
	after: RedemptionKey | undefined;
	limit: number;
};
export type RedemptionKey = { atMs: number; uid: string; use: number };
