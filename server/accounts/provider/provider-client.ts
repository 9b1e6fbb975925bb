import { createHmac } from 'node:crypto';
import * as oidc from 'openid-client';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { StaffRole } from '../../../contract/permissions.ts';
import type { Clock } from '../../lib/clock-and-log.ts';
import { isLocalUrl, NoAnswer, sendRequest } from '../../lib/http/outbound.ts';
import { memoize } from '../../lib/jobs/semaphores.ts';
import type { SecretBox } from '../../lib/secrets/secret-box.ts';
import type { ProviderRow } from './store-provider.ts';

export const GOOGLE_ISSUER = 'https://accounts.google.com';
export const clientSecretOf = (id: string) => `client secret of staff provider ${id}`;

const ANSWER_BYTES_MAX = 1_000_000;
const TIMEOUT_MS = 5_000;
const SCOPES = ['profile', 'email', 'groups', 'offline_access'];

export type Identity = {
	sub: string;
	/** Values of the mapped claim. */
	values: string[];
	roles: StaffRole[];
	hasSecondFactor: boolean;
	signedInAt: Date | undefined;
	refreshToken: string | undefined;
};

/** `ended` means that the provider refused. */
export class ProviderProblem extends Error {
	readonly is: 'away' | 'ended' | 'cancelled' | 'invalid';

	constructor(is: ProviderProblem['is'], cause: unknown) {
		const causes = [];
		for (let each = cause; each instanceof Error; each = each.cause) causes.push(each.message);
		super(causes.join(': '), { cause });
		this.is = is;
	}
}

type Deps = {
	clock: Clock;
	secretBox: SecretBox;
	config: { publicUrl: string; authSecret: string; isProduction: boolean };
};
export type ProviderClient = ReturnType<typeof createProviderClient>;

function createClients({ clock, secretBox, config }: Deps) {
	let known: { id: string; read: () => Promise<oidc.Configuration> } | undefined;

	const fetchOutside: oidc.CustomFetch = async (address, { method, headers, body }) => {
		const url = URL.parse(address);
		const request = { method: method as 'GET', url: address, headers, body: body ?? undefined };
		const limits = { timeoutMs: TIMEOUT_MS, bodyBytesMax: ANSWER_BYTES_MAX };
		const answer = await sendRequest({ ...request, ...limits, isPublicOnly: !url || !isLocalUrl(url, config) });
		if (answer.status >= 500 || answer.status === 429)
			throw new NoAnswer('network', new Error(`HTTP ${answer.status}`));
		const type = answer.headers.get('content-type');
		return new Response(answer.text || null, { status: answer.status, headers: type ? { 'content-type': type } : {} });
	};

	async function discover({ id, issuer, client_id: clientId, secret }: ProviderRow): Promise<oidc.Configuration> {
		const server = new URL(issuer);
		const clientSecret = secretBox.open(secret, clientSecretOf(id));
		const found = await oidc.discovery(server, clientId, clientSecret, authenticate(clientSecret), {
			execute: [oidc.enableNonRepudiationChecks, ...(isLocalUrl(server, config) ? [oidc.allowInsecureRequests] : [])],
			[oidc.customFetch]: fetchOutside,
		});
		if (found.serverMetadata().issuer !== issuer) throw new Error('the discovery document names another issuer');
		return found;
	}

	return (row: ProviderRow): Promise<oidc.Configuration> => {
		if (known?.id !== row.id) known = { id: row.id, read: memoize(clock, HOUR_MS, () => discover(row)) };
		return known.read();
	};
}

export function createProviderClient(deps: Deps) {
	const { clock, config } = deps;
	const clientOf = createClients(deps);
	const secretFrom = (state: string, use: string) =>
		createHmac('sha256', config.authSecret).update(`provider ${use}|${state}`).digest('base64url');
	return {
		check: async (row: ProviderRow) => void (await clientOf(row).catch(fail)),

		/** `isAgain` makes the provider ask for the password. */
		async begin(row: ProviderRow, { state, redirect, isAgain }: { state: string; redirect: string; isAgain: boolean }) {
			const client = await clientOf(row).catch(fail);
			const offered = client.serverMetadata().scopes_supported ?? SCOPES;
			const isGoogle = row.issuer === GOOGLE_ISSUER;
			return oidc.buildAuthorizationUrl(client, {
				...{ redirect_uri: redirect, state, nonce: secretFrom(state, 'nonce') },
				scope: ['openid', ...SCOPES.filter((scope) => offered.includes(scope))].join(' '),
				code_challenge: await oidc.calculatePKCECodeChallenge(secretFrom(state, 'verifier')),
				code_challenge_method: 'S256',
				...(isAgain && { prompt: 'login' }),
				// Google gives a refresh token only with these.
				...(isGoogle && { access_type: 'offline', prompt: 'consent', hd: row.hosted_domain ?? '' }),
			}).href;
		},

		async finish(row: ProviderRow, { state, answer }: { state: string; answer: URL }): Promise<Identity> {
			const checks = {
				...{ expectedState: state, expectedNonce: secretFrom(state, 'nonce') },
				...{ pkceCodeVerifier: secretFrom(state, 'verifier'), idTokenExpected: true },
			};
			const client = await clientOf(row).catch(fail);
			const tokens = await oidc.authorizationCodeGrant(client, answer, checks).catch(fail);
			return identify({ row, client, now: clock.now() }, tokens).catch(fail);
		},

		async checkAgain(row: ProviderRow, { sub, token }: { sub: string; token: string }) {
			const client = await clientOf(row).catch(fail);
			const tokens = await oidc.refreshTokenGrant(client, token).catch(fail);
			const identity = await identify({ row, client, now: clock.now() }, tokens, sub).catch(fail);
			return { ...identity, refreshToken: identity.refreshToken ?? token };
		},
	};
}

async function identify(
	{ row, client, now }: { row: ProviderRow; client: oidc.Configuration; now: number },
	tokens: Tokens,
	known?: string,
): Promise<Identity> {
	const idToken = tokens.claims();
	const sub = idToken?.sub ?? known ?? '';
	if (sub === '' || (known !== undefined && sub !== known)) throw new Error('the subject is another one');
	if (idToken && idToken.iss !== row.issuer) throw new Error('the issuer is another one');
	const isComplete = idToken && row.claim in idToken && (row.hosted_domain === null || 'hd' in idToken);
	const info = isComplete ? {} : await oidc.fetchUserInfo(client, tokens.access_token, sub);
	const claims: Record<string, unknown> = { ...info, ...idToken };
	const isOurs = row.hosted_domain === null || claims.hd === row.hosted_domain;
	const values = textsOf(claims[row.claim]);
	const { auth_time: at } = claims;
	return {
		sub,
		values,
		roles: values.flatMap((value) => (isOurs && Object.hasOwn(row.roles, value) ? (row.roles[value] ?? []) : [])),
		hasSecondFactor: [...textsOf(claims.acr), ...textsOf(claims.amr)].some((each) => row.second_factor.includes(each)),
		signedInAt: typeof at === 'number' ? new Date(Math.min(at * 1000, now)) : undefined,
		refreshToken: tokens.refresh_token,
	};
}

type Tokens = oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers;

function authenticate(secret: string): oidc.ClientAuth {
	const [post, basic] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
	return (server, ...request) => {
		const isPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
		(isPost ? post : basic)(server, ...request);
	};
}

const textsOf = (claim: unknown): string[] => [claim].flat().filter((value) => typeof value === 'string');

function fail(error: unknown): never {
	if (error instanceof ProviderProblem) throw error;
	for (let each = error; each instanceof Error; each = each.cause) {
		if (each instanceof NoAnswer) throw new ProviderProblem('away', error);
	}
	const { error: code } = error as { error?: unknown };
	if (error instanceof oidc.AuthorizationResponseError) {
		throw new ProviderProblem(code === 'access_denied' ? 'cancelled' : 'invalid', error);
	}
	throw new ProviderProblem(code === 'invalid_grant' ? 'ended' : 'invalid', error);
}
