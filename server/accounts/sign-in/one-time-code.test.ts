import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashCode, makeCode } from './one-time-code.ts';

test('a code is 256 random bits, and its hash is that of the text', () => {
	const { code, hash } = makeCode();
	expect(Buffer.from(code, 'base64url')).toHaveLength(32);
	expect(hash).toEqual(createHash('sha256').update(code).digest());
	expect(hashCode(code)).toEqual(hash);
	expect(makeCode().code).not.toBe(code);
});

test.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, `${'x'.repeat(42)}\n`, 7, null, undefined, ['x']])(
	'%j is no code',
	(text) => expect(hashCode(text)).toBe(undefined),
);
