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
	/** Verified, but the wall is switched off. */
	| 'switched-off'
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

/** Of a longer request the end is not kept. */
export const REQUEST_TEXT_MAX = 8_000;

/**
 * @returns what replaces the secrets in a request's text, so that the log cannot be replayed as it stands. They count
 * however they are escaped: a callback that is refused for its escapes is kept as well.
 */
export function createMask(secrets: { parameters: readonly string[]; pathKey?: string | undefined }) {
	const names = (prefix: string) => secrets.parameters.map((name) => escapedOrNot(name, prefix)).join('|');
	const inQuery = new RegExp(`((?:^|[?&\\n])(?:${names('%')})=)[^&\\n]*`, 'g');
	const inJson = new RegExp(`("(?:${names('\\\\u00')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^\\s,}]+)`, 'g');
	const inPath = secrets.pathKey === undefined ? undefined : new RegExp(escapedOrNot(secrets.pathKey, '%'));
	return (text: string): string => {
		let masked = inPath ? text.replace(inPath, '***') : text;
		if (secrets.parameters.length > 0) masked = masked.replace(inQuery, '$1***').replace(inJson, '$1"***"');
		return masked.replaceAll('\0', '').slice(0, REQUEST_TEXT_MAX);
	};
}

/** A pattern for this text with any of its letters written by their code, in hex behind `prefix`. */
function escapedOrNot(text: string, prefix: string): string {
	const letters = [...text].map((letter) => {
		const code = letter.charCodeAt(0).toString(16).padStart(2, '0');
		const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		return `(?:${letter.replace(/\W/g, '\\$&')}|${prefix}${digits})`;
	});
	return letters.join('');
}
