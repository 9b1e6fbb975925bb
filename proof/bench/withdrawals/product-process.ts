import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startWorkers } from '../../../server/app/workers.ts';
import { createPool } from '../../../server/lib/db/database.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { answerParent } from '../lib/child-process.ts';
import { type OpenedProduct, openProduct } from '../lib/open-product.ts';
import { sessionOf, uidOf } from './users.ts';

export type ProductInput = {
	databaseUrl: string;
	ownerUrl: string;
	dataDir: string;
	partnersUrl: string;
	role: 'all' | 'web' | 'worker';
};
export type ProductCalls = {
	open: { input: ProductInput; result: { port: number } };
	tokens: { input: { first: number; end: number }; result: string[] };
	/** Milliseconds that each withdrawal has waited for the platform, since the last time this was asked. */
	platformWaits: { input: null; result: number[] };
	/** In ms: how much later than it was due something could begin, since the last time this was asked. */
	delays: { input: null; result: { p50: number; p99: number; max: number } };
};

let running: (OpenedProduct & { stop(): Promise<unknown> }) | undefined;
let waits: number[] = [];
const RESOLUTION_MS = 1;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
delay.enable();

answerParent<ProductCalls>(
	{
		async open({ databaseUrl, ownerUrl, dataDir, partnersUrl, role }) {
			const settings = {
				DATA_DIR: dataDir,
				ROLE: role,
				LOG_LEVEL: 'warn',
				RATE_LIMITS: 'off',
				...Object.fromEntries(
					['USERS', 'THUMBNAILS', 'GAMES', 'APIS'].map((each) => [`PLATFORM_${each}_URL`, partnersUrl]),
				),
				RBXCRATE_URL: `${partnersUrl}/vendor`,
				RBXCRATE_API_KEY: 'bench',
			};
			const product = await openProduct(settings, databaseUrl, (deps) => ({ ...deps, platform: timed(deps.platform) }));
			const ownerPool = createPool({ url: ownerUrl, poolSize: 4, applicationName: 'jobs', onError() {} });
			const workers = role === 'web' ? undefined : await startWorkers(product.deps, ownerPool);
			const stop = async () => {
				await workers?.stop();
				await ownerPool.end();
			};
			running = { ...product, stop };
			return { port: product.port };
		},
		async tokens({ first, end }) {
			const { auth } = running?.deps.identity ?? fail();
			const tokens: string[] = [];
			for (let n = first; n < end; n += 1) {
				const payload = { sub: uidOf(n), sid: sessionOf(n) };
				tokens.push((await auth.api.signJWT({ body: { payload } })).token);
			}
			return tokens;
		},
		async delays() {
			const of = (nanoseconds: number) => Math.max(0, Math.round(nanoseconds / 1e4) / 100 - RESOLUTION_MS);
			const result = { p50: of(delay.percentile(50)), p99: of(delay.percentile(99)), max: of(delay.max) };
			delay.reset();
			return result;
		},
		async platformWaits() {
			const result = waits;
			waits = [];
			return result;
		},
	},
	async () => {
		await running?.app.close();
		await running?.stop();
		await running?.deps.close();
	},
);

/** The platform's share of a withdrawal: its first question begins it, the last one's answer ends it. */
function timed(platform: Platform): Platform {
	const spent = new Map<number, number>();
	async function clocked<Answer>(n: number, ask: () => Promise<Answer>): Promise<Answer> {
		const start = performance.now();
		const answer = await ask();
		spent.set(n, (spent.get(n) ?? 0) + performance.now() - start);
		return answer;
	}
	return {
		...platform,
		findUser: (name) => clocked(Number(name.slice(6)), () => platform.findUser(name)),
		findUniverse: (placeId) => clocked(placeId % 1_000_000, () => platform.findUniverse(placeId)),
		listPasses: (universeId) => clocked(universeId % 1_000_000, () => platform.listPasses(universeId)),
		async findPassPricing(passId) {
			const n = passId % 1_000_000;
			const pricing = await clocked(n, () => platform.findPassPricing(passId));
			waits.push(spent.get(n) ?? 0);
			spent.delete(n);
			return pricing;
		},
	};
}

function fail(): never {
	throw new Error('the product has not been opened');
}
