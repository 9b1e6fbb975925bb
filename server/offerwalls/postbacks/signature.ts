import { createHmac, hash as hashOf } from 'node:crypto';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { type Digest, type Partner, SECRET, type Signature } from '../partners/partner.ts';
import { bytesOf, type RawParameters, toBytes } from './reading/raw-parameters.ts';

export type SignedRequest = {
	parameters: RawParameters;
	/** URL and body have one character per byte. */
	url: string;
	body?: string;
	header(name: string): string | undefined;
};

type FieldsSignature = Extract<Signature, { scheme: 'fields' }>;

export function isSigned(partner: Partner, secret: string, request: SignedRequest): boolean {
	const { signature } = partner;
	if (signature.scheme === 'none') return true;
	const url =
		signature.scheme === 'address' ? addressText(request.url, signature.parameter, signature.position) : request.url;
	const expected = url === undefined ? undefined : signatureOf(partner, secret, { ...request, url });
	if (expected === undefined) return false;
	if (signature.scheme === 'shared-secret') {
		return isSameText(expected, request.parameters.get(signature.parameter) ?? '');
	}
	const given = 'header' in signature ? request.header(signature.header) : request.parameters.get(signature.parameter);
	return isSameDigest(signature.digest, expected, given);
}

/** @param url without the signature. */
export function signatureOf(
	{ signature }: Partner,
	secret: string,
	{ url, parameters, body = '' }: Pick<SignedRequest, 'url' | 'parameters' | 'body'>,
): string | undefined {
	if (signature.scheme === 'none') return undefined;
	if (signature.scheme === 'shared-secret') return secret;
	const text = signedBytes(signature, secret, { url, parameters, body });
	return text === undefined ? undefined : digestOf(signature.digest, secret, Buffer.from(text, 'latin1'));
}

function signedBytes(
	signature: Exclude<Signature, { scheme: 'none' | 'shared-secret' }>,
	secret: string,
	{ url, parameters, body }: { url: string; parameters: RawParameters; body: string },
): string | undefined {
	if (signature.scheme === 'address') return url;
	if (signature.scheme === 'body') return body;
	return signature.scheme === 'fields' ? fieldsBytes(signature, secret, parameters) : sortedQuery(parameters);
}

/** Which values the signature covers. Without user and amount, a known postback can be changed into any other. */
export function coverageOf({ signature, parameters }: Partner) {
	if (signature.scheme === 'none' || signature.scheme === 'shared-secret') {
		return { user: false, reward: false, payout: false, transaction: false };
	}
	const covers = (name: string | undefined) =>
		name !== undefined && (signature.scheme !== 'fields' || signature.parts.includes(name));
	return {
		user: covers(parameters.uid),
		reward: covers(parameters.reward),
		payout: covers(parameters.payout),
		transaction: covers(parameters.transactionId),
	};
}

/** @returns hashes of the signed text and its split, if another split is possible: `tx1`, `2100` as `tx12`, `100`. */
export function signedTextOf(wallId: string, partner: Partner, parameters: RawParameters) {
	const { signature } = partner;
	const free = freeParts(partner);
	if (signature.scheme !== 'fields' || free.length < 2) return undefined;
	const { parts, separator } = signature;
	const hashed = (part: string) => hashedValue(signature, part, parameters.get(part) ?? '');
	if (!free.some((part) => hashed(part).includes(separator))) return undefined;
	const values = parts.map((part) => (part === SECRET ? '' : hashed(part)));
	return { text: numberOf(`${wallId} ${values.join(separator)}`), cut: numberOf(values.join('\0')) };
}

export function bareParts(partner: Partner): string[] {
	const isBare = partner.signature.scheme === 'fields' && partner.signature.separator === '';
	const free = freeParts(partner);
	return isBare && free.length > 1 ? free : [];
}

function freeParts({ signature, parameters }: Partner): string[] {
	if (signature.scheme !== 'fields') return [];
	return signature.parts.filter((part) => part !== SECRET && part !== parameters.uid);
}

export function numberOf(text: string): bigint {
	return BigInt.asIntN(64, BigInt(`0x${hashOf('sha256', text, 'hex').slice(0, 16)}`));
}

export function digestOf({ hash, keyed, encoding }: Digest, secret: string, text: string | Buffer): string {
	return keyed ? createHmac(hash, secret).update(text).digest(encoding) : hashOf(hash, text, encoding);
}

function fieldsBytes(signature: FieldsSignature, secret: string, parameters: RawParameters): string | undefined {
	const parts: string[] = [];
	for (const part of signature.parts) {
		const absent = signature.absentIsEmpty?.includes(part) ? '' : undefined;
		const value = part === SECRET ? toBytes(secret) : (bytesOf(parameters, part) ?? absent);
		if (value === undefined) return undefined;
		if (value === '' && signature.omitEmpty?.includes(part)) continue;
		parts.push(hashedValue(signature, part, value));
	}
	return parts.join(signature.separator);
}

function hashedValue({ wholePart }: FieldsSignature, part: string, value: string): string {
	return part === wholePart ? value.replace(/\.\d*$/, '') : value;
}

function addressText(url: string, parameter: string, position: 'last' | 'anywhere'): string | undefined {
	const start = url.indexOf('?');
	const at = start < 0 ? -1 : Math.max(url.lastIndexOf(`&${parameter}=`), url.indexOf(`?${parameter}=`, start));
	if (at < start || at < 0) return undefined;
	const end = url.indexOf('&', at + 1);
	if (end < 0) return url.slice(0, at);
	return position === 'last' ? undefined : url.slice(0, at + 1) + url.slice(end + 1);
}

function sortedQuery(parameters: RawParameters): string {
	return [...parameters.keys()]
		.sort()
		.map((name) => `${formEncode(toBytes(name))}=${formEncode(bytesOf(parameters, name) ?? '')}`)
		.join('&');
}

function formEncode(bytes: string): string {
	const escaped = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
	return bytes.replace(/[^\w. -]/g, escaped).replaceAll(' ', '+');
}

function isSameDigest({ encoding }: Digest, expected: string, given: string | undefined): boolean {
	if (given === undefined) return false;
	// An unescaped plus was decoded as a space.
	return isSameText(expected, encoding === 'hex' ? given.toLowerCase() : given.replaceAll(' ', '+'));
}
