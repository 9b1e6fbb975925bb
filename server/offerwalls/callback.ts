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

/** The request's text with the values of secret parameters replaced, so that the log cannot be replayed as it stands. */
export function maskSecrets(text: string, secretParameters: readonly string[]): string {
	const secrets = new Set(secretParameters);
	const masked = text
		.replace(/([?&\n]|^)([^=&?\n]*)=([^&\n]*)/g, (whole, before: string, name: string) =>
			secrets.has(name) ? `${before}${name}=***` : whole,
		)
		.replace(/"(\w+)"\s*:\s*"[^"]*"/g, (whole, name: string) => (secrets.has(name) ? `"${name}":"***"` : whole));
	return masked.replaceAll('\0', '').slice(0, REQUEST_TEXT_MAX);
}
