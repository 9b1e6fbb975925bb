import { createLocalJWKSet, errors, type JSONWebKeySet, jwtVerify } from 'jose';
import type { Clock } from '../../lib/clock-and-log.ts';

export type AccessToken = { uid: string; sessionId: string };
export type VerifyAccessToken = (token: string) => Promise<AccessToken | undefined>;

/** Forged key ids must not cause a reload each time. */
const RELOAD_AT_MOST_EVERY_MS = 5_000;
const CLOCK_TOLERANCE_SECONDS = 5;

type Deps = { listKeys: () => Promise<JSONWebKeySet>; publicUrl: string; clock: Clock };

export function createAccessTokenVerifier({ listKeys, publicUrl, clock }: Deps): VerifyAccessToken {
	let keys: Promise<ReturnType<typeof createLocalJWKSet>> | undefined;
	let loadedAtMs = Number.NEGATIVE_INFINITY;

	function loadKeys() {
		loadedAtMs = clock.now();
		const loading = listKeys().then(createLocalJWKSet);
		keys = loading;
		loading.catch(() => {
			if (keys === loading) keys = undefined;
		});
		return loading;
	}

	async function verify(token: string, keySet: ReturnType<typeof createLocalJWKSet>): Promise<AccessToken> {
		const { payload } = await jwtVerify(token, keySet, {
			issuer: publicUrl,
			audience: publicUrl,
			algorithms: ['EdDSA'],
			requiredClaims: ['sub', 'sid', 'exp'],
			currentDate: new Date(clock.now()),
			clockTolerance: CLOCK_TOLERANCE_SECONDS,
		});
		return { uid: payload.sub as string, sessionId: payload.sid as string };
	}

	function newerKeys(used: typeof keys): typeof keys {
		if (keys !== used) return keys;
		return clock.now() - loadedAtMs >= RELOAD_AT_MOST_EVERY_MS ? loadKeys() : undefined;
	}

	return async (token) => {
		const used = keys ?? loadKeys();
		try {
			return await verify(token, await used).catch(async (error) => {
				const newer = error instanceof errors.JWKSNoMatchingKey ? newerKeys(used) : undefined;
				if (!newer) throw error;
				return verify(token, await newer);
			});
		} catch (error) {
			if (error instanceof errors.JOSEError) return undefined;
			throw error;
		}
	};
}
