import { randomUUID } from 'node:crypto';
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Database } from '../../server/lib/db/database.ts';
import { listen } from './fake-oidc.ts';

const PROJECT = 'old-site';
export const SOURCE = `firebase/${PROJECT}`;

/** An installed app of a Firebase project, and the keys of its ID tokens. */
export async function openFirebaseApp() {
	const { publicKey, privateKey } = await generateKeyPair('RS256');
	const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'RS256' }] });
	const provider = { status: 200, reads: 0 };
	const { server, issuer } = await listen((_request, response) => {
		provider.reads += 1;
		response.writeHead(provider.status, { 'cache-control': 'public, max-age=600, must-revalidate' }).end(keys);
	});
	const url = `${issuer}/jwk`;

	const claimsOf = (sub: string, changes: JWTPayload = {}): JWTPayload => {
		const now = Math.floor(Date.now() / 1000);
		const times = { iat: now - 60, auth_time: now - 60, exp: now + 3540 };
		const facts = { email: `${randomUUID()}@test.example`, email_verified: true, name: 'Kim' };
		const site = { iss: `https://securetoken.google.com/${PROJECT}`, aud: PROJECT, sub };
		return { ...site, ...times, ...facts, firebase: { sign_in_provider: 'password' }, ...changes };
	};
	const sign = (claims: JWTPayload, header: object = {}, key: Parameters<SignJWT['sign']>[0] = privateKey) =>
		new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'k', ...header }).sign(key);
	return {
		provider,
		env: { FIREBASE_PROJECT_ID: PROJECT, FIREBASE_KEYS_URL: url },
		publicPem: await exportSPKI(publicKey),
		claimsOf,
		sign,
		tokenOf: async (sub: string, changes?: JWTPayload) => sign(claimsOf(sub, changes)),
		async connect(owner: Database, uid: string) {
			const sub = randomUUID().replaceAll('-', '').slice(0, 28);
			await sql`insert into external_ids (id, source, uid) values (${sub}, ${SOURCE}, ${uid})`.execute(owner);
			return sub;
		},
		close: () => void server.close(),
	};
}
