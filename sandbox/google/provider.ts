import { randomBytes } from 'node:crypto';
import Provider, { type Configuration } from 'oidc-provider';
import type { People } from './people.ts';

export type GoogleClient = { clientId: string; clientSecret: string };

/** Where a person chooses an account, below the issuer. */
export const CHOOSER = '/choose';

/**
 * An OpenID provider in Google's place: the authorization code flow with everything that a product must check. Keys are
 * made anew at each start, as Google's are now and then.
 */
export function createProvider(options: {
	issuer: string;
	client: GoogleClient;
	redirectUris: string[];
	people: People;
}): Provider {
	const { issuer, client, redirectUris, people } = options;
	const configuration: Configuration = {
		clients: [
			{
				client_id: client.clientId,
				client_secret: client.clientSecret,
				redirect_uris: redirectUris,
				grant_types: ['authorization_code'],
				response_types: ['code'],
				// What a client does that says nothing about it; ours sends the secret in the body.
				token_endpoint_auth_method: 'client_secret_post',
			},
		],
		claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
		// Google puts the claims into the ID token as well.
		conformIdTokenClaims: false,
		cookies: { keys: [randomBytes(32).toString('base64url')] },
		features: { devInteractions: { enabled: false } },
		interactions: { url: (_ctx, { uid }) => `/google${CHOOSER}/${uid}` },
		pkce: { required: () => false },
		ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, AuthorizationCode: 60, IdToken: 600 },
		findAccount(_ctx, sub) {
			const person = people.find(sub);
			if (!person) return undefined;
			const { email, emailVerified, name } = person;
			return { accountId: sub, claims: async () => ({ sub, email, email_verified: emailVerified, name }) };
		},
		// Nobody is asked whether they agree: choosing the account is all that Google asks for as well.
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
