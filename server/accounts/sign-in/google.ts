import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { refusal } from '../../../contract/refusals.ts';
import { authError } from '../auth-error.ts';

export const GOOGLE = 'google';
export type GoogleConfig = { clientId: string; clientSecret: string; issuer: string };

const ANSWER_TIMEOUT_MS = 10_000;
const NAME_LENGTH_MAX = 100;

type Provider = AuthContext['socialProviders'][number];

/** Asked for at the first use, and again after a failure: better-auth asks at the start, and goes without it after. */
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
			// better-auth calls an entry that is a function where it looks a provider up; its types do not say so.
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
				// Without it, whoever is signed in at the provider is taken, and a second person here signs in as the first.
				prompt: 'select_account',
				pkce: true,
				requireIdTokenVerification: true,
				mapProfileToUser: ({ name, email }) => ({ name: nameFrom(name, email) }),
			},
		],
	});
	const found = await inTime(plugin.init({ ...context, socialProviders: [] } as never));
	const provider = (found as { context: { socialProviders: Provider[] } }).context.socialProviders[0];
	// Another issuer than the one we were told to trust may vouch for anybody.
	if (!provider || (provider as { issuer?: string }).issuer !== config.issuer) throw away();
	return {
		...provider,
		validateAuthorizationCode: (data) => inTime(provider.validateAuthorizationCode(data)),
		getUserInfo: (tokens) => inTime(provider.getUserInfo(tokens)),
	};
}

/** A name as our own form would take it; Google knows people without one. */
function nameFrom(name: unknown, email: unknown): string {
	const text = typeof name === 'string' ? name.replace(/\p{Cc}/gu, '').trim() : '';
	return (text || String(email).split('@', 1)[0] || 'Player').slice(0, NAME_LENGTH_MAX);
}

async function inTime<Result>(answer: Promise<Result> | Result): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(away()), ANSWER_TIMEOUT_MS);
	});
	try {
		return await Promise.race([answer, late]);
	} finally {
		clearTimeout(timer);
	}
}

function away(): Error {
	return authError('network-request-failed', refusal('google-away'));
}
