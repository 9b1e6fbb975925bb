import { createReadStream, openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { BackupBucket } from '../../app/config.ts';
import { sha256Of } from '../../lib/sha256.ts';
import { reasonOf, StartProblem } from '../../lib/start-problem.ts';
import { type BackupStore, MissingFile, type StoredFile } from './backup-store.ts';

const RETRIES = 4;
const REQUEST_MS = 30 * 60_000;
/** Our file names need no XML escapes. */
const ITEM = /<Contents>.*?<Key>([^<]+)<\/Key>.*?<Size>(\d+)<\/Size>.*?<\/Contents>/gs;
const NEXT_PAGE = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/;

/** Uses path-style URLs, for any S3-compatible store. Source: Amazon S3 API Reference, Signature Version 4. */
export function createBucketStore(at: BackupBucket): BackupStore {
	const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = at;
	const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
	const base = `${endpoint}/${bucket}`;
	const keyOf = (name: string) => (prefix === undefined ? name : `${prefix}/${name}`);
	const description = `the bucket ${bucket} at ${endpoint}`;

	async function request(method: string, address: string, more: RequestInit = {}): Promise<Response> {
		try {
			return await client.fetch(`${base}${address}`, { method, signal: AbortSignal.timeout(REQUEST_MS), ...more });
		} catch (cause) {
			const reason = reasonOf((cause as Error).cause ?? cause);
			throw new StartProblem(`Couldn't reach ${description}: ${reason}.`, { cause });
		}
	}
	async function requireDone(response: Response, what: string): Promise<void> {
		if (response.ok) return;
		const code = /<Code>([^<]+)<\/Code>/.exec(await response.text().catch(() => ''))?.[1];
		throw new StartProblem(`Couldn't ${what} in ${description}: ${response.status}${code ? ` ${code}` : ''}.`);
	}

	return {
		description,
		async put(name, file) {
			const headers = { 'x-amz-content-sha256': await sha256Of(createReadStream(file)) };
			const response = await request('PUT', `/${keyOf(name)}`, { headers, body: await openAsBlob(file) });
			await requireDone(response, `store ${name}`);
		},
		async read(name) {
			const response = await request('GET', `/${keyOf(name)}`);
			if (response.status === 404) throw new MissingFile(name);
			await requireDone(response, `read ${name}`);
			return Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]);
		},
		async list(begin) {
			const found: StoredFile[] = [];
			for (let page: string | undefined = ''; page !== undefined; ) {
				const query = new URLSearchParams({ 'list-type': '2', prefix: keyOf(begin) });
				if (page !== '') query.set('continuation-token', page);
				const response = await request('GET', `?${query}`);
				await requireDone(response, 'list files');
				const answer = await response.text();
				for (const [, key = '', bytes] of answer.matchAll(ITEM)) {
					found.push({ name: prefix === undefined ? key : key.slice(prefix.length + 1), bytes: Number(bytes) });
				}
				page = NEXT_PAGE.exec(answer)?.[1];
			}
			return found.sort((one, other) => (one.name < other.name ? -1 : 1));
		},
		async remove(name) {
			await requireDone(await request('DELETE', `/${keyOf(name)}`), `delete ${name}`);
		},
	};
}
