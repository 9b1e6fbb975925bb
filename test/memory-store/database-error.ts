export const DEADLOCK = '40P01';
export const IN_FAILED_TRANSACTION = '25P02';
const UNIQUE_VIOLATION = '23505';
const DIVISION_BY_ZERO = '22012';

/** An error as PostgreSQL tells it: by its code. */
export class DatabaseError extends Error {
	readonly code: string;
	readonly table: string | undefined;

	constructor(code: string, message: string, table?: string) {
		super(message);
		this.name = 'DatabaseError';
		this.code = code;
		this.table = table;
	}
}

export function duplicateIn(table: string): DatabaseError {
	return new DatabaseError(UNIQUE_VIOLATION, `a duplicate in ${table}`, table);
}

/** What a statement does on purpose that finds itself half done. */
export function notWhole(): DatabaseError {
	return new DatabaseError(DIVISION_BY_ZERO, 'division by zero');
}
