import { createHash, createHmac } from 'node:crypto';

/** Postbacks that the tests sign as documented, without the verifier's code, so that they share no mistakes. */
export type Fixture = {
	/** A credit of R$ 100. */
	credit: Fields;
	/** `{new}` stands for a new id. Undefined if the partner sends no reversals. */
	reversal?: Fields;
	others?: { [outcome in 'screen-out' | 'noted' | 'test']?: Fields };
	bonus?: Fields;
	pending?: Fields;
	rejected?: Fields;
	sign: Sign;
	covered: readonly string[];
	absentIsEmpty?: readonly string[];
	/** Unsigned fields by the guard that protects them. */
	open?: Readonly<Partial<Record<Guard, readonly string[]>>>;
	formats?: Fields;
	entry?: Fields;
	/** R$ per $, for partners that sign only the payout. */
	rate?: number;
	arrival?: 'form' | 'json';
	successBody: string;
	duplicateBody?: string;
};

export type Guard =
	/** Path key and a list of the partner's addresses, both mandatory. */
	| 'door'
	/** A path key, optional but recommended. */
	| 'path-key'
	| 'first-stands'
	| 'no-money';

export type Fields = Record<string, string>;
type Signed = { fields: Fields; headers?: Fields };
type Sign = (fields: Fields, secret: string, address: string) => Signed;

export const sent = (query: string): Fields => Object.fromEntries(new URLSearchParams(query));
export const digest = (hash: string, text: string) => createHash(hash).update(text).digest('hex');
export const value = (fields: Fields, name: string) => fields[name] ?? '';

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
