/** What became of a callback. */
export type CallbackOutcome =
	/** Booked now. */
	| 'booked'
	/** A reversal was booked now. */
	| 'reversed'
	/** Booked before; nothing happened. */
	| 'replayed'
	/** A reversal that came before its credit. */
	| 'waiting'
	/** Nobody here has that user id, or no longer. */
	| 'unknown-user'
	/** The same transaction with another amount. */
	| 'conflict'
	/** Nothing to book: no reward. */
	| 'zero'
	| 'test'
	| 'bad-signature'
	| 'malformed'
	| 'forbidden';

/** One request of a partner as it is kept: without secrets, with what it led to. */
export type Callback = {
	atMs: number;
	wall: string;
	outcome: CallbackOutcome;
	ip: string;
	/** Method and address (and body) as received, its signature masked. */
	request: string;
	uid?: string | undefined;
	transferId?: number | undefined;
};

/** A callback before anything came of it. */
export type ReceivedCallback = Omit<Callback, 'outcome' | 'uid' | 'transferId'>;

const REQUEST_TEXT_MAX = 8_000;

/** @returns what replaces the values of secret parameters in a request's text, so that the log cannot be replayed as it stands. */
export function createMask(secretParameters: readonly string[]): (text: string) => string {
	const names = secretParameters.map((name) => name.replace(/\W/g, '\\$&')).join('|');
	const secrets = new RegExp(`(^|[?&\\n])(${names})=[^&\\n]*`, 'g');
	return (text) => text.replace(secrets, '$1$2=***').replaceAll('\0', '').slice(0, REQUEST_TEXT_MAX);
}
