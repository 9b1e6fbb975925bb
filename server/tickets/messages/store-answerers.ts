import type { StaffRole } from '../../../contract/permissions.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf, rowsOf } from '../../lib/db/rows.ts';

/** Their addresses, by uid. */
export async function selectStaffNames(
	db: Database,
	uids: readonly (string | null | undefined)[],
): Promise<Record<string, string>> {
	const wanted = uids.filter((uid) => typeof uid === 'string');
	const rows = await rowsOf<{ uid: string; email: string }>(db)`
		select id as uid, email from auth_user where id = any(${wanted}::uuid[])
	`;
	return Object.fromEntries(rows.map(({ uid, email }) => [uid, email]));
}

export async function hasOtherStaff(
	db: Database | Tx,
	{ roles, without }: { roles: readonly StaffRole[]; without: readonly string[] },
): Promise<boolean> {
	const row = await rowOf<object>(db)`
		select from users
		where staff_role = any(${roles}::text[]) and banned_at is null and not uid = any(${without}::uuid[]) limit 1
	`;
	return row !== undefined;
}
