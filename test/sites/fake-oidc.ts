import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';

export async function listen(handle: Parameters<typeof createServer>[1]): Promise<{ server: Server; issuer: string }> {
	const server = createServer(handle);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A provider whose ID token and user info a test chooses; its key is named `one`. */
export async function startFakeOidc(answer: { idToken(): Promise<string | undefined>; userInfo(): object }) {
	const keys = await generateKeyPair('RS256', { extractable: true });
	const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
	const fake = await listen(async ({ url = '' }, response) => {
		const at = (path: string) => fake.issuer + path;
		const bodies: Record<string, () => object | Promise<object>> = {
			'/.well-known/openid-configuration': () => ({
				...{ issuer: fake.issuer, authorization_endpoint: at('/auth'), token_endpoint: at('/token') },
				...{ jwks_uri: at('/jwks'), userinfo_endpoint: at('/me') },
				id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
			}),
			'/jwks': () => ({ keys: [jwk] }),
			'/token': async () => {
				const issued = { access_token: 'a', token_type: 'Bearer', refresh_token: 'r' };
				return { ...issued, id_token: await answer.idToken() };
			},
			'/me': answer.userInfo,
		};
		const body = await bodies[url.split('?')[0] ?? '']?.();
		response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
	});
	return { ...fake, ...keys };
}
