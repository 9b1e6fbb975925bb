import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { StartProblem } from '../lib/start-problem.ts';
import type { Partner } from './partners/partner.ts';
import { partners } from './partners/registry.ts';

/** An offerwall as the operator configured it, with its partner's contract. */
export type Wall = {
	id: string;
	name: string;
	partner: Partner;
	secret: string;
	appId: string;
	/** Secret last part of the callback's address, for partners that sign too little. */
	pathKey: string | undefined;
	allowedIps: readonly string[];
	minAge: number;
	/** Hundredths of R$ for one $: when set, the reward is computed from the payout. */
	rateCents: number | undefined;
	enabled: boolean;
};

const DEFAULT_MIN_AGE = 13;
const cidr = z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]);

const wallEntry = z.strictObject({
	id: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'must be lowercase letters, digits and dashes'),
	partner: z.string().refine((partner) => Object.hasOwn(partners, partner), {
		error: `must be one of ${Object.keys(partners).join(', ')}`,
	}),
	name: z.string().min(1).max(60),
	secret: z.string().min(8, 'must have at least 8 characters').max(500),
	appId: z.string().max(200).default(''),
	pathKey: z
		.string()
		.regex(/^[\w-]{16,200}$/, 'must be 16 to 200 letters, digits, dashes or underscores')
		.optional(),
	allowedIps: z.array(cidr).default([]),
	minAge: z.int().min(DEFAULT_MIN_AGE).max(120).default(DEFAULT_MIN_AGE),
	holdHours: z.literal(0, 'holding credits back is not available for this partner').default(0),
	rate: z.number().positive().max(1_000_000).multipleOf(0.01).optional(),
	wallParams: z.record(z.string(), z.string()).default({}),
	override: z.strictObject({ wallUrl: z.url().optional() }).default({}),
	enabled: z.boolean().default(true),
});

/**
 * Reads `OFFERWALLS_FILE`.
 * @throws StartProblem that names the file, the entry and the field.
 */
export function readWallsFile(path: string): Wall[] {
	let entries: unknown;
	try {
		entries = JSON.parse(readFileSync(path, 'utf8'));
	} catch (error) {
		throw new StartProblem(`OFFERWALLS_FILE ${path} cannot be read: ${(error as Error).message}`);
	}
	return toWalls(entries, `OFFERWALLS_FILE ${path}`);
}

/** @throws StartProblem that names the source, the entry and the field. */
export function toWalls(entries: unknown, source: string): Wall[] {
	const parsed = z.array(wallEntry).safeParse(entries);
	if (!parsed.success) {
		const problems = parsed.error.issues.map(({ path: [index, ...field], message }) => {
			const id = (entries as { id?: unknown }[])?.[Number(index)]?.id;
			return `entry ${Number(index) + 1}${id ? ` (${id})` : ''}, ${field.join('.') || 'whole'}: ${message}`;
		});
		throw new StartProblem(`${source}: ${problems.join('; ')}`);
	}
	const ids = parsed.data.map((entry) => entry.id);
	const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
	if (repeated) throw new StartProblem(`${source}: the id ${repeated} is used twice`);
	return parsed.data.map(toWall);
}

function toWall(entry: z.output<typeof wallEntry>): Wall {
	const partner = partners[entry.partner] as Partner;
	const address = new URL(fillIn(entry.override.wallUrl ?? partner.wallUrl, { appId: entry.appId }));
	for (const [name, value] of Object.entries(entry.wallParams)) address.searchParams.set(name, value);
	return {
		id: entry.id,
		name: entry.name,
		// The address keeps its `{uid}`, which URL has encoded.
		partner: { ...partner, wallUrl: address.href.replaceAll('%7Buid%7D', '{uid}') },
		secret: entry.secret,
		appId: entry.appId,
		pathKey: entry.pathKey,
		allowedIps: entry.allowedIps,
		minAge: entry.minAge,
		rateCents: entry.rate === undefined ? undefined : Math.round(entry.rate * 100),
		enabled: entry.enabled,
	};
}

/** Where this user finds the wall. */
export function wallUrlFor(wall: Wall, uid: string): string {
	return fillIn(wall.partner.wallUrl, { uid });
}

function fillIn(template: string, values: Record<string, string>): string {
	return template.replace(/\{(\w+)\}/g, (whole, name: string) =>
		values[name] === undefined ? whole : encodeURIComponent(values[name]),
	);
}
