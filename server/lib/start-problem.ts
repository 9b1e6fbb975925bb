/** A start failure that the operator can fix. The message is printed without a stack. */
export class StartProblem extends Error {
	override readonly name = 'StartProblem';
}

const REASONS: Record<string, string> = {
	EACCES: 'permission denied',
	EPERM: 'not permitted',
	EROFS: 'the file system is read-only',
	ENOSPC: 'the disk is full',
	EDQUOT: 'the disk quota is exceeded',
	ENOTDIR: 'part of the path is not a folder',
	EEXIST: 'a file with this name exists',
	EMFILE: 'too many open files',
};

/** `EACCES` -> `permission denied`. Falls back to the error's own message. */
export function reasonOf(error: unknown): string {
	const { code, message } = error as NodeJS.ErrnoException;
	return (code !== undefined && REASONS[code]) || message || String(error);
}
