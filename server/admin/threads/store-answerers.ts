import type { StaffRole } from '../../../contract/permissions.ts';
import type { Database, Tx } from '../../lib/db/database.ts';
import { rowOf } from '../../lib/db/rows.ts';

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
