import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 32;
const CODE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** 256 random bits. Only the hash is kept, so the database signs nobody in. */
export function makeCode(): { code: string; hash: Buffer } {
	const code = randomBytes(CODE_BYTES).toString('base64url');
	return { code, hash: hashOf(code) };
}

/** @returns undefined for a text that no code of ours looks like. */
export function hashCode(code: unknown): Buffer | undefined {
	return typeof code === 'string' && CODE_PATTERN.test(code) ? hashOf(code) : undefined;
}

// Plain SHA-256: a secret of this length cannot be guessed, so nothing is gained by a slow hash.
function hashOf(code: string): Buffer {
	return createHash('sha256').update(code).digest();
}
