import { fixtures } from '../../server/offerwalls/partners/documented/postbacks.ts';
import { partners } from '../../server/offerwalls/partners/registry.ts';
import { PARTNER_IP, type Signed } from './play.ts';
import { type Shot, toBytes } from './shot.ts';

/** Does not use the product's parser, so that the two cannot share a bug. */
export function readAuthentic(
	original: Signed,
	shot: Shot,
	way: { path: string; isListed: boolean },
): Found | undefined {
	const { partner } = original;
	const arrival = fixtures[partner]?.arrival;
	if (shot.method !== (arrival ? 'POST' : 'GET')) return undefined;
	if (way.isListed && !comesFromPartner(shot)) return undefined;
	if (!comesTo(way.path, shot)) return undefined;
	const text = parametersTextOf(shot, arrival !== undefined);
	const found = arrival === 'json' ? readJson(text) : readForm(text);
	return found && holdsSigned(original, shot, { path: way.path, text, found }) ? found : undefined;
}

export type Found = ReadonlyMap<string, string>;

function holdsSigned(
	original: Signed,
	shot: Shot,
	{ path, text, found }: { path: string; text: string; found: Found },
): boolean {
	const { partner, fields } = original;
	const recipe = partners[partner]?.signature;
	if (recipe?.scheme === 'address') return shot.path === path && isSameAddress(original, text, recipe.position);
	if (recipe?.scheme === 'sorted-query') {
		const names = Object.keys(fields);
		const isSame =
			names.length === found.size && names.every((name) => found.get(name) === toBytes(fields[name] ?? ''));
		return isSame && hasSignatureHeader(original, shot);
	}
	const signature = signatureNameOf(partner);
	const signedNames = [...(fixtures[partner]?.covered ?? []), ...(signature ? [signature] : [])];
	const absent = (name: string) => (fixtures[partner]?.absentIsEmpty?.includes(name) ? '' : undefined);
	return signedNames.every((name) =>
		isSameValue(found.get(name) ?? absent(name), fields[name] ?? '', name === signature),
	);
}

function isSameValue(found: string | undefined, signed: string, isSignature: boolean): boolean {
	if (found === undefined) return false;
	if (!isSignature) return found === toBytes(signed);
	return found.toLowerCase() === signed.toLowerCase() || found.replaceAll(' ', '+') === signed;
}

function isSameAddress({ partner, fields }: Signed, text: string, position: 'last' | 'anywhere'): boolean {
	const name = signatureNameOf(partner) ?? '';
	const signature = fields[name] ?? '';
	const others = new URLSearchParams(Object.entries(fields).filter(([field]) => field !== name)).toString();
	const pairs = text.split('&');
	const index = pairs.findIndex((pair) => pair.toLowerCase() === `${name}=${signature}`.toLowerCase());
	const isInPlace = position === 'anywhere' || index === pairs.length - 1;
	return index >= 0 && isInPlace && pairs.toSpliced(index, 1).join('&') === others;
}

function hasSignatureHeader({ headers }: Signed, shot: Shot): boolean {
	return Object.entries(headers).every(([name, value]) => {
		const given = shot.headers.filter(([header]) => header.toLowerCase() === name);
		return given.length === 1 && given[0]?.[1].toLowerCase() === value.toLowerCase();
	});
}

function signatureNameOf(partner: string): string | undefined {
	const signature = partners[partner]?.signature;
	return signature && 'parameter' in signature ? signature.parameter : undefined;
}

function comesTo(path: string, shot: Shot): boolean {
	const [target = ''] = shot.path.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/);
	const hasKey = path.split('/').length > 3;
	return [path, ...(hasKey ? [] : [`${path}/`])].includes(decoded(target) ?? '');
}

function comesFromPartner(shot: Shot): boolean {
	const given = shot.headers.filter(([name]) => name === 'x-forwarded-for').map(([, value]) => value);
	return given.join(',').split(',').at(-1)?.trim() === PARTNER_IP;
}

function parametersTextOf({ path, query, body }: Shot, isPosted: boolean): string {
	if (isPosted) return body;
	const target = query === undefined ? path : `${path}?${query}`;
	const start = target.indexOf('?');
	// Several spaces may precede the HTTP version.
	return start < 0 ? '' : target.slice(start + 1).replace(/ +$/, '');
}

function decoded(text: string): string | undefined {
	try {
		return toBytes(decodeURIComponent(text.replaceAll('+', ' ')));
	} catch {
		return undefined;
	}
}

function readForm(text: string): Found | undefined {
	const found = new Map<string, string>();
	for (const pair of text.split('&')) {
		const [name, value] = [pair.split('=', 1)[0] ?? '', pair.slice(pair.split('=', 1)[0]?.length).slice(1)].map(
			decoded,
		);
		if (name === undefined || value === undefined || found.has(name)) return undefined;
		found.set(name, value);
	}
	return found;
}

function readJson(text: string): Found | undefined {
	try {
		const parsed: unknown = JSON.parse(Buffer.from(text, 'latin1').toString('utf8'));
		if (typeof parsed !== 'object' || parsed === null) return undefined;
		return new Map(Object.entries(parsed).map(([name, value]) => [toBytes(name), toBytes(String(value ?? ''))]));
	} catch {
		return undefined;
	}
}
