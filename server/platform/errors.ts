/** The platform gave no definite response, so callers may conclude nothing. */
export class PlatformUnavailable extends Error {
	override readonly name = 'PlatformUnavailable';
}

export function rejected(what: string, { status, code }: { status: number; code: string }): PlatformUnavailable {
	return new PlatformUnavailable(`the platform rejected ${what}: ${status} ${code}`);
}
