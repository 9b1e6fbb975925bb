import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/durations.ts';
import { cellsOf, type Database, hasRow, rowOf, type Tx } from '../../lib/db/database.ts';

export type FormerAddress = {
	id: string;
	uid: string;
	email: string;
	replacedAt: Date;
	undoUntil: Date;
	passwordHash: string | null;
	earlierPasswordHash: string | null;
	/** Older than a day, since an intruder may add one before changing the address. */
	hadSecondFactor: boolean;
};

/**
 * Stores and returns the address before it is replaced, with the current password and second factor.
 * @param isUndone the address may be an intruder's, so it doesn't count as confirmed.
 */
export async function insertFormerAddress(
	tx: Tx,
	{ uid, at, undoUntil, isUndone = false }: { uid: string; at: Date; undoUntil: Date; isUndone?: boolean },
): Promise<Pick<FormerAddress, 'id' | 'email'> | undefined> {
	return rowOf<Pick<FormerAddress, 'id' | 'email'>>(tx)`
		insert into former_addresses (uid, email, confirmed, replaced_at, undo_until, password_hash, had_second_factor,
			earlier_password_hash)
		select a.id, a.email, a.email_verified and not ${isUndone}, ${at}, ${undoUntil}, c.password,
			coalesce(a.two_factor_enabled and f.added_at < ${new Date(at.getTime() - DAY_MS)}, false),
			case when c.former_until > ${at} then c.former_password end
		from auth_user a left join auth_account c on c.user_id = a.id and c.provider_id = 'credential'
			left join auth_two_factor f on f.user_id = a.id
		where a.id = ${uid} returning id, email
	`;
}

/** @returns false if the change can no longer be undone. */
export function updateUndoHash(db: Database, { id, hash, now }: { id: string; hash: Buffer; now: Date }) {
	return hasRow(db)`
		update former_addresses set undo_hash = ${hash} where id = ${id} and undo_until > ${now} returning id
	`;
}

export async function selectByUndoHash(db: Database, hash: Buffer): Promise<FormerAddress | undefined> {
	return rowOf<FormerAddress>(db)`
		select id, uid, email, replaced_at as "replacedAt", undo_until as "undoUntil", password_hash as "passwordHash",
			had_second_factor as "hadSecondFactor", earlier_password_hash as "earlierPasswordHash"
		from former_addresses where undo_hash = ${hash}
	`;
}

/** Also closes later changes, whose links would bring back what this link undoes. @returns false if the link was used. */
export async function closeUndo(
	tx: Tx,
	{ id, uid, replacedAt, hash, now }: { id: string; uid: string; replacedAt: Date; hash: Buffer; now: Date },
): Promise<boolean> {
	const isOpen = await hasRow(tx)`
		update former_addresses set undo_hash = null, undo_until = ${now}, password_hash = null, earlier_password_hash = null
		where id = ${id} and undo_hash = ${hash} and undo_until > ${now} returning id
	`;
	if (!isOpen) return false;
	await sql`
		update former_addresses set undo_hash = null, undo_until = least(undo_until, ${now}), password_hash = null, earlier_password_hash = null
		where uid = ${uid} and replaced_at >= ${replacedAt}
	`.execute(tx);
	return true;
}

export async function clearOldUndos(db: Database, before: Date): Promise<void> {
	await sql`
		update former_addresses set undo_hash = null, password_hash = null, earlier_password_hash = null
		where undo_until <= ${before} and (undo_hash is not null or password_hash is not null)
	`.execute(db);
	await sql`update auth_account set former_password = null where former_until <= ${before}`.execute(db);
}

export async function selectConfirmedAddresses(db: Database | Tx, uid: string): Promise<string[]> {
	return cellsOf<string>(db)`
		select email from auth_user where id = ${uid} and email_verified
		union select email from former_addresses where uid = ${uid} and confirmed
	`;
}

export async function isReserved(db: Database, email: string): Promise<boolean> {
	return hasRow(db)`
		select from former_addresses where email = ${email.toLowerCase()} and confirmed and undo_until > now()
	`;
}
