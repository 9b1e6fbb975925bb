import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what is kept in the database and must be read again, under a key that is not in the database. */
export type SecretBox = {
	/** Tells keys apart and tells nothing of them: eight hexadecimal digits. */
	keyId: string;
	/** @param about what it belongs to: sealed text opens for that alone, so that nobody can put it elsewhere. */
	seal(text: string, about: string): string;
	/** @throws WrongKey for what another key has sealed; SealBroken for what was changed, or belongs elsewhere. */
	open(sealed: string, about: string): string;
};

export class WrongKey extends Error {
	override readonly name = 'WrongKey';
	/** The key that it was sealed with. */
	readonly keyId: string;

	constructor(keyId: string) {
		super(`encrypted with another key (${keyId})`);
		this.keyId = keyId;
	}
}

export class SealBroken extends Error {
	override readonly name = 'SealBroken';
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^v1\.([0-9a-f]{8})\.([\w-]+)$/;

/** @param secret long and random; AES-256-GCM with what HKDF-SHA-256 makes of it, and a nonce that is random each time. */
export function createSecretBox(secret: string): SecretBox {
	const derive = (what: string) => Buffer.from(hkdfSync('sha256', secret, '', `lootpass ${what}`, 32));
	const key = derive('secrets v1');
	const keyId = createHash('sha256').update(derive('secrets key id')).digest('hex').slice(0, 8);
	return {
		keyId,
		seal(text, about) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
			const hidden = [cipher.update(text, 'utf8'), cipher.final()];
			return `v1.${keyId}.${Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString('base64url')}`;
		},
		open(sealed, about) {
			const [, sealedWith, text] = SEALED.exec(sealed) ?? [];
			if (!sealedWith || !text) throw new SealBroken('not an encrypted text');
			if (sealedWith !== keyId) throw new WrongKey(sealedWith);
			const bytes = Buffer.from(text, 'base64url');
			if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new SealBroken('the text is truncated');
			const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
			decipher.setAAD(Buffer.from(about)).setAuthTag(bytes.subarray(-TAG_BYTES));
			try {
				const shown = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()];
				return Buffer.concat(shown).toString('utf8');
			} catch (cause) {
				throw new SealBroken('the text was changed or belongs to another record', { cause });
			}
		},
	};
}

/** Which key sealed a text; undefined for what is no sealed text. */
export function keyIdOf(sealed: string): string | undefined {
	return SEALED.exec(sealed)?.[1];
}
