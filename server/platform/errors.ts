/** The game platform cannot be reached, or says nothing that can be understood. Nothing is known, so nothing is done. */
export class PlatformAway extends Error {
	constructor(message: string, cause?: unknown) {
		super(message, { cause });
		this.name = 'PlatformAway';
	}
}
