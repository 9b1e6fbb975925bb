import { createHash, createHmac } from 'node:crypto';

/** Each partner's postbacks as data, signed by its documentation and not by what verifies them: no shared mistakes. Tests and `certify` play them. */
export type Fixture = {
	/** Values of a completed offer. `{uid}` and `{tx}` are filled in; the reward is always R$ 100. */
	credit: Fields;
	/** What differs when it is taken back; `{new}` is an id of its own. Undefined: the partner never tells. */
	reversal?: Fields;
	others?: { [outcome in 'screen-out' | 'noted' | 'test']?: Fields };
	bonus?: Fields;
	/** What differs while it is undecided, and when it is then rejected. */
	pending?: Fields;
	rejected?: Fields;
	sign: Sign;
	covered: readonly string[];
	/** Of these, which the partner may leave out when they are empty. */
	absentIsEmpty?: readonly string[];
	/** All other fields, and what keeps a change of them from doing harm. */
	open?: Readonly<Partial<Record<Guard, readonly string[]>>>;
	/** For `override.formats`. */
	formats?: Fields;
	entry?: Fields;
	/** R$ for one $, where the payout alone is signed. */
	rate?: number;
	arrival?: 'form' | 'json';
	successBody: string;
	/** What a repeat reads, where that is another word. */
	duplicateBody?: string;
};

export type Guard =
	/** Nobody gets this far without the path key and from the partner's address; the wall does not start without both. */
	| 'door'
	/** Nobody gets this far without the path key. It is the operator's choice; the manual urges it. */
	| 'path-key'
	/** What was booked first stands: the same transaction with another content is refused, or changes nothing. */
	| 'first-stands'
	/** Shown at most, or not read at all. */
	| 'no-money';

export type Fields = Record<string, string>;
/** What is signed: fields in the order sent, and the public address that they are sent to (without a query). */
type Signed = { fields: Fields; headers?: Fields };
type Sign = (fields: Fields, secret: string, address: string) => Signed;

export const digest = (hash: string, text: string) => createHash(hash).update(text).digest('hex');
export const value = (fields: Fields, name: string) => fields[name] ?? '';

/** `parts` in order, `secret` for the secret; all but that are covered. */
export const hashed = (parameter: string, hash: string, separator: string, ...parts: string[]) => {
	const sign: Sign = (fields, secret) => {
		const text = parts.map((part) => (part === 'secret' ? secret : value(fields, part))).join(separator);
		return { fields: { ...fields, [parameter]: digest(hash, text) } };
	};
	return { sign, covered: parts.filter((part) => part !== 'secret') };
};

export const addressSigned =
	(parameter: string, hash: string, encoding: 'hex' | 'base64url'): Sign =>
	(fields, secret, address) => {
		const text = `${address}?${new URLSearchParams(fields)}`;
		return { fields: { ...fields, [parameter]: createHmac(hash, secret).update(text).digest(encoding) } };
	};

export const secretAs =
	(parameter: string): Sign =>
	(fields, secret) => ({ fields: { ...fields, [parameter]: secret } });

export const unsigned: Sign = (fields) => ({ fields });
