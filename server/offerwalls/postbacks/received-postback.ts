import type { postbackOutcomes } from '../../../contract/admin/lists.ts';
import { isPlaceholder } from '../feeds/plain-text.ts';

export type PostbackOutcome = (typeof postbackOutcomes)[number];

export const UNLISTED = ', which this contract does not list';

export const rejectionReasons = {
	badSignature: 'the signature does not match',
	notReadable: 'the parameters are unreadable',
	repeated: (parameter: string) => `${parameter} is sent twice`,
	notAsExpected: (parameter: string, value?: string) =>
		isPlaceholder(value) ? unreplaced(parameter, value) : `${parameter} is missing or malformed`,
	notListed: (parameter: string, value: string) =>
		isPlaceholder(value) ? unreplaced(parameter, value) : `${parameter} has the value ${shortened(value)}${UNLISTED}`,
	switchedOff: 'the offerwall is turned off',
	unknownUser: 'unknown user ID',
	unnamedUser: (uid: string) =>
		isPlaceholder(uid) ? unreplaced('the user ID', uid) : uid === '' ? 'the user ID is missing' : 'unknown user ID',
	otherAmount: 'the transaction is booked with another amount',
	otherUser: 'the transaction belongs to another user',
	otherCut: 'the same signed text is booked, cut into other fields',
	braked: 'the credit is under review and can only be reversed in full',
	lost: 'the account is deleted, so this is booked as a loss',
	rejectedBefore: 'the partner had rejected this transaction',
	pathKey: 'the path key is wrong',
	notThePartner: 'the IP address is not allowed',
	wrongMethod: 'wrong method: postbacks use GET or POST',
	unsupportedBody: (type: string) => `the body is not a form, multipart or JSON (content type ${shortened(type)})`,
	compressed: 'the body is compressed',
	unknownWall: 'there is no offerwall with this ID',
	addressTooLong: 'the URL is longer than 8 kB',
	bodyTooLarge: 'the body is larger than 64 kB',
	headersTooLong: 'URL and headers are longer than 16 kB',
	halfRequest: 'the request line is incomplete',
	notHttp: 'the request is not valid HTTP',
} as const;

function unreplaced(parameter: string, value = ''): string {
	return `${parameter} has the value ${shortened(value)}, a placeholder that the partner did not replace`;
}

function shortened(value: string): string {
	const text = value.replace(/\p{C}+/gu, ' ').trim();
	return text === '' ? '""' : text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

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
	/** Undefined if the request is too long to store. */
	seal?: (() => string) | undefined;
};

export type ReceivedPostback = Omit<Postback, 'outcome' | 'why' | 'uid' | 'transferId'>;

/** These postbacks are stored as whole requests, so that a corrected wall can accept them. */
export const replayedWhole: ReadonlySet<PostbackOutcome> = new Set([
	'unknown-user',
	'switched-off',
	'bad-signature',
	'not-understood',
	'malformed',
	'forbidden',
]);

export const REQUEST_TEXT_MAX = 8_000;

/** Masks secrets in any escaping, so that logs cannot be replayed. */
export function createMask(secrets: { parameters: readonly string[]; pathKey?: string | undefined }) {
	const names = (prefix: string) => secrets.parameters.map((name) => escapedOrNot(name, prefix)).join('|');
	const inQuery = new RegExp(`((?:^|[?&\\n])(?:${names('%')})=)[^&\\n]*`, 'g');
	const inJson = new RegExp(`("(?:${names('\\\\u00')})"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^\\s,}]+)`, 'g');
	const inMultipart = new RegExp(`(name="?(?:${names('%')})"?[^\\n]*\\n(?:[^\\r\\n]+\\r?\\n)*\\r?\\n)[^\\r\\n]*`, 'gi');
	const inPath = secrets.pathKey === undefined ? undefined : new RegExp(escapedOrNot(secrets.pathKey, '%'), 'g');
	return (text: string): string => {
		let masked = inPath ? text.replace(inPath, '***') : text;
		if (secrets.parameters.length > 0) {
			masked = masked.replace(inQuery, '$1***').replace(inMultipart, '$1***').replace(inJson, '$1"***"');
		}
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
