import { sql } from 'kysely';
import { cellsOf, type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

type Progress = { eventId: number; until: Date };
export type WayIn = { id: number; at: Date; uid: string; ip: string; device: string };
type Place = Omit<WayIn, 'id' | 'ip'> & { address: string; country: string | undefined };

/** Locks the row, so that only one check runs at a time. */
export async function lockProgress(tx: Tx): Promise<Progress> {
	const progress = await rowOf<Progress>(tx)`
		select event_id as "eventId", until from fraud_progress where name = 'fraud' for update
	`;
	if (!progress) throw new Error('fraud_progress has no row');
	return progress;
}

export async function updateProgress(tx: Tx, { eventId, until }: Progress): Promise<void> {
	await sql`update fraud_progress set event_id = ${eventId}, until = ${until} where name = 'fraud'`.execute(tx);
}

/** Skips the newest seconds, because rows with lower ids may not be committed yet. */
export function selectWaysIn(tx: Tx, { afterId, before, limit }: { afterId: number; before: Date; limit: number }) {
	return rowsOf<WayIn>(tx)`
		select id, at, uid, ip, coalesce(device, '') as device from log_entries
		where id > ${afterId} and at < ${before} and uid is not null and ip is not null
			and (source = 'sign-in' and outcome = 'done' or source = 'use')
		order by id limit ${limit}
	`;
}

export async function upsertPlace(tx: Tx, { uid, address, device, country, at }: Place): Promise<void> {
	await sql`
		insert into sign_in_places (uid, address, device, country, first_at, last_at)
		select uid, ${address}, ${device}, ${country ?? null}, ${at}::timestamptz, ${at}::timestamptz from users
		where uid = ${uid} and deleted_at is null for key share
		on conflict (uid, address, device) do update
		set last_at = greatest(sign_in_places.last_at, excluded.last_at), country = excluded.country
	`.execute(tx);
}

export async function selectNeighbours(tx: Tx, uids: readonly string[], limit: number): Promise<string[]> {
	return cellsOf<string>(tx)`
		select distinct other.uid from sign_in_places p join sign_in_places other on other.address = p.address
		where p.uid = any(${uids}::uuid[])
		union
		select other.uid from account_browsers own join account_browsers other on other.browser = own.browser
		where own.uid = any(${uids}::uuid[])
		union
		select other.id from auth_user own join auth_user other
			on other.email_verified and mailbox_of(other.email) = mailbox_of(own.email)
		where own.id = any(${uids}::uuid[]) and own.email_verified
		limit ${limit}
	`;
}

export async function deletePlaces(db: Database, { before, limit }: { before: Date; limit: number }): Promise<number> {
	const { numAffectedRows } = await sql`
		delete from sign_in_places where ctid = any(array(
			select ctid from sign_in_places where last_at < ${before} limit ${limit}
		))
	`.execute(db);
	return Number(numAffectedRows ?? 0);
}

export async function selectMoved(
	tx: Tx,
	{ from, to, limit }: { from: Date; to: Date; limit: number },
): Promise<string[]> {
	return cellsOf<string>(tx)`
		select uid from account_browsers where first_at >= ${from} and first_at < ${to}
		union
		select uid from transfers where at >= ${from} and at < ${to}
		limit ${limit}
	`;
}
