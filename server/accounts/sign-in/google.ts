import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { decodeJwt } from 'jose';
import { refusal } from '../../../contract/refusals.ts';
import { inTime } from '../../lib/jobs/semaphores.ts';
import { authError } from '../auth-error.ts';

export const GOOGLE = 'google';
export type GoogleConfig = { clientId: string; clientSecret: string; issuer: string };

const ANSWER_TIMEOUT_MS = 10_000;
const NAME_LENGTH_MAX = 100;

type Provider = AuthContext['socialProviders'][number];

/** Loads Google's discovery document on first use; better-auth would load it at startup. */
export function google(config: GoogleConfig): BetterAuthPlugin {
	return {
		id: 'lootpass-google',
		init(context) {
			let provider: Promise<Provider> | undefined;
			const find = () => {
				provider ??= discover(config, context).catch((error) => {
					provider = undefined;
					throw error;
				});
				return provider;
			};
			return { context: { socialProviders: [find as unknown as Provider] } };
		},
	};
}

async function discover(config: GoogleConfig, context: AuthContext): Promise<Provider> {
	const plugin = genericOAuth({
		config: [
			{
				providerId: GOOGLE,
				clientId: config.clientId,
				clientSecret: config.clientSecret,
				discoveryUrl: `${config.issuer}/.well-known/openid-configuration`,
				scopes: ['openid', 'email', 'profile'],
				// Lets the user choose, or a second person in this browser would be signed in as the first.
				prompt: 'select_account',
				pkce: true,
				requireIdTokenVerification: true,
				mapProfileToUser: ({ name, email }) => ({ name: nameFrom(name, email) }),
			},
		],
	});
	const found = await fromGoogle(plugin.init({ ...context, socialProviders: [] } as never));
	const provider = (found as { context: { socialProviders: Provider[] } }).context.socialProviders[0];
	// A different issuer could vouch for any user.
	if (!provider || (provider as { issuer?: string }).issuer !== config.issuer) throw googleUnavailable();
	return {
		...provider,
		validateAuthorizationCode: (data) => fromGoogle(provider.validateAuthorizationCode(data)),
		async getUserInfo(tokens) {
			const { idToken, ...access } = tokens;
			if (idToken === undefined) return null;
			// The first call verifies the ID token, the second reads the user info; better-auth never compares the two.
			const verified = await fromGoogle(provider.getUserInfo(tokens));
			const info = verified && (await fromGoogle(provider.getUserInfo(access)));
			return (info?.data as { sub?: unknown } | undefined)?.sub === decodeJwt(idToken).sub ? info : null;
		},
	};
}

function nameFrom(name: unknown, email: unknown): string {
	const text = typeof name === 'string' ? name.replace(/\p{Cc}/gu, '').trim() : '';
	return (text || String(email).split('@', 1)[0] || 'Player').slice(0, NAME_LENGTH_MAX);
}

function fromGoogle<Result>(answer: Promise<Result> | Result): Promise<Result> {
	return inTime(answer, ANSWER_TIMEOUT_MS, googleUnavailable);
}

function googleUnavailable(): Error {
	return authError('network-request-failed', refusal('google-away'));
}
