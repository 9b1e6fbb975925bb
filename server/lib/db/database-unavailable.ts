export class DatabaseUnavailable extends Error {
	override readonly name = 'DatabaseUnavailable';
	/** True if the statement was sent, so it may have been executed. */
	readonly wasSent: boolean;

	constructor(message: string, options: { wasSent: boolean; cause?: unknown }) {
		super(message, { cause: options.cause });
		this.wasSent = options.wasSent;
	}
}

/** SQLSTATEs after which nothing was stored: no resources (53), read-only, timeout, lock, conflict. */
const NOT_NOW = /^(53...|25006|57014|57P03|55P03|40001|40P01|58030)$/;
/** SQLSTATEs that end the session, so a commit in progress may have succeeded. */
const SESSION_ENDED = /^(57P01|57P02|57P05|25P03|08...)$/;

export function outcomeIfUnavailable(error: unknown): 'nothing-done' | 'unknown' | undefined {
	if (error instanceof DatabaseUnavailable) return error.wasSent ? 'unknown' : 'nothing-done';
	const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
	if (severity === undefined || typeof code !== 'string') return undefined;
	if (SESSION_ENDED.test(code)) return 'unknown';
	return NOT_NOW.test(code) ? 'nothing-done' : undefined;
}

/** Returns true if the disk of the database was full. A full /dev/shm (dsm_impl.c) stops parallel queries only. */
export function isDiskFull(error: unknown): boolean {
	const { code, file } = (error ?? {}) as { code?: unknown; file?: unknown };
	return code === '53100' && file !== 'dsm_impl.c';
}

/** Keeps PostgreSQL's own errors and wraps all others as {@link DatabaseUnavailable}. */
export function asDatabaseUnavailable(error: unknown, wasSent: boolean): unknown {
	const isPostgres = (error as { severity?: unknown }).severity !== undefined;
	if (isPostgres || error instanceof DatabaseUnavailable) return error;
	return new DatabaseUnavailable(`the database doesn't respond: ${(error as Error).message}`, {
		wasSent,
		cause: error,
	});
}
