import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export type SecretBox = ReturnType<typeof createSecretBox>;

export class WrongKey extends Error {
	override readonly name = 'WrongKey';
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

/** AES-256-GCM, key from HKDF-SHA-256, random nonce. @param secret long and random. */
export function createSecretBox(secret: string) {
	const derive = (what: string) => Buffer.from(hkdfSync('sha256', secret, '', `lootpass ${what}`, 32));
	const key = derive('secrets v1');
	const keyId = createHash('sha256').update(derive('secrets key id')).digest('hex').slice(0, 8);
	return {
		keyId,
		/** @param about names the text's owner; it is authenticated, so that the text cannot be moved. */
		seal(text: string, about: string) {
			const nonce = randomBytes(NONCE_BYTES);
			const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about));
			const hidden = [cipher.update(text, 'utf8'), cipher.final()];
			return `v1.${keyId}.${Buffer.concat([nonce, ...hidden, cipher.getAuthTag()]).toString('base64url')}`;
		},
		/** @throws WrongKey for another key; SealBroken for changed text or another `about`. */
		open(sealed: string, about: string) {
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

export const keyIdOf = (sealed: string): string | undefined => SEALED.exec(sealed)?.[1];

/** Returns undefined after a change of SECRETS_KEY or of the text. */
export function ifReadable<Value>(open: () => Value): Value | undefined {
	try {
		return open();
	} catch (error) {
		if (error instanceof WrongKey || error instanceof SealBroken) return undefined;
		throw error;
	}
}
