import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { ensureFirstAdmin } from '../accounts/user-record/ensure-first-admin.ts';
import { createApp } from '../app/app.ts';
import type { Config } from '../app/config.ts';
import { createDependencies, type DatabaseAccess, type Dependencies } from '../app/dependencies.ts';
import type { Secrets } from '../app/secrets.ts';
import { startWorkers } from '../app/workers.ts';
import { startBackups } from '../backup/backups.ts';
import { seedCaps } from '../withdrawals/safety/seed-caps.ts';
import { portProblem } from './free-ports.ts';
import type { OpenDatabase } from './open-database.ts';
import type { Stop } from './stops.ts';

type ProductOptions = {
	config: Config;
	secrets: Secrets;
	database: DatabaseAccess & Partial<Pick<OpenDatabase, 'files'>>;
	/** Whose jobs are worked on here. Undefined: none are. */
	ownerPool?: pg.Pool | undefined;
	/** The folder of its pages. Undefined: it serves none, and listens nowhere. */
	pages: string | undefined;
	log: FastifyBaseLogger;
};

/** @param stops receives how to stop each part. */
export async function startProduct(
	{ config, secrets, database, ownerPool, pages, log }: ProductOptions,
	stops: Stop[],
): Promise<void> {
	const deps = await createDependencies({ config, secrets, database, log });
	stops.push(deps.close);
	if (config.isProduction) await seedCaps(deps, { isPersonCapSet: config.withdrawDailyCap !== undefined });
	const admin = { email: config.adminEmail, password: secrets.adminPassword };
	await ensureFirstAdmin({ ...deps, auth: deps.identity.auth }, admin);
	if (pages !== undefined) stops.push(await listen(deps, pages));
	const backups = database.files && (await startBackups({ ...deps, files: database.files }));
	if (backups) stops.push(backups.stop);
	if (ownerPool) stops.push((await startWorkers({ ...deps, backups }, ownerPool)).stop);
	// First of all, or the workers would wait for a backup to end.
	if (backups) stops.push(backups.stop);
}

async function listen(deps: Dependencies, pages: string): Promise<Stop> {
	const { port, host } = deps.config;
	const app = await createApp(deps, pages);
	const stop = () => app.close();
	try {
		await app.listen({ port, host });
		return stop;
	} catch (error) {
		await stop();
		throw portProblem(error, { setting: 'PORT', port, host });
	}
}
