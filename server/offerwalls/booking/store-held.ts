import { sql } from 'kysely';
import { type Database, ofUsers, rowsOf, type Tx } from '../../lib/db/database.ts';
import { bigints, prepared, texts, timestamps, uuids } from '../../lib/db/prepared.ts';
import { columnsOf } from './columns.ts';
import type { Hold } from './event-item.ts';

export type HeldCredit = { uid: string; holdId: number; wall: string; transactionId: string };

type HeldOutcome = 'released' | 'cancelled' | 'approved';

const heldColumns = sql`uid, hold_id as "holdId", wall, transaction_id as "transactionId"`;

/** `hold` is undefined if the credit awaits the partner's decision. */
export type NewHold = HeldCredit & { hold: Hold | undefined };

export type EndedHold = { uid: string; holdId: number; outcome: HeldOutcome };

const insert = prepared(
	'insert_held_credits',
	`insert into held_credits (uid, hold_id, wall, transaction_id, release_at, cause)
	select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::text[])`,
);

export async function insertHeldCredits(tx: Tx, holds: readonly NewHold[]): Promise<void> {
	if (holds.length === 0) return;
	await insert(
		tx,
		...columnsOf(holds, { uid: uuids, holdId: bigints, wall: texts, transactionId: texts }),
		timestamps(holds.map(({ hold }) => hold?.untilMs ?? undefined)),
		texts(holds.map(({ hold }) => hold?.cause)),
	);
}

const end = prepared(
	'end_held_credits',
	`update held_credits h set outcome = i.outcome
	from unnest($1::uuid[], $2::bigint[], $3::text[]) as i (uid, hold_id, outcome)
	where h.uid = i.uid and ${ofUsers('h.uid')} and h.hold_id = i.hold_id`,
);

export async function endHeldCredits(tx: Tx, ended: readonly EndedHold[]): Promise<void> {
	if (ended.length > 0) await end(tx, ...columnsOf(ended, { uid: uuids, holdId: bigints, outcome: texts }));
}

export async function selectDueHolds(db: Database, nowMs: number, limit: number): Promise<HeldCredit[]> {
	return await rowsOf<HeldCredit>(db)`
		select ${heldColumns} from held_credits
		where outcome is null and release_at <= ${new Date(nowMs)} order by release_at limit ${limit}
	`;
}

export async function selectUndecidedHolds(tx: Tx, uid: string): Promise<HeldCredit[]> {
	return await rowsOf<HeldCredit>(tx)`
		select ${heldColumns} from held_credits where uid = ${uid} and outcome is null order by hold_id
	`;
}

export function selectUnprotectedHolds(tx: Tx, { wall, uid, proposed, except, limit }: UnprotectedHolds) {
	return rowsOf<HeldCredit>(tx)`
		select ${heldColumns} from held_credits
		where wall = ${wall} and cause = 'unprotected' and outcome is null and not uid = any(${except}::uuid[])
			and uid = coalesce(${uid ?? null}::uuid, uid)
			and (${proposed ?? null}::bigint[] is null or hold_id = any(${proposed ?? null}::bigint[]))
		order by hold_id limit ${limit}
	`;
}

/** `proposed` limits the result to these hold ids. */
type UnprotectedHolds = {
	wall: string;
	uid?: string | undefined;
	proposed?: readonly number[] | undefined;
	except: readonly string[];
	limit: number;
};
