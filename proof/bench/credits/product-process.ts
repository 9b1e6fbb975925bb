import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dependencies } from '../../../server/app/dependencies.ts';
import { createPostbackTaker } from '../../../server/offerwalls/postbacks/take-postback.ts';
import { answerParent } from '../lib/child-process.ts';
import { type OpenedProduct, openProduct } from '../lib/open-product.ts';
import { wallEntries } from './postback-mix.ts';

/** `unbatched`: the same product, but with a transaction of its own for each credit. */
export type ProductInput = { databaseUrl: string; dataDir: string; unbatched: boolean };
export type ProductCalls = { open: { input: ProductInput; result: { port: number } } };

/** As many transactions at the same time as TPC-B has; everybody waits, however long. */
const UNBATCHED = {
	batchSizeMax: 1,
	batchesMax: 32,
	alongsideFrom: 1,
	paceMs: 0,
	waitMsMax: Number.POSITIVE_INFINITY,
};

let running: OpenedProduct | undefined;

answerParent<ProductCalls>(
	{
		async open({ databaseUrl, dataDir, unbatched }) {
			const wallsFile = join(dataDir, 'offerwalls.json');
			await writeFile(wallsFile, JSON.stringify(wallEntries));
			const settings = {
				...{ DATA_DIR: dataDir, OFFERWALLS_FILE: wallsFile },
				// This bench pays nothing out.
				...{ RBXCRATE_URL: 'http://127.0.0.1:9', RBXCRATE_API_KEY: 'unused' },
				...(unbatched ? { DATABASE_POOL: String(UNBATCHED.batchesMax + 4) } : {}),
			};
			running = await openProduct(settings, databaseUrl, (deps) => (unbatched ? withoutBatches(deps) : deps));
			return { port: running.port };
		},
	},
	async () => {
		await running?.app.close();
		await running?.deps.close();
	},
);

function withoutBatches(deps: Dependencies): Dependencies {
	const publicUrl = deps.config.publicUrl;
	const taker = { ...deps, publish: deps.live.publish, announceBan: () => {}, noteUse: () => {}, publicUrl };
	return { ...deps, postbacks: createPostbackTaker(taker, UNBATCHED) };
}
