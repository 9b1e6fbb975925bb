import type { FastifyBaseLogger } from 'fastify';
import { ensureFirstAdmin } from '../accounts/user-record/ensure-first-admin.ts';
import { createApp } from '../app/app.ts';
import { type Config, type Secrets, sandboxWallIds, wallsToImport } from '../app/config.ts';
import { createDependencies, type Dependencies } from '../app/dependencies.ts';
import { startWorkers } from '../app/features.ts';
import { importBranding } from '../app/site-settings/import-branding.ts';
import type { PageFolders } from '../app/web-pages.ts';
import { startBackups } from '../backup/backups.ts';
import { systemClock } from '../lib/clock-and-log.ts';
import { createDatabase } from '../lib/db/database.ts';
import { createSecretBox } from '../lib/secrets/secret-box.ts';
import { importOfferwalls, removeSandboxWalls } from '../offerwalls/saved-walls/import-offerwalls.ts';
import { seedCaps } from '../withdrawals/safety/payout-settings.ts';
import { portProblem, type Stop } from './free-ports.ts';
import type { OpenDatabase } from './open-database.ts';

type ProductOptions = {
	config: Config;
	secrets: Secrets;
	database: Pick<OpenDatabase, 'appUrl' | 'role' | 'ownerPool' | 'files'>;
	brandPages: ((config: Config) => Promise<string>) | undefined;
	log: FastifyBaseLogger;
};

export async function startProduct(
	{ config: given, secrets, database, brandPages, log }: ProductOptions,
	stops: Stop[],
): Promise<Config> {
	await importFiles({ config: given, secrets, database, log });
	const deps = await createDependencies({ config: given, secrets, database, log });
	const { config } = deps;
	stops.push(deps.close);
	if (config.isProduction) await seedCaps(deps, { isPersonCapSet: config.withdrawDailyCap !== undefined });
	const admin = { email: config.adminEmail, password: secrets.adminPassword };
	await ensureFirstAdmin({ ...deps, auth: deps.identity.auth }, admin);
	if (brandPages) stops.push(await listen(deps, brandPages));
	const backups = database.files && (await startBackups({ ...deps, files: database.files }));
	if (backups) stops.push(backups.stop);
	if (config.role !== 'web') stops.push((await startWorkers({ ...deps, backups }, database.ownerPool)).stop);
	// Backups stop before the workers, which would otherwise wait for a backup.
	if (backups) stops.push(backups.stop);
	return config;
}

/** Runs before the walls are opened, because an import replaces walls encrypted with another SECRETS_KEY. */
async function importFiles({ config, secrets, database, log }: Omit<ProductOptions, 'brandPages'>): Promise<void> {
	const db = createDatabase(database.ownerPool);
	if (await importBranding({ db, clock: systemClock }, config.brandingFile)) log.info('imported BRANDING_FILE');
	if (config.isProduction) await removeSandboxWalls({ db, clock: systemClock }, sandboxWallIds);
	const file = wallsToImport(config, secrets);
	if (!file) return;
	const secretBox = createSecretBox(secrets.secretsKey);
	const ids = await importOfferwalls({ db, clock: systemClock, secretBox }, file);
	if (ids.length > 0) log.info({ ids, source: file.source }, 'imported offerwalls');
}

async function listen(deps: Dependencies, brandPages: (config: Config) => Promise<string>): Promise<Stop> {
	const { config, settings, log } = deps;
	const { port, host } = config;
	const pages: PageFolders = [await brandPages(config)];
	settings.onChange(async () => {
		try {
			const folder = await brandPages(config);
			if (!pages.includes(folder)) pages.unshift(folder);
			else pages.unshift(...pages.splice(pages.indexOf(folder), 1));
		} catch (err) {
			log.error({ err }, "couldn't prepare the pages with the new settings");
		}
	});
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
