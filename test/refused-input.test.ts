import { z } from 'zod';
import { calls } from '../contract/calls.ts';
import { dataEndpoints } from '../contract/data.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { refuseInput } from '../server/lib/http/refuse-input.ts';
import { RAW } from './fuzz/generate-request.ts';

type JsonSchema = { properties?: Record<string, JsonSchema>; anyOf?: JsonSchema[]; items?: JsonSchema };

const wrongValues = [null, 0, -1, 1.5, 1e21, '', 'abc', 'x'.repeat(10_000), true, [], {}, [null], { a: 1 }, Number.NaN];

function wrongInputsFor(schema: z.ZodType): unknown[] {
	const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
	const fields = [described, ...(described.anyOf ?? [])].flatMap(({ properties = {} }) => Object.keys(properties));
	const inFields = fields.flatMap((field) => wrongValues.map((value) => ({ [field]: value })));
	const inAll = wrongValues.map((value) => Object.fromEntries(fields.map((field) => [field, value])));
	return [undefined, 'text', ...wrongValues, { 'unknown \u{1F600} field': 1 }, ...inFields, ...inAll];
}

const SENTENCE = /^[“A-Z].*\.$/s;

function expectSentences(schema: z.ZodType): number {
	let refused = 0;
	for (const input of wrongInputsFor(schema)) {
		const { error } = schema.safeParse(input);
		if (!error) continue;
		refused += 1;
		const { message, details } = refuseInput(error, input);
		const { issues } = details as { issues: { path: string; message: string }[] };
		for (const problem of [message, ...issues.map((issue) => issue.message)]) {
			expect(problem).toMatch(SENTENCE);
			expect(problem).not.toMatch(RAW);
			expect(problem.length).toBeLessThan(300);
		}
	}
	return refused;
}

// spec: 8.sentences
describe('input errors', () => {
	test.each(Object.entries(calls))('%s describes every invalid input in a sentence', (_name, { input }) => {
		expect(expectSentences(input)).toBeGreaterThan(0);
	});
	test.each(Object.entries(calls))('%s refuses unknown fields', (_name, { input }) => {
		const problems = JSON.stringify(input.safeParse({ unknown: 1 }).error?.issues);
		expect(problems).toMatch(/unrecognized_keys|No matching discriminator/);
	});

	const guarded = Object.entries<Endpoint>(dataEndpoints).flatMap(([address, { query, body }]) => {
		const schema = query ?? body;
		return schema ? [[address, schema] as const] : [];
	});
	test.each(guarded)('%s describes every invalid input in a sentence', (_address, schema) => {
		expect(expectSentences(schema)).toBeGreaterThan(0);
	});
});

test.each([
	[dataEndpoints['GET /data/earnings/total'].query, { since: 'abc' }, '“since” has the wrong format.'],
	[dataEndpoints['GET /data/earnings/total'].query, { until: '1' }, 'Unknown field: “until”.'],
	[calls.adminGetUser.input, { uid: 'seed' }, '“uid” is not a valid ID.'],
	[calls.adminGetUser.input, {}, '“uid” is missing.'],
	[calls.getRobloxGames.input, { userId: 'seven' }, '“userId” must be a number.'],
	[calls.getOfferHistory.input, { limit: 101 }, '“limit” must be at most 100.'],
	[calls.getOfferHistory.input, 5, 'This request must be an object.'],
	[
		calls.adminGetLog.input,
		{ source: 'mind' },
		'“source” must be one of: sign-in, use, refusal, vendor, platform, job, mail.',
	],
])('%# describes the invalid input', (schema: z.ZodType, input, sentence) => {
	const { error } = schema.safeParse(input);
	expect(error && refuseInput(error, input).message).toBe(sentence);
});
