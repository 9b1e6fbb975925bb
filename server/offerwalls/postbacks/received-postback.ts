/** What became of a postback. */
export type PostbackOutcome =
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
	/** Its signature holds, but something in it is not as the wall's entry says. It can be replayed when that is mended. */
	| 'not-understood'
	| 'malformed'
	| 'forbidden';

/** Why a postback booked nothing, in words for the operator who looks for it. */
export const whys = {
	badSignature: 'the signature does not match',
	notReadable: 'a parameter is repeated or not readable',
	notAsExpected: (parameter: string) => `${parameter} is missing or malformed`,
	switchedOff: 'the wall is switched off',
	unknownUser: 'there is no such user',
	otherAmount: 'the transaction is booked with another amount',
	otherUser: 'the transaction belongs to another user',
	otherCut: 'the same signed text is booked, cut into other fields',
	rejectedBefore: 'the partner had rejected this transaction',
	pathKey: 'the path key is wrong',
	notThePartner: 'the address is not one of the partner',
	wrongMethod: (method: string) => `the partner calls with ${method}`,
	addressTooLong: 'the address is longer than 8 kB',
	bodyTooLarge: 'the body is larger than 64 kB',
	headersTooLong: 'address and headers together are longer than 16 kB',
	halfRequest: 'the request line is not complete',
	notHttp: 'the request is not readable as HTTP',
} as const;

/** One request of a partner as it is kept: without secrets, with what it led to. */
export type Callback = {
	atMs: number;
	wall: string;
	outcome: PostbackOutcome;
	ip: string;
	/** Method and address (and body) as received, its signature masked. */
	request: string;
	/** Of one that was refused. */
	why?: string | undefined;
	uid?: string | undefined;
	transferId?: number | undefined;
};

/** A postback before anything came of it. */
export type ReceivedPostback = Omit<Callback, 'outcome' | 'why' | 'uid' | 'transferId'>;

/** Of a longer request the end is not kept. */
export const REQUEST_TEXT_MAX = 8_000;

/**
 * @returns what replaces the secrets in a request's text, so that the log cannot be replayed as it stands. They count
 * however they are escaped: a postback that is refused for its escapes is kept as well.
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
