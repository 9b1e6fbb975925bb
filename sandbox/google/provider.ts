import { generateKeyPairSync, randomBytes } from 'node:crypto';
import Provider, { type Adapter, type Configuration, interactionPolicy } from 'oidc-provider';
// @ts-expect-error The types of the package omit its own store.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import type { People } from './routes.ts';

/** One store per provider. The default is shared by all and warns. */
export const createMemory: () => (kind: string) => Adapter = createMemoryAdapter;

export type GoogleClient = { clientId: string; clientSecret: string };

export const CHOOSER = '/choose';

/** Simulates Google: the OpenID authorization code flow with everything that a client must verify. */
export function createProvider(options: {
	issuer: string;
	client: GoogleClient;
	redirectUris: string[];
	people: People;
}): Provider {
	const { issuer, client, redirectUris, people } = options;
	const configuration: Configuration = {
		adapter: createMemory(),
		jwks: { keys: [makeSigningKey()] },
		clients: [
			{
				client_id: client.clientId,
				client_secret: client.clientSecret,
				redirect_uris: redirectUris,
				grant_types: ['authorization_code'],
				response_types: ['code'],
				token_endpoint_auth_method: 'client_secret_post',
			},
		],
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
		conformIdTokenClaims: false,
		cookies: { keys: [randomBytes(32).toString('base64url')] },
		features: { devInteractions: { enabled: false } },
		interactions: { policy: loginPrompt(), url: (_ctx, { uid }) => `/google${CHOOSER}/${uid}` },
		pkce: { required: () => false },
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
		findAccount(_ctx, sub) {
			const person = people.find(sub);
			if (!person) return undefined;
			const { email, emailVerified, name } = person;
			return { accountId: sub, claims: async () => ({ sub, email, email_verified: emailVerified, name }) };
		},
		async loadExistingGrant({ oidc }) {
			const accountId = oidc.session?.accountId;
			if (!oidc.client || !accountId) return undefined;
			const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId });
			grant.addOIDCScope('openid email profile');
			await grant.save();
			return grant;
		},
	};
	return new Provider(issuer, configuration);
}

/** Adds the `select_account` prompt, which the package lacks. */
function loginPrompt() {
	const policy = interactionPolicy.base();
	policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
	return policy;
}

function makeSigningKey() {
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	return { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(8).toString('hex') };
}
