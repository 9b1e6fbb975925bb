/** What became of a callback. */
export type CallbackOutcome =
	/** Booked now. */
	| 'booked'
	/** A reversal was booked now. */
	| 'reversed'
	/** A reversal asked for more than its credit was; only the credit was taken back, held or spendable. */
	| 'capped'
	/** Booked before; nothing happened. */
	| 'replayed'
	/** A reversal that came before its credit. */
	| 'waiting'
	/** Nobody here has that user id, or no longer. */
	| 'unknown-user'
	/** The same transaction with another amount. */
	| 'conflict'
	/** Booked, but held back until its time, or until the partner decides. */
	| 'held'
	/** A credit that was held back was taken back before it was released. */
	| 'cancelled'
	/** Nothing to book: no reward. */
	| 'zero'
	/** Nothing to book: not eligible for a survey. */
	| 'screen-out'
	/** The partner's own hold, or its end. */
	| 'noted'
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
	const withoutNul = (text: string) => text.replaceAll('\0', '').slice(0, REQUEST_TEXT_MAX);
	if (secretParameters.length === 0) return withoutNul;
	const names = secretParameters.map((name) => name.replace(/\W/g, '\\$&')).join('|');
	const secrets = new RegExp(`(^|[?&\\n])(${names})=[^&\\n]*|("(?:${names})"\\s*:\\s*)"[^"]*"`, 'g');
	const masked = (_: string, before: string | undefined, name: string, inJson: string | undefined) =>
		inJson === undefined ? `${before}${name}=***` : `${inJson}"***"`;
	return (text) => withoutNul(text.replace(secrets, masked));
}
