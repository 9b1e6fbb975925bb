import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 32;
const CODE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

export function makeCode(): { code: string; hash: Buffer } {
	const code = randomBytes(CODE_BYTES).toString('base64url');
	return { code, hash: hashOf(code) };
}

export function hashCode(code: unknown): Buffer | undefined {
	return typeof code === 'string' && CODE_PATTERN.test(code) ? hashOf(code) : undefined;
}

// The code is long and random, so a fast hash suffices.
const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();
