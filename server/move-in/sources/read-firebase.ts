import { setTimeout as sleep } from 'node:timers/promises';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { reasonOf, StartProblem } from '../../lib/start-problem.ts';
import { readFields } from './document-values.ts';
import type { HashParameters, Source, SourceAccount, SourceDocument } from './source.ts';

export const serviceAccount = z.object({
	project_id: z.string().regex(/^[a-z0-9-]{1,60}$/),
	client_email: z.email(),
	private_key: z.string(),
	token_uri: z.url(),
});
type ServiceAccount = z.output<typeof serviceAccount>;

const SCOPES = ['datastore', 'identitytoolkit', 'firebase'].map((name) => `https://www.googleapis.com/auth/${name}`);
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TOKEN_LIFETIME_S = 3_600;
const RENEW_BEFORE_MS = 5 * 60_000;
const ANSWER_TIMEOUT_MS = 60_000;
const WAITS_MS = [500, 2_000, 8_000, 20_000];
/** Firestore refuses a moment in its future, and clocks differ. */
const READ_BEFORE_MS = 10_000;

type Document = { name: string; fields?: unknown };
type Page = {
	users?: SourceAccount[];
	documents?: Document[];
	nextPageToken?: string;
	signIn?: { hashConfig?: Omit<Partial<HashParameters>, 'memCost'> & { algorithm?: string; memoryCost?: number } };
};

type FirebaseOptions = { origin: string | undefined; nowMs: number };
export type DocumentWrite = { id: string; fields: Record<string, object> | undefined };
export type Firebase = Source & {
	/** Changes only the given fields; without fields it deletes the document. */
	write(collection: string, writes: readonly DocumentWrite[]): Promise<void>;
};

const PAGE_SIZE = 300;

export function openFirebase(key: ServiceAccount, { origin, nowMs }: FirebaseOptions): Firebase {
	const send = createSend(key, origin);
	const project = `projects/${key.project_id}`;
	const identity = origin ?? 'https://identitytoolkit.googleapis.com';
	const root = `${project}/databases/(default)/documents`;
	const documents = `${origin ?? 'https://firestore.googleapis.com'}/v1/${root}`;
	const readTime = new Date(nowMs - READ_BEFORE_MS).toISOString();

	async function* pages(url: string, query: Record<string, string>, next: string): AsyncIterable<Page> {
		for (let token: string | undefined = ''; token !== undefined; ) {
			const page: Page = await send(url, { ...query, ...(token && { [next]: token }) });
			yield page;
			token = page.nextPageToken || undefined;
		}
	}

	async function* inSubCollections(path: string): AsyncIterable<SourceDocument> {
		const pattern = path.split('/');
		const query = { from: [{ collectionId: pattern.at(-1), allDescendants: true }], limit: PAGE_SIZE };
		const orderBy = [{ field: { fieldPath: '__name__' } }];
		for (let last: string | undefined; ; ) {
			const startAt = last && { startAt: { values: [{ referenceValue: last }], before: false } };
			const body = { structuredQuery: { ...query, orderBy, ...startAt }, readTime };
			const rows = (await send(`${documents}:runQuery`, {}, body)) as { document?: Document }[];
			const page = rows.flatMap(({ document }) => document ?? []);
			for (const { name, fields } of page) {
				const [id, ...above] = name
					.slice(root.length + 1)
					.split('/')
					.reverse();
				const isOfPath = pattern.toReversed().every((part, n) => part === '*' || part === above[n]);
				if (!isOfPath || above.length !== pattern.length) continue;
				yield { id: `${above[1]}/${id}`, parent: above[1], data: readFields(fields) };
			}
			if (page.length < PAGE_SIZE) return;
			last = page.at(-1)?.name;
		}
	}

	return {
		project: key.project_id,
		kind: 'firebase',
		readTime,
		async readHashParameters() {
			const { signIn } = await send(`${identity}/admin/v2/${project}/config`, {});
			const { algorithm, signerKey, saltSeparator = '', rounds = 8, memoryCost = 14 } = signIn?.hashConfig ?? {};
			if (algorithm !== 'SCRYPT' || !signerKey) return undefined;
			return { signerKey, saltSeparator, rounds, memCost: memoryCost };
		},
		async *accounts() {
			const url = `${identity}/v1/${project}/accounts:batchGet`;
			for await (const { users = [] } of pages(url, { maxResults: '1000' }, 'nextPageToken')) yield* users;
		},
		async *documents(collection) {
			if (collection.includes('/*/')) return yield* inSubCollections(collection);
			const url = `${documents}/${collection.split('/').map(encodeURIComponent).join('/')}`;
			for await (const page of pages(url, { pageSize: String(PAGE_SIZE), readTime }, 'pageToken')) {
				for (const { name, fields } of page.documents ?? []) {
					yield { id: name.slice(name.lastIndexOf('/') + 1), data: readFields(fields) };
				}
			}
		},
		async write(collection, all) {
			for (let from = 0; from < all.length; from += PAGE_SIZE) {
				const writes = all.slice(from, from + PAGE_SIZE).map(({ id, fields }) => {
					const name = `${root}/${collection}/${id}`;
					return fields
						? { update: { name, fields }, updateMask: { fieldPaths: Object.keys(fields) } }
						: { delete: name };
				});
				await send(`${documents}:commit`, {}, { writes });
			}
		},
	};
}

function createSend(key: ServiceAccount, origin: string | undefined) {
	let token = { text: '', untilMs: 0 };

	async function bearer(): Promise<string> {
		if (Date.now() < token.untilMs) return token.text;
		const url = origin ? origin + new URL(key.token_uri).pathname : key.token_uri;
		const body = new URLSearchParams({ grant_type: GRANT, assertion: await assertionOf(key) });
		const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
		if (isPassing(answer)) throw new Error(`HTTP status ${answer.status}`);
		const { access_token: text, expires_in: seconds } = (await answer.json()) as Record<string, unknown>;
		if (!answer.ok || typeof text !== 'string') {
			throw new StartProblem(`Google refused the service account (${answer.status}). Is its key still valid?`);
		}
		token = { text, untilMs: Date.now() + Number(seconds) * 1_000 - RENEW_BEFORE_MS };
		return text;
	}

	return async (url: string, query: Record<string, string>, sent?: object): Promise<Page> => {
		const method = sent ? { method: 'POST', body: JSON.stringify(sent) } : {};
		for (let attempt = 0; ; attempt += 1) {
			const waitMs = WAITS_MS[attempt];
			try {
				const headers = { authorization: `Bearer ${await bearer()}`, 'content-type': 'application/json' };
				const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
				const answer = await fetch(`${url}?${new URLSearchParams(query)}`, { headers, signal, ...method });
				if (answer.ok) return (await answer.json()) as Page;
				if (answer.status === 404 && !sent) return {};
				if (answer.status === 401) token = { text: '', untilMs: 0 };
				if ((!isPassing(answer) && answer.status !== 401) || waitMs === undefined) {
					throw new StartProblem(`Google answered ${answer.status} to ${url}: ${(await answer.text()).slice(0, 300)}`);
				}
			} catch (cause) {
				if (cause instanceof StartProblem) throw cause;
				if (waitMs === undefined) throw new StartProblem(`Couldn't reach ${url}: ${reasonOf(cause)}.`, { cause });
			}
			await sleep(waitMs);
		}
	};
}

const isPassing = ({ status }: Response) => status === 429 || status >= 500;

async function assertionOf({ client_email, private_key, token_uri }: ServiceAccount): Promise<string> {
	const signer = await importPKCS8(private_key, 'RS256').catch((cause) => {
		throw new StartProblem("The service account's private key is invalid.", { cause });
	});
	const nowS = Math.floor(Date.now() / 1_000);
	const times = { iat: nowS, exp: nowS + TOKEN_LIFETIME_S };
	const token = new SignJWT({ iss: client_email, aud: token_uri, scope: SCOPES.join(' '), ...times });
	return token.setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(signer);
}
