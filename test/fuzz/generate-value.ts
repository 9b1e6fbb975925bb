import { nastyTexts } from '../partners/mutations.ts';
import type { Random } from '../partners/random.ts';

export type JsonSchema = {
	type?: string;
	enum?: unknown[];
	const?: unknown;
	anyOf?: JsonSchema[];
	oneOf?: JsonSchema[];
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	minimum?: number;
	maximum?: number;
	format?: string;
	maxLength?: number;
};

const numbers = [0, -0, -1, 0.1, 1e-320, 1e21, 1e308, 2 ** 31, 2 ** 53 + 2, -(2 ** 63), 8_640_000_000_000_001];
/** Values that break servers: NUL in text columns, lone surrogates, 2^53 + 1. */
const NASTY: readonly unknown[] = [
	...[...nastyTexts, '💰'.repeat(300), '%', '_', '\\', 'x'.repeat(20_000), '1e400', '2026-02-30'],
	...[null, true, ...numbers, [], [[]], {}, { length: 1e9 }, { toString: 'x' }],
	JSON.parse('{"__proto__": {"role": "Admin"}, "constructor": 1}'),
];

export function generateValue(random: Random, schema: JsonSchema, known: readonly string[]): unknown {
	if (random.chance(0.12)) return random.pick(NASTY);
	if (schema.const !== undefined) return schema.const;
	if (schema.enum) return random.pick(schema.enum);
	const choices = schema.anyOf ?? schema.oneOf;
	if (choices) return generateValue(random, random.pick(choices), known);
	switch (schema.type) {
		case 'object':
			return generateObject(random, schema, known);
		case 'array':
			return Array.from({ length: random.below(4) }, () => generateValue(random, schema.items ?? {}, known));
		case 'number':
		case 'integer':
			return generateNumber(random, schema);
		case 'boolean':
			return random.chance(0.5);
		case 'null':
			return null;
		default:
			return generateText(random, schema, known);
	}
}

function generateObject(random: Random, { properties = {}, required = [] }: JsonSchema, known: readonly string[]) {
	const object: Record<string, unknown> = {};
	for (const [name, property] of Object.entries(properties)) {
		const isLeftOut = random.chance(required.includes(name) ? 0.05 : 0.5);
		if (!isLeftOut) object[name] = generateValue(random, property, known);
	}
	if (random.chance(0.05))
		object[random.pick(['uid', 'role', 'extra', 'constructor', 'toString'])] = random.pick(NASTY);
	return object;
}

function generateNumber(random: Random, { type, minimum = -10, maximum = 10_000 }: JsonSchema): number {
	const [from, to] = [Math.max(minimum, -(2 ** 53)), Math.min(maximum, 2 ** 53)];
	if (random.chance(0.2)) return random.pick([from - 1, from, to, to + 1, Date.now()]);
	const value = from + random.below(Math.min(to - from, 100_000) + 1);
	return type === 'integer' || random.chance(0.7) ? value : value + 0.5;
}

function generateText(random: Random, { format, maxLength = 50 }: JsonSchema, known: readonly string[]): string {
	if (format === 'uuid' && random.chance(0.3)) return crypto.randomUUID();
	if (random.chance(0.6)) return random.pick(known);
	if (random.chance(0.1)) return 'y'.repeat(Math.min(maxLength, 5_000) + random.below(2));
	return random.pick(['Builderman', 'sandbox', 'Admin', 'UTC', 'Europe/Amsterdam', 'rbxcrate', '1', 'a b', 'ÄÖ']);
}
