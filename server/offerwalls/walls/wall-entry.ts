import { z } from 'zod';
import { feedEntry } from '../feeds/feeds.ts';
import {
	digest,
	kinds,
	parameterName as name,
	type Parameters,
	type Partner,
	parameters,
	signature,
	UID,
} from '../partners/partner.ts';
import { partners } from '../partners/registry.ts';
import { reportEntry } from '../reports/report-entry.ts';

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
	partner: z.string().refine((partner) => Object.hasOwn(partners, partner), {
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

export type WallEntry = z.output<typeof wallEntry>;

/** Parameters that `override` renames are renamed in the hash, too. */
export function contractOf(entry: WallEntry): Partner {
	const base = partners[entry.partner] as Partner;
	const { wallUrl, parameters, formats, signature: otherSignature, screenOutsPay: _, ...facts } = entry.override;
	const renamed = new Map(
		Object.entries(parameters).map(([role, to]) => [base.parameters[role as keyof Parameters] ?? '', to]),
	);
	return {
		...base,
		...(facts as Partial<Partner>),
		...(wallUrl ? { wallUrl } : {}),
		parameters: { ...base.parameters, ...parameters } as Parameters,
		formats: { ...base.formats, ...formats },
		signature: otherSignature ?? renameParts(base.signature, renamed),
	};
}

function renameParts(signed: Partner['signature'], renamed: ReadonlyMap<string, string>): Partner['signature'] {
	if (signed.scheme !== 'fields') return signed;
	return { ...signed, parts: signed.parts.map((part) => renamed.get(part) ?? part) };
}
