/**
 * Returns a condition that limits `column` to users. Joins repeat it for each table, because Citus routes by it. The OR
 * prevents an index scan, which would try the whole array for each joined row.
 */
export function ofUsers(column: string, users = '$1'): string {
	return `(${column} = any(${users}::uuid[]) or ${column} = (${users}::uuid[])[1])`;
}
