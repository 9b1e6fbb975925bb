import { calls } from '../../contract/calls.ts';
import { exampleOf } from './example-of.ts';

test('the example of every call is a valid response', () => {
	const invalid = Object.entries(calls).filter(([, { output }]) => !output.safeParse(exampleOf(output)).success);
	expect(invalid.map(([name]) => name)).toEqual([]);
});
