import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';

/** Web Authentication without attestation. Source: W3C Web Authentication Level 3, sections 6.1, 7.1 and 7.2. */
export type Relying = { rpID: string; origin: string; takeChallenge(challenge: string): Promise<boolean> };

const bytes = z
	.base64url()
	.max(4_096)
	.transform((text) => Buffer.from(text, 'base64url'));
const id = z.base64url().min(1).max(1_364);
const signed = { clientDataJSON: bytes, authenticatorData: bytes };
const created = z.object({ id, response: z.object({ ...signed, publicKey: bytes }) });
const used = z.object({ id, response: z.object({ ...signed, signature: bytes, userHandle: bytes.nullish() }) });
const clientData = z.object({
	type: z.string(),
	challenge: z.string(),
	origin: z.string(),
	crossOrigin: z.boolean().optional(),
});

/** The user was present and verified. */
const FLAGS_NEEDED = 0b101;
const FLAGS_AT = 32;
const COUNTER_AT = 33;
const RSA_BITS_MIN = 2_048;
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** @throws Error if the answer does not create a passkey for this site and challenge. */
export async function readCreated(answer: unknown, relying: Relying) {
	const { id, response } = created.parse(answer);
	const counter = await check('webauthn.create', response, relying);
	keyOf(response.publicKey);
	return { id, counter, publicKey: response.publicKey };
}

/** @throws Error if the answer is not one of this passkey for this site and challenge. */
export async function readUsed(
	answer: unknown,
	publicKey: Buffer,
	relying: Relying,
): Promise<{ counter: number; handle: string }> {
	const { response } = used.parse(answer);
	const counter = await check('webauthn.get', response, relying);
	const key = keyOf(publicKey);
	const data = Buffer.concat([response.authenticatorData, sha256(response.clientDataJSON)]);
	const isSigned = verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', data, key, response.signature);
	if (!isSigned) throw new Error('the signature is wrong');
	return { counter, handle: response.userHandle?.toString() ?? '' };
}

/** @returns how often the passkey was used, or 0 if it does not count. */
async function check(
	type: string,
	{ clientDataJSON, authenticatorData }: { clientDataJSON: Buffer; authenticatorData: Buffer },
	{ rpID, origin, takeChallenge }: Relying,
): Promise<number> {
	const client = clientData.parse(JSON.parse(clientDataJSON.toString()));
	const isOurs = client.type === type && client.origin === origin && client.crossOrigin !== true;
	const flags = authenticatorData.readUInt8(FLAGS_AT);
	const isVerified = (flags & FLAGS_NEEDED) === FLAGS_NEEDED;
	const isForSite = authenticatorData.subarray(0, FLAGS_AT).equals(sha256(rpID));
	if (!isOurs || !isForSite || !isVerified) throw new Error('the answer is for another site or not verified');
	if (!(await takeChallenge(client.challenge))) throw new Error('the challenge is unknown or used');
	return authenticatorData.readUInt32BE(COUNTER_AT);
}

/** Ed25519, ES256 and RS256. */
function keyOf(spki: Buffer): KeyObject {
	const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
	const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
	const isGood =
		key.asymmetricKeyType === 'ed25519' ||
		(key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') ||
		(key.asymmetricKeyType === 'rsa' && modulusLength >= RSA_BITS_MIN);
	if (!isGood) throw new Error(`keys of the kind ${key.asymmetricKeyType} are not accepted`);
	return key;
}
