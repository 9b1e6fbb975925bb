/** The platform gave no definite answer: nothing is known, so nothing is done. */
export class PlatformAway extends Error {
	constructor(message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'PlatformAway';
	}
}
