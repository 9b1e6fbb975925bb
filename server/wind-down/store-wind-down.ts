import { type Database, rowOf, rowsOf, type Tx } from '../lib/db/database.ts';

export function selectWindDown(db: Database | Tx) {
	return rowOf<{ id: string; endsAt: Date }>(db)`
		select id, ends_at as "endsAt" from wind_downs where taken_back_at is null
	`;
}

/** Announces or postpones the end. @returns undefined if an end at the same time or later is already announced. */
export function upsertWindDown(tx: Tx, { at, endsAt }: { at: Date; endsAt: Date }) {
	return rowOf(tx)`
		insert into wind_downs as old (id, announced_at, ends_at) values (gen_random_uuid(), ${at}, ${endsAt})
		on conflict ((true)) where taken_back_at is null
			do update set ends_at = excluded.ends_at where old.ends_at < excluded.ends_at
		returning id
	`;
}

export function takeBackWindDown(tx: Tx, at: Date) {
	return rowOf(tx)`
		update wind_downs set taken_back_at = ${at} where taken_back_at is null and ends_at > ${at} returning id
	`;
}

type NotifiedPage = { after: string | null; reference: string; limit: number };

export function selectUsersToNotify(tx: Tx, { after, reference, limit }: NotifiedPage) {
	return rowsOf<{ uid: string; language: string | null }>(tx)`
		select w.uid, u.language from wallets w join users u on u.uid = w.uid
		where w.balance > 0 and w.closed_at is null and (${after}::uuid is null or w.uid > ${after}::uuid)
			and not exists (select from notices n where n.uid = w.uid and n.reference = ${reference})
		order by w.uid limit ${limit}
	`;
}
