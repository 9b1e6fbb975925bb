import { createHmac } from 'node:crypto';
import type { AuthContext, BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins';
import { decodeJwt } from 'jose';
import type { AuthErrorBody } from '../../../contract/errors.ts';
import { refusal } from '../../../contract/refusals.ts';
import { inTime } from '../../lib/jobs/semaphores.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { type AuthRefusal, authError, authRefusal, refusalOf } from '../auth-error.ts';

const refusalByCode: Record<string, AuthRefusal> = {
	account_not_linked: authRefusal('email-already-in-use', refusal('google-not-linked')),
	signup_disabled: authRefusal('operation-not-allowed', refusal('sign-up-off')),
	state_mismatch: authRefusal('expired-action-code', refusal('google-round-lost')),
	state_not_found: authRefusal('expired-action-code', refusal('google-round-lost')),
	state_invalid: authRefusal('expired-action-code', refusal('google-round-lost')),
	invalid_code: authRefusal('invalid-credential', refusal('google-refused')),
	unable_to_get_user_info: authRefusal('invalid-credential', refusal('google-refused')),
	issuer_mismatch: authRefusal('invalid-credential', refusal('google-refused')),
	nonce_binding_missing: authRefusal('invalid-credential', refusal('google-refused')),
	email_not_found: authRefusal('invalid-email', refusal('google-without-email')),
	unable_to_create_user: authRefusal('email-already-in-use', refusal('google-not-linked')),
};

/** `providerError` is untrusted. @returns undefined for success. */
export function readGoogleReturn(
	location: string | null,
	{ status, body }: { status: number; body: unknown },
	providerError: string | undefined,
): AuthRefusal | undefined {
	if (location === null) return refusalOf(status, body);
	const query = URL.parse(location, 'http://localhost')?.searchParams;
	const code = query?.get('error');
	if (!code) return undefined;
	if (providerError !== undefined) return authRefusal('operation-not-allowed', refusal('google-cancelled'));
	if (Object.hasOwn(refusalByCode, code)) return refusalByCode[code];
	return code.startsWith('auth/')
		? refusalOf(400, { code, message: query?.get('error_description') })
		: authRefusal('internal-error');
}

/** A cookie carries the refusal, because a URL would expose the ban reason. The signature prevents injected text. */
export function sealRefusal(refusal: AuthErrorBody, secret: string): string {
	const payload = Buffer.from(JSON.stringify(refusal)).toString('base64url');
	return `${payload}.${signature(payload, secret)}`;
}

export function openRefusal(value: string | undefined, secret: string): AuthErrorBody | undefined {
	const [payload = '', signed = ''] = value?.split('.') ?? [];
	if (!isSameText(signature(payload, secret), signed)) return undefined;
	return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

function signature(payload: string, secret: string): string {
	return createHmac('sha256', secret).update(`sign-in refusal|${payload}`).digest('base64url');
}

const GOOGLE = 'google';
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

const googleUnavailable = (): Error => authError('network-request-failed', refusal('google-away'));
