import { sql } from 'kysely';
import { type Database, type DbDeps, inTransaction, rowOf, rowsOf, type Tx } from '../../lib/db/database.ts';
import { keyIdOf, type SecretBox } from '../../lib/secrets/secret-box.ts';
import { deleteImportedPassword, upsertPassword } from '../account-store.ts';
import type { PasswordHashing } from './hashing.ts';

type Sealed = { uid: string; sealed: string };

const contextOf = (uid: string) => `imported password of ${uid}`;

export function sealImportedPassword(box: SecretBox, { uid, hash }: { uid: string; hash: string }): Sealed {
	return { uid, sealed: box.seal(hash, contextOf(uid)) };
}

export async function insertImportedPasswords(tx: Tx, rows: readonly Sealed[], at: Date): Promise<void> {
	await sql`
		insert into imported_passwords (uid, sealed, imported_at)
		select uid, sealed, ${at} from ${given(rows)}
		where not exists (select from auth_account where user_id = given.uid and provider_id = 'credential')
		on conflict (uid) do update set sealed = excluded.sealed
	`.execute(tx);
}

const given = (rows: readonly Sealed[]) => sql`
	unnest(${rows.map(({ uid }) => uid)}::uuid[], ${rows.map(({ sealed }) => sealed)}::text[]) as given (uid, sealed)`;

export async function deleteOldImportedPasswords(db: Database, before: Date): Promise<void> {
	await sql`delete from imported_passwords where imported_at <= ${before}`.execute(db);
}

/** @returns undefined after a change of SECRETS_KEY. */
export function openImportedPassword(box: SecretBox, { uid, sealed }: Sealed): string | undefined {
	return keyIdOf(sealed) === box.keyId ? box.open(sealed, contextOf(uid)) : undefined;
}

type SignInDeps = DbDeps & { secretBox: SecretBox; passwordHashing: PasswordHashing };

/** Every address costs one verification, so that timing does not reveal imported accounts. */
export async function tryImportedPassword(
	{ db, clock, secretBox, passwordHashing }: SignInDeps,
	{ email, password }: { email?: unknown; password?: unknown },
): Promise<void> {
	if (typeof email !== 'string' || typeof password !== 'string') return;
	const found = await selectOwnOrAny(db, email.toLowerCase());
	const hash = found && openImportedPassword(secretBox, found);
	if (!found || !hash) return;
	if (!(await passwordHashing.verify({ hash, password })) || !found.isOwn) return;
	const { uid } = found;
	const passwordHash = await passwordHashing.hash(password);
	await inTransaction(db, async (tx) => {
		// A password that was set meanwhile has deleted the row.
		if (await deleteImportedPassword(tx, uid)) await upsertPassword(tx, { uid, passwordHash, nowMs: clock.now() });
	});
}

async function selectOwnOrAny(db: Database, email: string): Promise<(Sealed & { isOwn: boolean }) | undefined> {
	return rowOf<Sealed & { isOwn: boolean }>(db)`
		(select p.uid, p.sealed, true as "isOwn" from auth_user a join imported_passwords p on p.uid = a.id where a.email = ${email})
		union all (select uid, sealed, false from imported_passwords order by imported_at limit 1)
		order by "isOwn" desc limit 1
	`;
}

export async function resealImportedPasswords(tx: Tx, { from, to }: { from: SecretBox; to: SecretBox }): Promise<void> {
	const rows = await rowsOf<Sealed>(tx)`select uid, sealed from imported_passwords`;
	const resealed = rows.flatMap((row) => {
		const hash = openImportedPassword(from, row);
		return hash ? [sealImportedPassword(to, { uid: row.uid, hash })] : [];
	});
	await sql`update imported_passwords p set sealed = given.sealed from ${given(resealed)} where p.uid = given.uid`.execute(
		tx,
	);
}
