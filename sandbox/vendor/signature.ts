import { createHash } from 'node:crypto';

/** Returns hex md5(base64(JSON of the body without `sign`, in sent order) + apiKey). */
export function callbackSignature(body: Record<string, unknown>, apiKey: string): string {
	const encoded = Buffer.from(JSON.stringify(body)).toString('base64');
	return createHash('md5')
		.update(encoded + apiKey)
		.digest('hex');
}
