import { createCipheriv, createECDH, ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { HOUR_MS } from '../../../contract/durations.ts';

const CURVE = 'prime256v1';
const CURVE_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const RECORD_BYTES = 4_096;
const TOKEN_MS = 12 * HOUR_MS;

const hosts: readonly string[] = ['fcm.googleapis.com', 'web.push.apple.com'];
const domains = ['.push.services.mozilla.com', '.notify.windows.com'];

/** Other addresses are refused, so that users cannot make the site call them. */
export function isPushService(endpoint: string, trustedOrigins: readonly string[]): boolean {
	const url = URL.parse(endpoint);
	if (!url || url.username || url.password || url.hash) return false;
	const { origin, protocol, port, hostname } = url;
	if (trustedOrigins.includes(origin)) return true;
	const isListed = hosts.includes(hostname) || domains.some((domain) => hostname.endsWith(domain));
	return isListed && protocol === 'https:' && port === '';
}

export type BrowserKeys = { p256dh: Buffer; auth: Buffer };

/** @returns undefined if the keys are malformed or no point on the curve. */
export function readBrowserKeys(keys: Record<keyof BrowserKeys, string>): BrowserKeys | undefined {
	const [p256dh, auth] = [Buffer.from(keys.p256dh, 'base64url'), Buffer.from(keys.auth, 'base64url')];
	if (p256dh.length !== 65 || p256dh[0] !== 4 || auth.length !== 16) return undefined;
	try {
		ECDH.convertKey(p256dh, CURVE);
		return { p256dh, auth };
	} catch {
		return undefined;
	}
}

/** RFC 8291 and RFC 8188. */
export function encryptPush({ p256dh, auth }: BrowserKeys, text: string): Buffer {
	const own = createECDH(CURVE);
	const key = own.generateKeys();
	const salt = randomBytes(16);
	const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, key]);
	const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(p256dh), auth, info, 32));
	const derive = (name: string, bytes: number) =>
		Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
	const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
	const size = Buffer.alloc(5);
	size.writeUInt32BE(RECORD_BYTES);
	size.writeUInt8(key.length, 4);
	const hidden = [cipher.update(text, 'utf8'), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()];
	return Buffer.concat([salt, size, key, ...hidden]);
}

export type PushKey = ReturnType<typeof createPushKey>;

/** VAPID (RFC 8292). Deriving the key gives all nodes the same one. */
export function createPushKey(secret: string) {
	// More bits than the key has, so that the remainder is unbiased (FIPS 186-5, A.2.1).
	const bits = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, '', 'lootpass push v1', 48)).toString('hex')}`);
	const d = Buffer.from(((bits % (CURVE_ORDER - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex');
	const pair = createECDH(CURVE);
	pair.setPrivateKey(d);
	const point = pair.getPublicKey();
	const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
	const key = importJWK({ kty: 'EC', crv: 'P-256', x, y, d: d.toString('base64url') }, 'ES256');
	const publicKey = point.toString('base64url');
	return {
		publicKey,
		async authorize(endpoint: string, { contact, nowMs }: { contact: string; nowMs: number }): Promise<string> {
			const token = new SignJWT({ aud: new URL(endpoint).origin, sub: `mailto:${contact}` })
				.setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
				.setExpirationTime(new Date(nowMs + TOKEN_MS));
			return `vapid t=${await token.sign(await key)}, k=${publicKey}`;
		},
	};
}
