import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from '../../../server/app/app.ts';
import { loadConfig } from '../../../server/app/config.ts';
import { createDependencies, type Dependencies } from '../../../server/app/dependencies.ts';
import { provideSecrets } from '../../../server/app/secrets.ts';
import { createPostbackTaker } from '../../../server/offerwalls/postbacks/take-postback.ts';
import { answerParent } from '../lib/child-process.ts';
import { PUBLIC_URL } from './partner-mix.ts';
import { wallEntries } from './postback-mix.ts';

/** `unbatched`: the same product, but with a transaction of its own for each credit. */
export type ProductInput = { databaseUrl: string; dataDir: string; unbatched: boolean };
export type ProductCalls = { open: { input: ProductInput; result: { port: number } } };

/** As many transactions at the same time as TPC-B has. */
/** Everybody waits here, however long. */
const UNBATCHED = {
	batchSizeMax: 1,
	batchesMax: 32,
	alongsideFrom: 1,
	paceMs: 0,
	waitMsMax: Number.POSITIVE_INFINITY,
};

let running: { app: FastifyInstance; deps: Dependencies } | undefined;

answerParent<ProductCalls>(
	{
		async open({ databaseUrl, dataDir, unbatched }) {
			const offerwallsFile = join(dataDir, 'offerwalls.json');
			await writeFile(offerwallsFile, JSON.stringify(wallEntries));
			const config = loadConfig({
				DATA_DIR: dataDir,
				PUBLIC_URL,
				OFFERWALLS_FILE: offerwallsFile,
				SANDBOX: 'off',
				// Nothing is paid out here.
				PAYOUT_VENDOR: 'rbxcrate',
				RBXCRATE_URL: 'http://127.0.0.1:9',
				RBXCRATE_API_KEY: 'unused',
				...(unbatched ? { DATABASE_POOL: String(UNBATCHED.batchesMax + 4) } : {}),
			});
			const deps = await createDependencies({
				config,
				secrets: await provideSecrets(config),
				database: { appUrl: databaseUrl, role: undefined },
				log: pino({ level: config.logLevel }),
			});
			const postbacks = createPostbackTaker(
				{ ...deps, publish: deps.live.publish, announceBan: () => {}, publicUrl: config.publicUrl },
				UNBATCHED,
			);
			const app = await createApp(unbatched ? { ...deps, postbacks } : deps);
			await app.listen({ host: '127.0.0.1', port: 0 });
			running = { app, deps };
			return { port: (app.server.address() as AddressInfo).port };
		},
	},
	async () => {
		await running?.app.close();
		await running?.deps.close();
	},
);
