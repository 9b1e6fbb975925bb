import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';
import { type ProofAddress, type ProofQuery, proofEndpoints } from '../../contract/proof/proof.ts';
import { callError } from '../../contract/refusals.ts';
import { retentionDays } from '../../contract/site/retention.ts';
import type { Log } from '../lib/clock-and-log.ts';
import { type TakeFromRateLimit, tooOften, visitorOf } from '../lib/http/callers.ts';
import { refuseInput } from '../lib/http/refuse-input.ts';
import { selectPublishedTrees } from './liabilities/store-liabilities.ts';
import { type PublishedSettings, statedSettings } from './make-checkpoint.ts';
import { getPublishedKeys } from './published-keys.ts';
import { getReceipt, getReceiptState } from './receipts/get-receipt.ts';
import { selectPublishedDays } from './status/store-status.ts';
import { selectCheckpointsAfter, selectPublishedSize, selectSettings } from './store-checkpoints.ts';
import { getNote, type WitnessDeps } from './witnesses/ask-witnesses.ts';

export type ProofDeps = WitnessDeps & {
	log: Log;
	takeFromRateLimit: TakeFromRateLimit;
	publishedSettings: PublishedSettings;
};

const LIMIT = { max: 600, windowMs: 60_000 };
const STATUS_DAYS = 30;
const FRESH_S = { keys: 300, checkpoints: 60, proof: 86_400 };

const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' };

export async function proofRoutes(app: FastifyInstance, deps: ProofDeps): Promise<void> {
	const { db, transferLog } = deps;

	function serve<Address extends ProofAddress>(
		address: Address,
		freshS: number | 'never',
		answer: (query: ProofQuery<Address>, id: string) => Promise<object | string>,
	): void {
		const { query: schema, answerType = 'application/json' }: Endpoint = proofEndpoints[address];
		const path = address.slice('GET '.length).replace('{id}', ':id');
		app.get<{ Params: { id?: string } }>(path, async (request, reply) => {
			const waitMs = await deps.takeFromRateLimit(`proof ${visitorOf(request.ip)}`, LIMIT);
			if (waitMs !== undefined) throw tooOften(waitMs);
			const query = schema?.safeParse(request.query);
			if (query?.error) throw refuseInput(query.error, request.query);
			const body = await answer(query?.data as ProofQuery<Address>, request.params.id ?? '');
			return reply
				.headers(freshS === 'never' ? PRIVATE : { 'cache-control': `public, max-age=${freshS}` })
				.header('access-control-allow-origin', '*')
				.type(`${answerType}; charset=utf-8`)
				.send(typeof body === 'string' ? body : JSON.stringify(body));
		});
	}

	async function requirePublished(...[size, ...others]: number[]): Promise<void> {
		if (size === undefined || size > (await selectPublishedSize(db)) || others.some((other) => other > size)) {
			throw callError('out-of-range', 'bad-request');
		}
	}

	function servePublic<Address extends ProofAddress>(
		address: Address,
		freshS: number,
		answer: (query: ProofQuery<Address>) => Promise<object | string>,
	): void {
		serve(address, freshS, async (query) => {
			if (!deps.config.publicProof) refuse();
			return answer(query);
		});
	}

	function serveSigned<Address extends ProofAddress>(
		address: Address,
		find: (query: ProofQuery<Address>) => Promise<string[]>,
	): void {
		servePublic(address, FRESH_S.checkpoints, async (query) => `{"items":[${(await find(query)).join(',')}]}`);
	}

	serve('GET /.well-known/lootpass-proof.json', FRESH_S.keys, () => getPublishedKeys(db));
	serveSigned('GET /proof/checkpoints', async ({ after, limit }) =>
		(await selectCheckpointsAfter(db, after, limit)).map(({ body }) => body),
	);
	serveSigned('GET /proof/liabilities', () => selectPublishedTrees(db, retentionDays('liabilities')));
	serveSigned('GET /proof/status', () => selectPublishedDays(db, STATUS_DAYS));
	servePublic('GET /proof/note', FRESH_S.checkpoints, async () => (await getNote(deps)) ?? refuse());
	servePublic('GET /proof/settings', FRESH_S.checkpoints, async ({ hash }) => {
		const now = await statedSettings(db, deps.publishedSettings);
		const body = hash === undefined || hash === now.hash ? now.body : await selectSettings(db, hash);
		return body ?? refuse();
	});
	servePublic('GET /proof/transfers/inclusion', FRESH_S.proof, async ({ index, size }) => {
		await requirePublished(size, index + 1);
		const { leafHash, path } = await transferLog.inclusion(index, size);
		return { index, leaf_hash: leafHash.toString('hex'), path: hex(path) };
	});
	servePublic('GET /proof/transfers/consistency', FRESH_S.proof, async ({ from, to }) => {
		await requirePublished(to, from);
		return { path: hex(await transferLog.consistency(from, to)) };
	});

	serve('GET /receipt/{id}.json', 'never', async (_query, id) => (await getReceipt(deps, id)) ?? refuse());
	serve('GET /receipt/{id}/state', 'never', async (_query, id) => (await getReceiptState(deps, id)) ?? refuse());
}

const hex = (hashes: readonly Buffer[]) => hashes.map((hash) => hash.toString('hex'));

function refuse(): never {
	throw callError('not-found', 'no-such-address');
}
