/**
 * SQL that is true for rows of the users `$1`. A statement that joins each row with its user says so too, because an engine finds
 * the machine of the rows by it (`Engine`). It is an OR, which no index serves: with `= any` alone the planner would go through the
 * whole array for each row of the join.
 * @param users the parameter, an array of user ids.
 */
export function ofUsers(column: string, users = '$1'): string {
	return `(${column} = any(${users}::uuid[]) or ${column} = (${users}::uuid[])[1])`;
}
