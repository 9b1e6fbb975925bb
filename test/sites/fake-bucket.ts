import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { AwsV4Signer } from 'aws4fetch';
import { listen } from './fake-oidc.ts';

export type FakeBucket = Awaited<ReturnType<typeof startFakeBucket>>;

const NAME = 'backups';
const KEYS = { accessKeyId: 'test-key', secretAccessKey: 'test-secret' };
const PAGE = 3;

/** A fake S3 bucket that verifies request signatures. */
export async function startFakeBucket() {
	const files = new Map<string, Buffer>();
	let failures = 0;
	const { server, issuer: endpoint } = await listen(async (request, response) => {
		const body = await buffer(request);
		const url = new URL(request.url ?? '', settings.endpoint);
		const answer = (status: number, text: string | Buffer = '') => void response.writeHead(status).end(text);
		const key = decodeURIComponent(url.pathname).slice(NAME.length + 2);
		if (failures > 0) {
			failures -= 1;
			return answer(503);
		}
		if (!(await isSigned(url, request.method, request.headers)))
			return answer(403, '<Code>SignatureDoesNotMatch</Code>');
		if (request.method === 'PUT') {
			const hash = createHash('sha256').update(body).digest('hex');
			if (request.headers['x-amz-content-sha256'] !== hash)
				return answer(400, '<Code>XAmzContentSHA256Mismatch</Code>');
			files.set(key, body);
			return answer(200);
		}
		if (request.method === 'DELETE') {
			files.delete(key);
			return answer(204);
		}
		if (url.searchParams.has('list-type')) return answer(200, listed(files, url.searchParams));
		const contents = files.get(key);
		return contents ? answer(200, contents) : answer(404, '<Code>NoSuchKey</Code>');
	});
	const settings = { endpoint, region: 'auto', bucket: NAME, prefix: 'of/lootpass', ...KEYS };
	return {
		settings,
		files,
		failNext(times: number) {
			failures = times;
		},
		close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
	};
}

async function isSigned(url: URL, method = 'GET', headers: NodeJS.Dict<string | string[]>): Promise<boolean> {
	const [datetime, hash] = [headers['x-amz-date'], headers['x-amz-content-sha256']].map(String);
	const signer = new AwsV4Signer({
		...{ url: url.href, method, service: 's3', region: 'auto', datetime: datetime ?? '', ...KEYS },
		headers: { 'x-amz-content-sha256': hash ?? '' },
	});
	return (await signer.authHeader()) === headers.authorization;
}

function listed(files: Map<string, Buffer>, query: URLSearchParams): string {
	const names = [...files.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '')).sort();
	const from = Number(query.get('continuation-token') ?? 0);
	const items = names.slice(from, from + PAGE).map((name) => {
		return `<Contents><Key>${name}</Key><ETag>"x"</ETag><Size>${files.get(name)?.length}</Size></Contents>`;
	});
	const next = from + PAGE < names.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : '';
	return `<ListBucketResult>${items.join('\n')}${next}</ListBucketResult>`;
}
