import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export async function sha256Of(contents: Readable): Promise<string> {
	const hash = createHash('sha256');
	await pipeline(contents, hash);
	return hash.digest('hex');
}
