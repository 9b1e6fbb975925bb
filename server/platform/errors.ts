/** The platform gave no definite response, so callers may conclude nothing. */
export class PlatformUnavailable extends Error {
	constructor(message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'PlatformUnavailable';
	}
}

export function rejected(what: string, { status, code }: { status: number; code: string }): PlatformUnavailable {
	return new PlatformUnavailable(`the platform rejected ${what}: ${status} ${code}`);
}
