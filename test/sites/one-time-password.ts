import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Source: RFC 6238 with SHA-1, 30 s and 6 digits. */
export function oneTimePassword(totpUri: string, atMs = Date.now()): string {
	const key = decode(new URL(totpUri).searchParams.get('secret') ?? '');
	const counter = Buffer.alloc(8);
	counter.writeBigUInt64BE(BigInt(Math.floor(atMs / 30_000)));
	const digest = createHmac('sha1', key).update(counter).digest();
	const offset = (digest.at(-1) ?? 0) & 0xf;
	return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, '0');
}

function decode(base32: string): Buffer {
	const bits = [...base32.replace(/=+$/, '')].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'));
	return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
