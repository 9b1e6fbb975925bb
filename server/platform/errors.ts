/** Nothing is known, so nothing is done. */
export class PlatformAway extends Error {
	constructor(message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'PlatformAway';
	}
}
