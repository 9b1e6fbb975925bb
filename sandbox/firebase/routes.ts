import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { exportJWK, jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { accounts, collections, hashConfig, PROJECT } from './project.ts';

const CLIENT = `importer@${PROJECT}.iam.gserviceaccount.com`;
const TOKEN_URI = 'https://oauth2.googleapis.com/token';
const LIFETIME_S = 3_600;
const PAGE_MAX = { accounts: 1_000, documents: 300 };
const ROOT = `projects/${PROJECT}/databases/(default)/documents`;

const query = z.object({
	maxResults: z.coerce.number().int().min(1).max(PAGE_MAX.accounts).optional(),
	nextPageToken: z.coerce.number().optional(),
	pageSize: z.coerce.number().int().min(1).max(PAGE_MAX.documents).optional(),
	pageToken: z.coerce.number().optional(),
	readTime: z.iso.datetime().optional(),
});
type Fields = Record<string, Record<string, unknown>>;
type Commit = {
	writes: { update?: { name: string; fields: Fields }; updateMask?: { fieldPaths: string[] }; delete?: string }[];
};
type SubQuery = {
	structuredQuery: {
		from: [{ collectionId: string }];
		limit: number;
		startAt?: { values: [{ referenceValue: string }] };
	};
};
const newIdToken = z.strictObject({ localId: z.string(), claims: z.record(z.string(), z.unknown()).default({}) });

export async function firebaseRoutes(app: FastifyInstance): Promise<void> {
	const [service, tokens] = [rsaKey(), rsaKey()];
	const bearers = new Set<string>();
	const all = Object.entries(collections).flatMap(([path, documents]) =>
		documents.map(({ id, fields }) => ({ name: `${ROOT}/${path}/${id}`, fields: fields as Fields })),
	);
	const stored = new Map(all.map((document) => [document.name, document]));
	const inCollection = (isIn: (collection: string) => boolean) =>
		[...stored.values()].filter(({ name }) => isIn(name.slice(0, name.lastIndexOf('/'))));

	app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
		done(null, Object.fromEntries(new URLSearchParams(String(body)))),
	);
	app.addHook('onRequest', async ({ url, headers: { authorization = '' } }, reply) => {
		const isKnown = bearers.has(authorization.replace(/^Bearer /, ''));
		if (/^\/(admin\/)?v\d\//.test(url) && !isKnown) return reply.code(401).send({ error: { code: 401 } });
	});

	app.get('/firebase/service-account.json', async () => ({
		...{ type: 'service_account', project_id: PROJECT, client_email: CLIENT, token_uri: TOKEN_URI },
		private_key: service.privateKey.export({ type: 'pkcs8', format: 'pem' }),
	}));
	app.post('/token', async ({ body }, reply) => {
		const expected = { issuer: CLIENT, audience: TOKEN_URI, algorithms: ['RS256'] };
		const proof = await jwtVerify((body as { assertion: string }).assertion, service.publicKey, expected).catch(
			() => null,
		);
		if (!proof) return reply.code(400).send({ error: 'invalid_grant' });
		const token = randomBytes(24).toString('base64url');
		bearers.add(token);
		return { access_token: token, token_type: 'Bearer', expires_in: LIFETIME_S };
	});
	app.get(`/admin/v2/projects/${PROJECT}/config`, async () => ({ signIn: { hashConfig } }));
	app.get(`/v1/projects/${PROJECT}/accounts::batchGet`, async (request) => {
		const { maxResults = 20, nextPageToken } = query.parse(request.query);
		const { items, ...next } = pageOf(accounts, maxResults, nextPageToken);
		return { users: items, ...next };
	});
	app.get(`/v1/projects/${PROJECT}/databases/*`, async (request, reply) => {
		const { pageSize = 20, pageToken, readTime } = query.parse(request.query);
		const agoMs = readTime === undefined ? 0 : Date.now() - Date.parse(readTime);
		if (agoMs < 0 || agoMs > LIFETIME_S * 1_000) return reply.code(400).send({ error: { message: 'readTime' } });
		const [path = ''] = decodeURIComponent(request.url).split('?');
		const all = inCollection((collection) => `/v1/${collection}` === path);
		const { items: documents, ...next } = pageOf(all, pageSize, pageToken);
		return { documents, ...next };
	});
	app.post(`/v1/projects/${PROJECT}/databases/*`, async ({ url, body }) => {
		if (decodeURIComponent(url).includes(':runQuery')) {
			const { from, limit, startAt } = (body as SubQuery).structuredQuery;
			const all = inCollection((collection) => collection.endsWith(`/${from[0].collectionId}`));
			const sorted = all.sort((a, b) => (a.name < b.name ? -1 : 1));
			const after = sorted.filter(({ name }) => name > (startAt?.values[0].referenceValue ?? ''));
			return after.slice(0, limit).map((document) => ({ document }));
		}
		for (const { update, updateMask, delete: deleted = '' } of (body as Commit).writes) {
			stored.delete(deleted);
			const before = Object.entries(stored.get(update?.name ?? '')?.fields ?? {});
			const kept = before.filter(([field]) => !updateMask?.fieldPaths.includes(field));
			if (update) stored.set(update.name, { ...update, fields: { ...Object.fromEntries(kept), ...update.fields } });
		}
		return { commitTime: new Date().toISOString() };
	});

	app.get('/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com', async (_request, reply) => {
		reply.header('cache-control', 'public, max-age=60');
		return { keys: [{ ...(await exportJWK(tokens.publicKey)), kid: tokens.kid, alg: 'RS256', use: 'sig' }] };
	});
	app.post('/control/firebase/id-tokens', async ({ body }) => {
		const { localId, claims } = newIdToken.parse(body);
		const { email, emailVerified = false } = accounts.find((one) => one.localId === localId) ?? {};
		const nowS = Math.floor(Date.now() / 1_000);
		const token = new SignJWT({
			...{ iss: `https://securetoken.google.com/${PROJECT}`, aud: PROJECT, sub: localId, user_id: localId },
			...{ iat: nowS, auth_time: nowS, exp: nowS + LIFETIME_S, ...(email && { email, email_verified: emailVerified }) },
			...{ firebase: { sign_in_provider: email ? 'password' : 'anonymous' }, ...claims },
		});
		return { token: await token.setProtectedHeader({ alg: 'RS256', kid: tokens.kid }).sign(tokens.privateKey) };
	});
}

function pageOf<Item>(all: readonly Item[], size: number, from = 0) {
	const end = from + size;
	return { items: all.slice(from, end), ...(end < all.length && { nextPageToken: String(end) }) };
}

const rsaKey = () => ({ ...generateKeyPairSync('rsa', { modulusLength: 2048 }), kid: randomBytes(8).toString('hex') });
