/** The database was not reached, or did not answer in time. Nothing is wrong with what it was asked. */
export class DatabaseAway extends Error {
	override readonly name = 'DatabaseAway';
	/** The answer is missing, not the question: it may have been done. */
	readonly wasAsked: boolean;

	constructor(message: string, options: { wasAsked: boolean; cause?: unknown }) {
		super(message, { cause: options.cause });
		this.wasAsked = options.wasAsked;
	}
}

/** PostgreSQL cannot work now and has kept nothing: no room (53), read-only, a time limit, a lock, a conflict. */
const NOT_NOW = /^(53...|25006|57014|57P03|55P03|40001|40P01|58030)$/;
/** Its session has ended; a commit that was under way may have been kept. */
const SESSION_ENDED = /^(57P01|57P02|57P05|25P03|08...)$/;

/** @returns undefined for any other error; otherwise whether what was asked may have been done all the same. */
export function awayFrom(error: unknown): 'nothing-done' | 'unknown' | undefined {
	if (error instanceof DatabaseAway) return error.wasAsked ? 'unknown' : 'nothing-done';
	const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
	if (severity === undefined || typeof code !== 'string') return undefined;
	if (SESSION_ENDED.test(code)) return 'unknown';
	return NOT_NOW.test(code) ? 'nothing-done' : undefined;
}

/** PostgreSQL's own words stay; every other failure means that it is away. */
export function asAway(error: unknown, wasAsked: boolean): unknown {
	const isPostgres = (error as { severity?: unknown }).severity !== undefined;
	if (isPostgres || error instanceof DatabaseAway) return error;
	return new DatabaseAway(`the database doesn’t respond: ${(error as Error).message}`, { wasAsked, cause: error });
}
