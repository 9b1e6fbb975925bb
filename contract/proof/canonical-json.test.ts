import { canonicalJson } from './canonical-json.ts';

test('canonical JSON is the same for any field order', () => {
	const value = { b: [1, 'é\n', { z: null, a: true }], a: 12.5, '\u{1f600}': 1, '\ufb33': 2, left: undefined };
	expect(canonicalJson(value)).toBe('{"a":12.5,"b":[1,"é\\n",{"a":true,"z":null}],"\u{1f600}":1,"\ufb33":2}');
	expect(canonicalJson({ a: 12.5, b: 1 })).toBe(canonicalJson({ b: 1, a: 12.5 }));
	// Examples from RFC 8785.
	expect(canonicalJson([1e30, 4.5, 2e-3, 1e-27, -0])).toBe('[1e+30,4.5,0.002,1e-27,0]');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, undefined, () => 1])('canonical JSON rejects %s', (value) => {
	expect(() => canonicalJson(value)).toThrow('has no place in JSON');
});
