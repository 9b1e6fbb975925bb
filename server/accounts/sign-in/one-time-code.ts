import { createHash, randomBytes } from 'node:crypto';

const CODE_BYTES = 32;
const CODE_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** Only the hash is stored. */
export function makeCode(): { code: string; hash: Buffer } {
	const code = randomBytes(CODE_BYTES).toString('base64url');
	return { code, hash: hashOf(code) };
}

export function hashCode(code: unknown): Buffer | undefined {
	return typeof code === 'string' && CODE_PATTERN.test(code) ? hashOf(code) : undefined;
}

// A fast hash suffices for a secret of this length.
function hashOf(code: string): Buffer {
	return createHash('sha256').update(code).digest();
}
