import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '../../../contract/durations.ts';
import { checkpointDeps } from '../../../server/app/published-settings.ts';
import type { Clock } from '../../../server/lib/clock.ts';
import { createDatabase, createPool, type Database } from '../../../server/lib/db/database.ts';
import { checkLog } from '../../../server/public-proof/check-log.ts';
import type { Checkpoint } from '../../../server/public-proof/checkpoint.ts';
import { prepareTree } from '../../../server/public-proof/liabilities/liability-trees.ts';
import { selectLastDay } from '../../../server/public-proof/liabilities/store-liabilities.ts';
import { makeCheckpoint } from '../../../server/public-proof/make-checkpoint.ts';
import { sealTransfers } from '../../../server/public-proof/seal-transfers.ts';
import { selectLastCheckpoint } from '../../../server/public-proof/store-checkpoints.ts';
import { dayOf } from '../../../server/public-proof/utc-day.ts';
import { wallEntries } from '../credits/postback-mix.ts';
import { answerParent } from '../lib/child-process.ts';
import { type OpenedProduct, openProduct } from '../lib/open-product.ts';
import { sessionOf, uidOf } from '../withdrawals/users.ts';

/** What the database calls the connections that the log and the tree are made by. */
export const MAKER = 'bench proof';

export type ProofCalls = {
	open: { input: { databaseUrl: string; ownerUrl: string; dataDir: string }; result: { port: number } };
	tokens: { input: { first: number; end: number }; result: string[] };
	seal: { input: null; result: undefined };
	/** Keys of everybody who has none yet. */
	prepare: { input: null; result: undefined };
	checkpoint: { input: { isWithTree: boolean }; result: Checkpoint };
	/** As each day: every transfer against its leaf. */
	look: { input: null; result: Awaited<ReturnType<typeof checkLog>> };
};

type Running = OpenedProduct & { owner: Database };
let running: Running | undefined;
/** As the product's own: the limits of time are those of its workers. */
const OWNER = { poolSize: 4, applicationName: MAKER, statementMs: 30_000, onError() {} };

answerParent<ProofCalls>(
	{
		async open({ databaseUrl, ownerUrl, dataDir }) {
			const wallsFile = join(dataDir, 'offerwalls.json');
			await writeFile(wallsFile, JSON.stringify(wallEntries));
			const settings = {
				...{ DATA_DIR: dataDir, OFFERWALLS_FILE: wallsFile, PUBLIC_PROOF: 'on', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' },
				// Nothing is paid out here.
				...{ RBXCRATE_URL: 'http://127.0.0.1:9', RBXCRATE_API_KEY: 'unused' },
			};
			const product = await openProduct(settings, databaseUrl, (deps) => deps);
			running = { ...product, owner: createDatabase(createPool({ url: ownerUrl, ...OWNER })) };
			return { port: running.port };
		},
		async tokens({ first, end }) {
			const { auth } = opened().deps.identity;
			const sign = async (n: number) =>
				(await auth.api.signJWT({ body: { payload: { sub: uidOf(n), sid: sessionOf(n) } } })).token;
			return Promise.all(Array.from({ length: end - first }, (_, at) => sign(first + at)));
		},
		async seal() {
			await sealTransfers(opened());
			return undefined;
		},
		async prepare() {
			await prepareTree(opened().owner);
			return undefined;
		},
		async checkpoint({ isWithTree }) {
			const { deps, owner } = opened();
			const clock = await clockAfter(owner, isWithTree);
			return makeCheckpoint({ ...checkpointDeps(deps), clock, owner, ...(isWithTree && (await prepareTree(owner))) });
		},
		look: () => checkLog(opened().owner),
	},
	async () => {
		await running?.app.close();
		await running?.owner.destroy();
		await running?.deps.close();
	},
);

/** Of the first day that has no tree yet, where there is to be one: it may be later than today. */
async function clockAfter(owner: Database, isWithTree: boolean): Promise<Clock> {
	const [last, { tree }] = [await selectLastCheckpoint(owner), await selectLastDay(owner)];
	let nowMs = Date.now();
	while (nowMs < Number(last?.at ?? 0) || (isWithTree && dayOf(nowMs) <= (tree ?? ''))) nowMs += DAY_MS;
	return { now: () => nowMs };
}

function opened(): Running {
	if (!running) throw new Error('the product has not been opened');
	return running;
}
