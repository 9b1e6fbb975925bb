import { expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '../../contract/calls.ts';
import { exampleOf } from './example-of.ts';

test('the example of every call is a valid response', () => {
	const invalid = Object.entries(calls).filter(([, { output }]) => !output.safeParse(exampleOf(output)).success);
	expect(invalid.map(([name]) => name)).toEqual([]);
});

const schema = z.object({
	name: z.string(),
	at: z.number().nullable(),
	rows: z.array(z.union([z.object({ id: z.string(), count: z.number() }), z.object({ proposal: z.string() })])),
});

test('given fields replace those of the example, at any depth', () => {
	expect(exampleOf(schema, { at: 5, rows: [{ id: 'x' }, { proposal: '1' }] })).toEqual({
		name: '',
		at: 5,
		rows: [{ id: 'x', count: 0 }, { proposal: '1' }],
	});
});

test('refuses a field that the schema does not have', () => {
	expect(() => exampleOf(schema, { nmae: 'x' } as never)).toThrow('the contract has no field nmae');
});
