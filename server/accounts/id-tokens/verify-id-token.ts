import { createLocalJWKSet, decodeProtectedHeader, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../../lib/clock-and-log.ts';
import { NoAnswer, sendRequest } from '../../lib/http/outbound.ts';
import { isUuidForm } from '../external-ids/external-ids.ts';

const TOLERANCE_SECONDS = 5;
const RETRY_MS = 5_000;

const claims = z.object({
	aud: z.string(),
	sub: z
		.string()
		.min(1)
		.max(128)
		.refine((sub) => !isUuidForm(sub)),
	iat: z.int(),
	auth_time: z.int().positive(),
	email: z.string().optional(),
	email_verified: z.boolean().default(false),
	name: z.string().optional(),
	// Tenants have users of their own.
	firebase: z.object({ sign_in_provider: z.string().regex(/^(?!anonymous$)./), tenant: z.undefined().optional() }),
});
export type IdToken = z.output<typeof claims>;
export type FirebaseConfig = { projectId: string; keysUrl: string; untilMs: number };

/** Source: firebase.google.com/docs/auth/admin/verify-id-tokens. */
export function createIdTokenVerifier({ projectId, keysUrl, untilMs }: FirebaseConfig, clock: Clock) {
	const readKeys = createKeys(keysUrl, clock);

	return async (token: string): Promise<IdToken | undefined> => {
		try {
			if (clock.now() >= untilMs || !decodeProtectedHeader(token).kid) return undefined;
			const { payload } = await jwtVerify(token, await readKeys(), {
				algorithms: ['RS256'],
				issuer: `https://securetoken.google.com/${projectId}`,
				requiredClaims: ['exp'],
				currentDate: new Date(clock.now()),
				clockTolerance: TOLERANCE_SECONDS,
			});
			const { data } = claims.safeParse(payload);
			const latest = clock.now() / 1000 + TOLERANCE_SECONDS;
			return data?.aud === projectId && Math.max(data.iat, data.auth_time) <= latest ? data : undefined;
		} catch (error) {
			if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined;
			throw error;
		}
	};
}

function createKeys(url: string, clock: Clock) {
	let keys: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;
	let untilMs = 0;

	async function load() {
		untilMs = clock.now() + RETRY_MS;
		const request = { method: 'GET', url, timeoutMs: 5_000, bodyBytesMax: 100_000 } as const;
		const { status, text, headers } = await sendRequest(request);
		if (status !== 200) throw new Error(`HTTP status ${status}`);
		const seconds = /\bmax-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1];
		if (seconds) untilMs = clock.now() + Number(seconds) * 1000;
		return createLocalJWKSet(JSON.parse(text) as JSONWebKeySet);
	}

	return () => {
		if (!keys || clock.now() >= untilMs) {
			keys = load().catch((cause) => {
				throw new NoAnswer('network', cause);
			});
		}
		return keys;
	};
}
