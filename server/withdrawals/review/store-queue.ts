import { sql } from 'kysely';
import type { CallResult } from '../../../contract/calls.ts';
import type { RobuxCents } from '../../../contract/money.ts';
import { transferWith } from '../../ledger/store.ts';
import { type TimeList, wayOf, within } from '../../lib/db/cursor.ts';
import { type Database, type InDates, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { columns, type WithdrawalRow } from '../store.ts';
import { reference, type WithdrawalState } from '../withdrawal.ts';

type Shown = CallResult<'adminGetWithdrawal'>;
type Erasable = 'robloxUsername' | 'platformUserId' | 'placeId' | 'universeId' | 'passId';
export type QueueRow = Omit<WithdrawalRow, Erasable> & { [Field in Erasable]: WithdrawalRow[Field] | null } & {
	vendorStatus: string | null;
	updatedAt: Date;
	nextCheckAt: Date | null;
};

const queueColumns = sql`${columns}, vendor_status as "vendorStatus", updated_at as "updatedAt", next_ask_at as "nextCheckAt"`;

export type QueueFilter = TimeList & {
	states: readonly WithdrawalState[];
	uid?: string | undefined;
	vendor?: string | undefined;
	before: { createdAt: Date; id: string } | undefined;
	limit: number;
};

/** Merges one index scan per state; for one user, scans that user's index. */
export async function selectQueue(db: Database, filter: QueueFilter): Promise<QueueRow[]> {
	const { states, uid, vendor, before, limit, order, ...range } = filter;
	const { way, beyond } = wayOf(order === 'oldest');
	const conditions = [
		...(vendor ? [sql`vendor = ${vendor}`] : []),
		...(before ? [sql`(created_at, id) ${beyond} (${before.createdAt}, ${before.id}::uuid)`] : []),
		within(sql`created_at`, range),
	];
	const rest = sql`${sql.join(conditions, sql` and `)} order by created_at ${way}, id ${way} limit ${limit}`;
	const matching = uid
		? sql`select * from withdrawals where uid = ${uid} and state = any(${states}::text[]) and ${rest}`
		: sql.join(
				states.map((state) => sql`(select * from withdrawals where state = ${state} and ${rest})`),
				sql` union all `,
			);
	return rowsOf<QueueRow>(db)`
		select ${queueColumns} from (${matching}) q order by created_at ${way}, id ${way} limit ${limit}
	`;
}

export function selectByOrderId(db: Database | Tx, orderId: string): Promise<QueueRow | undefined> {
	return rowOf<QueueRow>(db)`select ${queueColumns} from withdrawals where order_id = ${orderId}`;
}

export type StoredTransfer = { kind: string; amount: RobuxCents; at: Date };

export async function selectTransfersOf(db: Database, { uid, id }: Pick<QueueRow, 'uid' | 'id'>) {
	const references = (['hold', 'paid', 'refund'] as const).map((step) => reference(id, step));
	return rowsOf<StoredTransfer>(db)`
		select t.kind, t.amount, t.at
		from unnest(${references}::text[]) with ordinality as r (reference, place),
			(select ${uid}::uuid as uid) u,
			lateral ${transferWith('u.uid', 'r.reference')} t
		where t.reference = r.reference order by r.place
	`;
}

export function selectReviewsOf(db: Database, orderId: string) {
	return rowsOf<InDates<Shown['reviews'][number], 'found_at' | 'resolved_at'>>(db)`
		select id, vendor, order_id, uid, kind, details, found_at, resolved_at, note
		from payout_reviews where order_id = ${orderId} order by id
	`;
}
