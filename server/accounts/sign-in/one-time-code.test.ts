import { createHash } from 'node:crypto';
import { hashCode, makeCode } from './one-time-code.ts';

test('a code has 256 random bits, and its hash is the SHA-256 of its text', () => {
	const { code, hash } = makeCode();
	expect(Buffer.from(code, 'base64url')).toHaveLength(32);
	expect(hash).toEqual(createHash('sha256').update(code).digest());
	expect(hashCode(code)).toEqual(hash);
	expect(makeCode().code).not.toBe(code);
});

test.each(['', 'x'.repeat(42), 'x'.repeat(44), `${'x'.repeat(42)}!`, `${'x'.repeat(42)}\n`, 7, null, undefined, ['x']])(
	'hashCode returns undefined for the invalid code %j',
	(text) => expect(hashCode(text)).toBe(undefined),
);
