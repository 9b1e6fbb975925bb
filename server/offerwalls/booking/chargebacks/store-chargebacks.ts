import { sql } from 'kysely';
import { asRobuxCents, type RobuxCents } from '../../../../contract/money.ts';
import { cellOf, cellsOf, type Database, ofUsers, type Tx } from '../../../lib/db/database.ts';
import { together } from '../../../lib/db/pipeline.ts';
import { bigints, prepared, timestamps, uuids } from '../../../lib/db/prepared.ts';
import { columnsOf } from '../columns.ts';

export type Chargeback = { uid: string; transferId: number; atMs: number };

export type CountedChargebacks = {
	uid: string;
	/** Number of unforgiven chargebacks before this one, capped at 100. */
	before: number;
	added: number;
	isBannable: boolean;
};

const open = prepared<{ uid: string; count: number }>(
	'count_open_chargebacks',
	`select i.uid, (
		select count(*) from (
			select 1 as one from chargebacks c where c.uid = i.uid and ${ofUsers('c.uid')} and forgiven_at is null limit 100
		) counted
	)::int as count
	from unnest($1::uuid[]) as i (uid)`,
);

const select = prepared<{ uid: string }>(
	'select_bannable',
	'select uid from users where uid = any($1::uuid[]) and banned_at is null and deleted_at is null',
);

const insert = prepared(
	'insert_chargebacks',
	'insert into chargebacks (uid, transfer_id, at) select * from unnest($1::uuid[], $2::bigint[], $3::timestamptz[])',
);

/** Requires the wallet locks. */
export async function insertChargebacks(tx: Tx, chargebacks: readonly Chargeback[]): Promise<CountedChargebacks[]> {
	const uids = [...new Set(chargebacks.map(({ uid }) => uid))];
	const [before, bannable] = await together(
		// The counting statement runs first, so that it sees only earlier chargebacks.
		open(tx, uuids(uids)),
		select(tx, uuids(uids)),
		insert(tx, ...columnsOf(chargebacks, { uid: uuids, transferId: bigints, atMs: timestamps })),
	);
	const counts = new Map(before.rows.map(({ uid, count }) => [uid, count]));
	return uids.map((uid) => ({
		uid,
		before: counts.get(uid) ?? 0,
		added: chargebacks.filter((one) => one.uid === uid).length,
		isBannable: bannable.rows.some((row) => row.uid === uid),
	}));
}

export async function selectChargebacksToPassOn(tx: Tx, { from, to }: { from: readonly string[]; to: string }) {
	if (from.length === 0) return [];
	return cellsOf<number>(tx)`
		select distinct transfer_id as "transferId" from chargebacks
		where uid = any(${from}::uuid[]) and forgiven_at is null
			and transfer_id not in (select transfer_id from chargebacks where uid = ${to})
		order by 1
	`;
}

export async function selectLossesSince(db: Database, since: Date): Promise<RobuxCents> {
	const lost = await cellOf<RobuxCents>(db)`
		select sum(debited)::bigint from account_buckets where account = 'house:losses' and starts_at >= ${since}
	`;
	return lost ?? asRobuxCents(0);
}

export async function forgiveChargebacks(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	await sql`
		update chargebacks set forgiven_at = ${new Date(atMs)} where uid = ${uid} and forgiven_at is null
	`.execute(tx);
}

export async function countOpenChargebacks(tx: Tx, uid: string): Promise<number> {
	const count = cellOf<number>(tx)`select count(*)::int from chargebacks where uid = ${uid} and forgiven_at is null`;
	return (await count) ?? 0;
}
