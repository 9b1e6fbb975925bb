import { setTimeout as sleep } from 'node:timers/promises';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { reasonOf, StartProblem } from '../lib/start-problem.ts';
import { readFields } from './document-values.ts';
import type { HashParameters, Source, SourceAccount } from './source.ts';

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

type Page = {
	users?: SourceAccount[];
	documents?: { name: string; fields?: unknown }[];
	nextPageToken?: string;
	signIn?: { hashConfig?: Omit<Partial<HashParameters>, 'memCost'> & { algorithm?: string; memoryCost?: number } };
};

type FirebaseOptions = { origin: string | undefined; nowMs: number };

export function openFirebase(key: ServiceAccount, { origin, nowMs }: FirebaseOptions): Source {
	const get = createGet(key, origin);
	const project = `projects/${key.project_id}`;
	const identity = origin ?? 'https://identitytoolkit.googleapis.com';
	const documents = `${origin ?? 'https://firestore.googleapis.com'}/v1/${project}/databases/(default)/documents`;
	const readTime = new Date(nowMs - READ_BEFORE_MS).toISOString();

	async function* pages(url: string, query: Record<string, string>, next: string): AsyncIterable<Page> {
		for (let token: string | undefined = ''; token !== undefined; ) {
			const page: Page = await get(url, { ...query, ...(token && { [next]: token }) });
			yield page;
			token = page.nextPageToken || undefined;
		}
	}

	return {
		project: key.project_id,
		kind: 'firebase',
		readTime,
		async readHashParameters() {
			const { signIn } = await get(`${identity}/admin/v2/${project}/config`, {});
			const { algorithm, signerKey, saltSeparator = '', rounds = 8, memoryCost = 14 } = signIn?.hashConfig ?? {};
			if (algorithm !== 'SCRYPT' || !signerKey) return undefined;
			return { signerKey, saltSeparator, rounds, memCost: memoryCost };
		},
		async *accounts() {
			const url = `${identity}/v1/${project}/accounts:batchGet`;
			for await (const { users = [] } of pages(url, { maxResults: '1000' }, 'nextPageToken')) yield* users;
		},
		async *documents(collection) {
			const url = `${documents}/${collection.split('/').map(encodeURIComponent).join('/')}`;
			for await (const page of pages(url, { pageSize: '300', readTime }, 'pageToken')) {
				for (const { name, fields } of page.documents ?? []) {
					yield { id: name.slice(name.lastIndexOf('/') + 1), data: readFields(fields) };
				}
			}
		},
	};
}

function createGet(key: ServiceAccount, origin: string | undefined) {
	let token = { text: '', untilMs: 0 };

	async function bearer(): Promise<string> {
		if (Date.now() < token.untilMs) return token.text;
		const url = origin ? origin + new URL(key.token_uri).pathname : key.token_uri;
		const body = new URLSearchParams({ grant_type: GRANT, assertion: await assertionOf(key) });
		const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
		const { access_token: text, expires_in: seconds } = (await answer.json()) as Record<string, unknown>;
		if (!answer.ok || typeof text !== 'string') {
			throw new StartProblem(`Google refused the service account (${answer.status}). Is its key still valid?`);
		}
		token = { text, untilMs: Date.now() + Number(seconds) * 1_000 - RENEW_BEFORE_MS };
		return text;
	}

	return async (url: string, query: Record<string, string>): Promise<Page> => {
		for (let attempt = 0; ; attempt += 1) {
			const waitMs = WAITS_MS[attempt];
			try {
				const headers = { authorization: `Bearer ${await bearer()}` };
				const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
				const answer = await fetch(`${url}?${new URLSearchParams(query)}`, { headers, signal });
				if (answer.ok) return (await answer.json()) as Page;
				if (answer.status === 404) return {};
				if (answer.status === 401) token = { text: '', untilMs: 0 };
				const isPassing = [401, 429].includes(answer.status) || answer.status >= 500;
				if (!isPassing || waitMs === undefined) {
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

async function assertionOf({ client_email, private_key, token_uri }: ServiceAccount): Promise<string> {
	const signer = await importPKCS8(private_key, 'RS256').catch((cause) => {
		throw new StartProblem("The service account's private key is invalid.", { cause });
	});
	const nowS = Math.floor(Date.now() / 1_000);
	const times = { iat: nowS, exp: nowS + TOKEN_LIFETIME_S };
	const token = new SignJWT({ iss: client_email, aud: token_uri, scope: SCOPES.join(' '), ...times });
	return token.setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(signer);
}
