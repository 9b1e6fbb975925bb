import { randomBytes } from 'node:crypto';
import { createReadStream, openAsBlob } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { BackupBucket, Config } from '../../app/config.ts';
import { syncPath } from '../../lib/folders.ts';
import { sha256Of } from '../../lib/sealed-json.ts';
import { reasonOf, StartProblem } from '../../lib/start-problem.ts';

type StoredFile = { name: string; bytes: number };

/** File names are paths of letters, digits and `.-_`. */
export type BackupStore = {
	description: string;
	/** Stores the file atomically; it is durable when this resolves. */
	put(name: string, file: string): Promise<void>;
	read(name: string): Promise<Readable>;
	list(prefix: string): Promise<StoredFile[]>;
	remove(name: string): Promise<void>;
};

export class MissingFile extends Error {
	constructor(name: string) {
		super(`${name} is missing`);
		this.name = 'MissingFile';
	}
}

const HALF = '.half-';

export function createFolderStore(folder: string): BackupStore {
	return {
		description: folder,
		async put(name, file) {
			const path = join(folder, name);
			const half = `${path}${HALF}${randomBytes(4).toString('hex')}`;
			try {
				await mkdir(dirname(path), { recursive: true, mode: 0o700 });
				await copyFile(file, half);
				await syncPath(half);
				await rename(half, path);
				await syncPath(dirname(path));
			} catch (cause) {
				await rm(half, { force: true }).catch(() => {});
				throw new StartProblem(`Couldn't write ${path}: ${reasonOf(cause)}.`, { cause });
			}
		},
		async read(name) {
			const path = join(folder, name);
			if (!(await stat(path).catch(() => undefined))) throw new MissingFile(name);
			return createReadStream(path);
		},
		async list(prefix) {
			const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
			const found: StoredFile[] = [];
			for (const entry of entries) {
				const path = join(entry.parentPath, entry.name);
				const name = relative(folder, path).split(sep).join('/');
				if (!entry.isFile() || !name.startsWith(prefix) || name.includes(HALF)) continue;
				const size = await stat(path).catch(() => undefined);
				if (size) found.push({ name, bytes: size.size });
			}
			return found.sort((one, other) => (one.name < other.name ? -1 : 1));
		},
		async remove(name) {
			await rm(join(folder, name), { force: true });
			await removeIfUnused(dirname(join(folder, name)));
		},
	};
}

async function removeIfUnused(folder: string): Promise<void> {
	const names = await readdir(folder).catch(() => ['unreadable']);
	if (!names.every((name) => name.includes(HALF))) return;
	// A killed backup left these.
	for (const name of names) await rm(join(folder, name), { force: true });
	await rmdir(folder).catch(() => {});
}

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

export function openStore({ folder, bucket }: Partial<Config['backup']>): BackupStore | undefined {
	if (bucket) return createBucketStore(bucket);
	return folder === undefined ? undefined : createFolderStore(folder);
}
