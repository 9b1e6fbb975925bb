import { z } from 'zod';
import { StartProblem } from '../../lib/start-problem.ts';
import { feedEntry } from '../feeds/feeds.ts';
import {
	digest,
	kinds,
	parameterName as name,
	type Parameters,
	type Partner,
	parameters,
	SECRET,
	signature,
	UID,
} from '../partners/partner.ts';
import { partners } from '../partners/registry.ts';
import { coverageOf, digestOf } from '../postbacks/signature.ts';
import { reportEntry } from '../reports/reports.ts';
import type { WallTerms } from '../terms/terms.ts';

export type Wall = Omit<WallEntry, 'partner' | 'rate' | 'appId' | 'wallParams' | 'override' | 'claims'> &
	WallTerms & {
		partnerId: string;
		partner: Partner;
		/** URL with the placeholders `{uid}` and `{hash}`; undefined if the wall is not shown. */
		url: string | undefined;
		/** Until this time, an upgraded site books credits of this wall although its postbacks can be forged. */
		unprotectedUntilMs: number;
		isWeak: boolean;
		/** True if a full reversal reverses the whole credit, whatever its amount. False if only the amount is signed. */
		payoutDecides: boolean;
		hasPending: boolean;
		screenOutsPay: boolean;
		formats: ReadonlyMap<string, RegExp>;
		claims?: (WallEntry['claims'] & { isPublicOnly?: boolean }) | undefined;
	};

export type WallSettings = { enabled: boolean; minAge: number; holdHours: number };

export function toWalls(entries: unknown, source: string): Wall[] {
	const list = z.array(z.unknown()).safeParse(entries);
	if (!list.success) throw new StartProblem(`${source}: must be a list of entries: ${list.error.issues[0]?.message}`);
	const problems: string[] = [];
	const walls = list.data.flatMap((entry, index) => {
		const read = readEntry(entry);
		if ('wall' in read) return read.wall;
		const { id } = Object(entry);
		for (const [field, message] of read.problems)
			problems.push(`entry ${index + 1}${id ? ` (${id})` : ''}, ${field}: ${message}`);
		return [];
	});
	if (problems.length > 0) throw new StartProblem(`${source}: ${problems.join('; ')}`);
	const ids = walls.map(({ id }) => id);
	const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
	if (repeated) throw new StartProblem(`${source}: the ID ${repeated} is used twice`);
	return walls;
}

export function wallUrlFor({ url, partner, secret }: Wall, uid: string): string | undefined {
	if (url === undefined || openPlaceOf({ url, partner })) return undefined;
	const { wallHash } = partner;
	if (!wallHash) return fillIn(url, { uid });
	const filled = wallHash.parts.map((part) => (part === UID ? uid : part === SECRET ? secret : part));
	return fillIn(url, { uid, hash: digestOf(wallHash.digest, secret, filled.join(wallHash.separator)) });
}

export function readEntry(entry: unknown): { wall: Wall } | { problems: [field: string, message: string][] } {
	const parsed = wallEntry.safeParse(entry);
	if (!parsed.success) {
		return { problems: parsed.error.issues.map(({ path, message }) => [path.join('.') || 'whole', message]) };
	}
	const wall = toWall(parsed.data);
	const problems = contradictionsOf(wall);
	return problems.length > 0 ? { problems } : { wall };
}

function toWall(entry: WallEntry): Wall {
	const { partner: partnerId, rate, appId: _, wallParams: __, override, ...settings } = entry;
	const partner = contractOf(entry);
	const covered = coverageOf(partner);
	return {
		...settings,
		partnerId,
		partner,
		url: addressOf(partner, entry),
		unprotectedUntilMs: 0,
		isWeak: !covered.user || !(covered.reward || covered.payout),
		payoutDecides: covered.payout || !covered.reward,
		hasPending: partner.kinds.rules.some(({ values }) => Object.values(values).includes('pending')),
		rateCents: rate === undefined ? undefined : Math.round(rate * 100),
		rates: [],
		boosts: [],
		screenOutsPay: override.screenOutsPay,
		formats: new Map(
			Object.entries(partner.formats ?? {}).map(([name, format]) => [name, new RegExp(`^(?:${format})$`, 'u')]),
		),
	};
}

function addressOf({ wallUrl: template }: Partner, { appId, wallParams }: WallEntry): string | undefined {
	if (template === undefined || (template.includes('{appId}') && appId === '')) return undefined;
	const address = new URL(fillIn(template, { ...wallParams, appId }));
	for (const [name, value] of Object.entries(wallParams)) {
		if (!template.includes(`{${name}}`)) address.searchParams.set(name, value);
	}
	// Restores the placeholders that the URL class encoded.
	return address.href.replace(/%7B(\w+)%7D/g, '{$1}');
}

function contradictionsOf({ partner, rateCents }: Wall): [string, string][] {
	if (rateCents === undefined || partner.parameters.payout) return [];
	return [['rate', `can't be used, because ${partner.name} doesn't report the payout`]];
}

export function openPlaceOf({ url, partner }: Pick<Wall, 'url' | 'partner'>): string | undefined {
	const isFilledLater = (name: string | undefined) => name === 'uid' || (name === 'hash' && partner.wallHash);
	return [...(url ?? '').matchAll(/\{(\w+)\}/g)].map(([, name]) => name).find((name) => !isFilledLater(name));
}

function fillIn(template: string, values: Record<string, string>): string {
	return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
		values[name] === undefined ? whole : encodeURIComponent(values[name]),
	);
}

const DEFAULT_MIN_AGE = 13;
const HOLD_HOURS_MAX = 24 * 365;
const cidr = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);
/** Accepts numbers, because ids are often written as such. */
const number = z.int().nonnegative().transform(String);

const override = z.strictObject({
	wallUrl: z
		.url({ protocol: /^https?$/ })
		.refine((url) => url.includes('{uid}'), 'must contain {uid}, so the partner can tell users apart')
		.optional(),
	wallHash: z
		.strictObject({ digest, parts: z.array(name).min(1), separator: z.string().max(10).default('') })
		.refine(({ parts }) => parts.includes(UID), { path: ['parts'], message: `must contain ${UID}` })
		.optional(),
	arrival: z.enum(['query', 'form', 'json']).optional(),
	parameters: parameters.partial().default({}),
	payoutUnit: z.enum(['usd', 'usd-cents']).optional(),
	signature: signature.optional(),
	formats: z.record(name, z.string().min(1).max(500).refine(isPattern, 'must be a regular expression')).default({}),
	kinds: kinds.optional(),
	reversalPrefix: z.string().min(1).max(20).optional(),
	tests: z.array(z.strictObject({ parameter: name, values: z.array(z.string()).min(1) })).optional(),
	paysOnlyWithPayout: z.boolean().optional(),
	successBody: z.string().max(200).optional(),
	duplicateBody: z.string().max(200).optional(),
	screenOutsPay: z.boolean().default(false),
});

function isPattern(text: string): boolean {
	try {
		return new RegExp(text, 'u') !== undefined;
	} catch {
		return false;
	}
}

export const wallEntry = z.strictObject({
	id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'must be lowercase letters, digits, dashes and underscores'),
	partner: z
		.string()
		.refine((partner) => Object.hasOwn(partners, partner), {
			error: `must be one of ${Object.keys(partners).join(', ')}`,
		}),
	name: z.string().min(1).max(60),
	secret: z.string().min(1).max(500),
	appId: z.union([z.string().max(200), number]).default(''),
	pathKey: z
		.string()
		.regex(/^[\w-]{1,200}$/, 'must be at most 200 letters, digits, dashes and underscores')
		.optional(),
	allowedIps: z.array(cidr).default([]),
	minAge: z.int().min(DEFAULT_MIN_AGE).max(120).default(DEFAULT_MIN_AGE),
	holdHours: z.number().min(0).max(HOLD_HOURS_MAX).default(0),
	rate: z.number().positive().max(1_000_000).multipleOf(0.01).optional(),
	wallParams: z
		.record(z.string(), z.union([z.string(), number]))
		// With a constant user id, all users would see one user's wall.
		.refine((values) => !['uid', 'hash', 'appId'].some((name) => Object.hasOwn(values, name)), {
			error: "can't contain uid, hash or appId, which are filled in automatically",
		})
		.default({}),
	override: override.prefault({}),
	feed: feedEntry.optional(),
	report: reportEntry.optional(),
	/** `url` replaces the partner's default origin. */
	claims: z
		.strictObject({
			kind: z.literal('adscend'),
			publisherId: z.string().regex(/^\w{1,40}$/),
			profileId: z.string().regex(/^\w{1,40}$/),
			url: z.url({ protocol: /^https?$/ }).optional(),
		})
		.optional(),
	supportUrl: z
		.url({ protocol: /^https$/ })
		.max(2_000)
		.optional(),
	picture: z
		.url({ protocol: /^https?$/ })
		.max(2_000)
		.optional(),
	countries: z.array(z.string().regex(/^[A-Z]{2}$/, 'must be two capital letters')).default([]),
	enabled: z.boolean().default(true),
});

type WallEntry = z.output<typeof wallEntry>;

/** Parameters that `override` renames are renamed in the hash, the formats and the postback address, too. */
function contractOf(entry: WallEntry): Partner {
	const base = partners[entry.partner] as Partner;
	const { wallUrl, parameters, formats, signature: otherSignature, screenOutsPay: _, ...facts } = entry.override;
	const renamed = new Map(
		Object.entries(parameters).map(([role, to]) => [base.parameters[role as keyof Parameters] ?? '', to]),
	);
	const rename: Rename = (name) => renamed.get(name) ?? name;
	const { macros, standing } = base;
	return {
		...base,
		...(macros && { macros: renameKeys(macros, rename) }),
		...(standing && { standing: { ...standing, macros: renameKeys(standing.macros, rename) } }),
		...(facts as Partial<Partner>),
		...(wallUrl ? { wallUrl } : {}),
		parameters: { ...base.parameters, ...parameters } as Parameters,
		formats: { ...renameKeys(base.formats ?? {}, rename), ...formats },
		signature: otherSignature ?? renameParts(base.signature, rename),
	};
}

type Rename = (name: string) => string;

function renameKeys(values: Readonly<Record<string, string>>, rename: Rename): Record<string, string> {
	return Object.fromEntries(Object.entries(values).map(([name, value]) => [rename(name), value]));
}

function renameParts(signed: Partner['signature'], rename: Rename): Partner['signature'] {
	if (signed.scheme !== 'fields') return signed;
	const { parts, omitEmpty, absentIsEmpty, wholePart } = signed;
	return {
		...signed,
		parts: parts.map(rename),
		...(omitEmpty && { omitEmpty: omitEmpty.map(rename) }),
		...(absentIsEmpty && { absentIsEmpty: absentIsEmpty.map(rename) }),
		...(wholePart && { wholePart: rename(wholePart) }),
	};
}

export function banCallbackUrl(wall: Wall, publicUrl: string): string | null {
	const { standing } = wall.partner;
	return standing ? callbackUrl(wall, publicUrl, standing.macros) : null;
}

export function callbackUrl(wall: Wall, publicUrl: string, macros = wall.partner.macros): string {
	const { arrival } = wall.partner;
	const address = `${publicUrl}/postback/${wall.id}${wall.pathKey ? `/${wall.pathKey}` : ''}`;
	if (!macros || arrival !== 'query') return address;
	// The macros are not encoded, because dashboards match brackets and dollars literally.
	return `${address}?${Object.entries(macros)
		.map(([name, macro]) => `${name}=${macro}`)
		.join('&')}`;
}
