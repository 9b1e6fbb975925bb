import { canonicalJson } from '../../contract/proof/canonical-json.ts';

export type PublicKey = { id: string; public_key: string };
/** `unknown`: nothing to compare with, or no browser support. */
export type Verdict = 'yes' | 'no' | 'unknown';

export async function isSigned(
	{ signature, ...signed }: { key: string; signature: string },
	keys: readonly PublicKey[],
): Promise<Verdict> {
	const key = keys.find(({ id }) => id === signed.key);
	if (!key) return 'no';
	const publicKey = bytesOfBase64url(key.public_key);
	if (hexOf(await sha256(publicKey)).slice(0, 16) !== key.id) return 'no';
	const text = new TextEncoder().encode(canonicalJson(signed));
	const imported = await importKey(publicKey);
	if (!imported) return 'unknown';
	return (await crypto.subtle.verify('Ed25519', imported, bytesOfBase64url(signature), text)) ? 'yes' : 'no';
}

async function importKey(publicKey: Uint8Array<ArrayBuffer>) {
	try {
		return await crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']);
	} catch {
		return undefined;
	}
}

export async function sha256(...parts: readonly Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
	const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return new Uint8Array(await crypto.subtle.digest('SHA-256', all));
}

export function bytesOf(hex: string): Uint8Array {
	return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

export function hexOf(bytes: Uint8Array): string {
	return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOfBase64url(text: string): Uint8Array<ArrayBuffer> {
	if (!/^[\w-]*$/.test(text)) return new Uint8Array();
	return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
