import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { ORIGIN } from './identity-site.ts';

type Changes = { origin?: string; isVerified?: boolean; type?: string; counter?: number; handle?: string };

/** An authenticator in software, which signs as WebAuthn describes (ES256, no attestation). */
export function createAuthenticator() {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const id = randomBytes(16);
	let count = 0;
	const text = (bytes: Buffer) => bytes.toString('base64url');

	function clientData(challenge: string, type: string, { origin = ORIGIN }: Changes): Buffer {
		return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
	}

	/** Source: W3C Web Authentication, section 6.1. */
	function authData({ isVerified = true, counter }: Changes): Buffer {
		count = counter ?? count + 1;
		const flags = 1 | (isVerified ? 4 : 0);
		const uses = Buffer.alloc(4);
		uses.writeUInt32BE(count);
		const rpId = createHash('sha256').update(new URL(ORIGIN).hostname).digest();
		return Buffer.concat([rpId, Buffer.from([flags]), uses]);
	}

	return {
		register({ challenge }: { challenge: string }, changes: Changes = {}) {
			const response = {
				clientDataJSON: text(clientData(challenge, changes.type ?? 'webauthn.create', changes)),
				authenticatorData: text(authData(changes)),
				publicKey: text(publicKey.export({ format: 'der', type: 'spki' })),
			};
			return { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response };
		},
		signIn({ challenge, uid }: { challenge: string; uid: string }, changes: Changes = {}) {
			const [client, data] = [clientData(challenge, changes.type ?? 'webauthn.get', changes), authData(changes)];
			const digest = createHash('sha256').update(client).digest();
			const signature = sign('sha256', Buffer.concat([data, digest]), privateKey);
			const response = {
				...{ clientDataJSON: text(client), authenticatorData: text(data), signature: text(signature) },
				userHandle: text(Buffer.from(changes.handle ?? uid)),
			};
			return { id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response };
		},
	};
}
