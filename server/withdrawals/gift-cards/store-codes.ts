import { sql } from 'kysely';
import { cellOf, cellsOf, type Database, hasRow, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { WithdrawalKey } from '../store.ts';

export type MethodTerms = { centsPerThousand: number; amountMin: number };
export type MethodRow =
	| ({ isOn: true } & MethodTerms)
	| { isOn: false; centsPerThousand: number | null; amountMin: number | null };
export type NewCode = { id: string; cents: number; digest: Buffer; sealed: string; salt: Buffer; hash: Buffer };

const columns = sql`is_on as "isOn", cents_per_thousand as "centsPerThousand", amount_min as "amountMin"`;
const ofGiftCard = sql`from payout_methods where method = 'gift-card'`;

export async function selectMethod(db: Database | Tx, { isLocked = false } = {}): Promise<MethodRow> {
	const row = await rowOf<MethodRow>(db)`select ${columns} ${ofGiftCard} ${isLocked ? sql`for update` : sql``}`;
	if (!row) throw new Error('payout_methods has no gift card');
	return row;
}

export async function updateMethod(tx: Tx, row: MethodRow, now: Date): Promise<void> {
	await sql`
		update payout_methods set is_on = ${row.isOn}, cents_per_thousand = ${row.centsPerThousand},
			amount_min = ${row.amountMin}, changed_at = ${now}
		where method = 'gift-card'
	`.execute(tx);
}

export async function selectStock(db: Database) {
	const free = await rowsOf<{ cents: number; count: number }>(db)`
		select cents, count(*)::int as count from payout_codes where withdrawal_id is null group by cents order by cents
	`;
	const given = await cellOf<number>(db)`select count(*)::int from payout_codes where withdrawal_id is not null`;
	return { free, given: given ?? 0 };
}

/** @returns the digests that were not stored before. */
export async function insertCodes(tx: Tx, codes: readonly NewCode[], { by, now }: { by: string; now: Date }) {
	const rows = codes.map(
		({ id, cents, digest, sealed, salt, hash }) =>
			sql`(${id}::uuid, ${cents}::int, ${digest}::bytea, ${sealed}, ${salt}::bytea, ${hash}::bytea, ${by}::uuid, ${now}::timestamptz)`,
	);
	return cellsOf<Buffer>(tx)`
		insert into payout_codes (id, cents, digest, sealed, salt, hash, added_by, added_at) values ${sql.join(rows)}
		on conflict (digest) do nothing returning digest
	`;
}

export function isFree(db: Database, { digest, cents }: Pick<NewCode, 'digest' | 'cents'>) {
	return cellOf<boolean>(db)`
		select withdrawal_id is null and cents = ${cents} from payout_codes where digest = ${digest}
	`;
}

export async function deleteFreeCodes(tx: Tx, cents: number): Promise<number> {
	const rows = await rowsOf(tx)`delete from payout_codes where withdrawal_id is null and cents = ${cents} returning id`;
	return rows.length;
}

export function isStopped(tx: Tx, uid: string): Promise<boolean> {
	return hasRow(tx)`select from users where uid = ${uid} and (banned_at is not null or paused_reason is not null)`;
}

/** Gives the order a free code of this value. Requires the lock of its manual payout. @returns the code's id. */
export function giveCode(
	tx: Tx,
	{ cents, preferred = null, to }: { cents: number; preferred?: Buffer | null; to: WithdrawalKey },
): Promise<string | undefined> {
	return cellOf<string>(tx)`
		update payout_codes set uid = ${to.uid}, withdrawal_id = ${to.id}
		where id = (
			select id from payout_codes where withdrawal_id is null and cents = ${cents}
			order by digest is not distinct from ${preferred}::bytea desc, added_at, id limit 1 for update skip locked
		)
		returning id
	`;
}

export type GivenCode = {
	id: string;
	withdrawalId: string;
	cents: number;
	sealed: string | null;
	salt: Buffer;
	hash: Buffer;
};

/** Newest first. */
export async function selectCodesOf(tx: Tx, uid: string): Promise<(GivenCode & { orderId: string })[]> {
	const codes = await rowsOf<GivenCode>(tx)`
		select id, withdrawal_id as "withdrawalId", cents, sealed, salt, hash from payout_codes where uid = ${uid}
	`;
	if (codes.length === 0) return [];
	const paid = await rowsOf<{ id: string; orderId: string }>(tx)`
		select id, order_id as "orderId" from withdrawals
		where uid = ${uid} and method = 'gift-card' and state = 'completed' order by created_at desc, id desc
	`;
	const byOrder = new Map(codes.map((code) => [code.withdrawalId, code]));
	return paid.flatMap(({ id, orderId }) => {
		const code = byOrder.get(id);
		return code ? [{ ...code, orderId }] : [];
	});
}

export async function countCodesOf(db: Database, uid: string): Promise<number> {
	return (await cellOf<number>(db)`select count(*)::int from payout_codes where uid = ${uid}`) ?? 0;
}

/** The keyed digest stays, so that the code cannot be added again. */
export async function eraseCodes(tx: Tx, uid: string): Promise<void> {
	await sql`update payout_codes set sealed = null, salt = null, hash = null where uid = ${uid}`.execute(tx);
}
