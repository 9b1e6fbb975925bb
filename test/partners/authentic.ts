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
	if (shot.method !== 'GET' && shot.method !== 'POST') return undefined;
	if (way.isListed && !comesFromPartner(shot)) return undefined;
	if (!comesTo(way.path, shot)) return undefined;
	const isAddressSigned = partners[partner]?.signature.scheme === 'address';
	const isBody = shot.method === 'POST' && shot.body !== '' && !isEndedEarly(shot) && !isAddressSigned;
	const text = parametersTextOf(shot, isBody);
	const found = isBody && /^(?:\xef\xbb\xbf)?\s*\{/.test(text) ? readJson(text) : readForm(text, neededOf(partner));
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
	const index = pairs.findIndex(
		(pair) =>
			pair.startsWith(`${name}=`) && decoded(pair.slice(name.length + 1)).toLowerCase() === signature.toLowerCase(),
	);
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
	return [path, `${path}/`].includes(decoded(target));
}

function comesFromPartner(shot: Shot): boolean {
	const given = shot.headers.filter(([name]) => name === 'x-forwarded-for').map(([, value]) => value);
	return given.join(',').split(',').at(-1)?.trim() === PARTNER_IP;
}

/** The bytes of such a body belong to the next request. */
const isEndedEarly = ({ headers }: Shot) => headers.some(([name, value]) => name === 'content-length' && value === '0');

function parametersTextOf({ path, query, body }: Shot, isPosted: boolean): string {
	if (isPosted) return body.replace(/^\xef\xbb\xbf(?!\s*\{)|\r?\n$/g, '');
	const target = query === undefined ? path : `${path}?${query}`;
	const start = target.indexOf('?');
	// Several spaces may precede the HTTP version.
	return start < 0 ? '' : target.slice(start + 1).replace(/ +$/, '');
}

function decoded(text: string): string {
	return text
		.replaceAll('+', ' ')
		.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}

function readForm(text: string, needed: ReadonlySet<string>): Found | undefined {
	const found = new Map<string, string>();
	for (const pair of text.split('&')) {
		const separator = pair.includes('=') ? pair.indexOf('=') : pair.length;
		const name = decoded(pair.slice(0, separator));
		if (name === '') continue;
		if (!found.has(name)) found.set(name, decoded(pair.slice(separator + 1)));
		else if (needed.has(name)) return undefined;
	}
	return found;
}

/** A second value of these is refused, because money depends on them. */
function neededOf(partner: string): ReadonlySet<string> {
	const { credit, open, covered } = fixtures[partner] ?? { credit: {}, covered: [] };
	const unneeded = new Set(open?.['no-money'] ?? []);
	const signature = signatureNameOf(partner);
	return new Set([...Object.keys(credit).filter((name) => !unneeded.has(name)), ...covered, signature ?? '']);
}

function readJson(text: string): Found | undefined {
	try {
		const parsed: unknown = JSON.parse(
			Buffer.from(text, 'latin1')
				.toString('utf8')
				.replace(/^\ufeff/, ''),
		);
		if (typeof parsed !== 'object' || parsed === null) return undefined;
		return new Map(Object.entries(parsed).map(([name, value]) => [toBytes(name), toBytes(String(value ?? ''))]));
	} catch {
		return undefined;
	}
}
