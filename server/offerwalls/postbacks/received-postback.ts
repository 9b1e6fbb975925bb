export type PostbackOutcome =
	| 'booked'
	| 'reversed'
	/** The reversal exceeded its credit, so only the credit was taken back. */
	| 'capped'
	| 'replayed'
	| 'waiting'
	| 'unknown-user'
	| 'conflict'
	| 'held'
	| 'cancelled'
	| 'zero'
	| 'screen-out'
	/** The partner's own hold started or ended. */
	| 'noted'
	| 'test'
	| 'switched-off'
	| 'bad-signature'
	/** Signed but not as configured; replayable after a fix. */
	| 'not-understood'
	| 'malformed'
	| 'forbidden';

export const rejectionReasons = {
	badSignature: 'the signature does not match',
	notReadable: 'a parameter is repeated or unreadable',
	notAsExpected: (parameter: string) => `${parameter} is missing or malformed`,
	switchedOff: 'the offerwall is turned off',
	unknownUser: 'unknown user ID',
	otherAmount: 'the transaction is booked with another amount',
	otherUser: 'the transaction belongs to another user',
	otherCut: 'the same signed text is booked, cut into other fields',
	braked: 'the credit is under review and can only be reversed in full',
	lost: 'the account is deleted, so this is booked as a loss',
	rejectedBefore: 'the partner had rejected this transaction',
	pathKey: 'the path key is wrong',
	notThePartner: 'the IP address is not allowed',
	wrongMethod: (method: string) => `wrong method, the partner uses ${method}`,
	addressTooLong: 'the URL is longer than 8 kB',
	bodyTooLarge: 'the body is larger than 64 kB',
	headersTooLong: 'URL and headers are longer than 16 kB',
	halfRequest: 'the request line is incomplete',
	notHttp: 'the request is not valid HTTP',
} as const;

export type Postback = {
	atMs: number;
	wall: string;
	outcome: PostbackOutcome;
	ip: string;
	/** The request as received, with its signature masked. */
	request: string;
	why?: string | undefined;
	uid?: string | undefined;
	transferId?: number | undefined;
};

export type ReceivedPostback = Omit<Postback, 'outcome' | 'why' | 'uid' | 'transferId'>;

/** Limit in characters. */
export const REQUEST_TEXT_MAX = 8_000;

/** Masks secrets in any escaping, so that logs cannot be replayed. */
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

function escapedOrNot(text: string, prefix: string): string {
	const letters = [...text].map((letter) => {
		const code = letter.charCodeAt(0).toString(16).padStart(2, '0');
		const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
		return `(?:${letter.replace(/\W/g, '\\$&')}|${prefix}${digits})`;
	});
	return letters.join('');
}
