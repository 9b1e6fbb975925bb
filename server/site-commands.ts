import { resolve } from 'node:path';
import { type Config, loadConfig } from './app/config.ts';
import { restoredInWords } from './backup/restore/restore-backup.ts';
import { type Command, folderIn, type Given } from './command-line.ts';
import { createDatabase, withPool } from './lib/db/database.ts';
import { endWhenSilent } from './lib/db/end-when-silent.ts';
import { findService, findServiceOr } from './lib/postgres/embedded-postgres.ts';
import { StartProblem } from './lib/start-problem.ts';
import { exportSite, importSite, waitForPerson } from './site-export/import-site.ts';
import { upgradeDatabase } from './site-export/upgrade-database.ts';
import type { Place } from './spread/places.ts';
import { planSpread, spreadSite } from './spread/spread-site.ts';
import { createProgressBar } from './start/free-ports.ts';
import { openServer } from './start/open-database.ts';

const WHERE: Record<Place['with'], string> = {
	user: 'distributed by user',
	itself: 'distributed by its own key',
	coordinator: 'on the coordinator',
};

export const siteCommands = (env: NodeJS.ProcessEnv): Readonly<Record<string, Command>> => ({
	'export-site': {
		does: 'export the whole site to files that any PostgreSQL can load; works while the product runs',
		options: { to: { takes: 'DIR', does: 'a new or empty folder' } },
		run: ({ options }) => exportHere(loadConfig(env), options),
	},
	'import-site': {
		listedWith: 'export-site',
		does: 'import exported files into an empty database and verify them; payouts stay off until you turn them on',
		options: { from: { takes: 'DIR', does: 'folder written by export-site' } },
		run: ({ options }) => importHere(loadConfig(env), options),
	},
	'upgrade-database': {
		does: 'move the embedded database to the PostgreSQL server that a new site gets here; keeps the old one',
		options: {
			programs: {
				takes: 'FOLDER',
				does: 'folder with bin and lib of the old PostgreSQL version, unless it is installed',
			},
			again: { does: 'rebuild a database that already has this version' },
		},
		run: ({ options }) => upgradeHere(loadConfig(env), options),
	},
	spread: {
		listedWith: 'upgrade-database',
		does: 'distribute a stopped site over the machines of a Citus cluster; safe to repeat',
		options: { plan: { does: 'print the steps without changing anything' } },
		run: ({ options }) => spreadHere(loadConfig(env), options),
	},
});

async function exportHere(config: Config, options: Given['options']): Promise<number> {
	const folder = folderIn(options, 'to');
	const { dataDir, databaseUrl } = config;
	const open = () => openQuietly(config);
	const { ownerUrl, stop } = await (databaseUrl ? open() : findServiceOr(dataDir, open));
	endWhenSilent(ownerUrl);
	try {
		const { tables, transfers, last_transfer, problems } = await exportSite(ownerUrl, folder, createReporter());
		const rows = tables.reduce((sum, table) => sum + table.rows, 0);
		console.log(
			[
				`Exported to ${folder}: ${tables.length} tables, ${rows} rows.`,
				`It contains ${transfers} transfers${last_transfer ? ` (last: ${last_transfer.id})` : ''} and none of your secrets. See its manifest.json.`,
				...problems.map((problem) => `BROKEN: ${problem}`),
			].join('\n'),
		);
		return problems.length === 0 ? 0 : 1;
	} finally {
		await stop();
	}
}

async function importHere(config: Config, options: Given['options']): Promise<number> {
	const from = folderIn(options, 'from');
	const { dataDir, databaseUrl } = config;
	if (!databaseUrl && (await findService(dataDir))) {
		throw new StartProblem(`The product is running on ${dataDir}. Stop it first, or set DATA_DIR to a new folder.`);
	}
	const { ownerUrl, appLogin, name, stop } = await openQuietly(config);
	try {
		const { manifest, found: findings } = await importSite({
			...{ ownerUrl, appLogin, from },
			wakeUp: waitForPerson,
			onProgress: createReporter(),
		});
		const restored = { backup: from, until: new Date(manifest.taken_at), findings, missing: [], problems: [] };
		console.log(restoredInWords(restored, `${name} (start the product with the current settings)`));
		return 0;
	} finally {
		await stop();
	}
}

async function upgradeHere(config: Config, { programs, again }: Given['options']): Promise<number> {
	const { dataDir, databaseUrl } = config;
	if (databaseUrl) {
		throw new StartProblem(
			"This command can't upgrade your own server (DATABASE_URL). Run export-site, then import-site into the new one.",
		);
	}
	const isAgain = again !== undefined;
	const given = {
		dataDir,
		server: config,
		programs: programs && resolve(programs),
		isAgain,
		onProgress: createReporter(),
	};
	const { from, to, oldFolder, manifest } = await upgradeDatabase(given);
	console.log(
		[
			`UPGRADED from PostgreSQL ${from} to ${to}: all rows are there, and the books balance.`,
			`It contains ${manifest.transfers} transfers. Start the product.`,
			`The old database is in ${oldFolder}. To go back, stop the product and rename it to ${dataDir}/postgres.`,
		].join('\n'),
	);
	return 0;
}

async function spreadHere(config: Config, { plan }: Given['options']): Promise<number> {
	if (!config.databaseUrl) {
		throw new StartProblem("The embedded database can't be distributed. Set DATABASE_URL and DATABASE_OWNER_URL.");
	}
	const { ownerUrl, appLogin, name, stop } = await openQuietly(config);
	try {
		if (plan !== undefined) {
			const steps = await withPool({ url: ownerUrl, name: 'spread' }, (pool) =>
				planSpread(createDatabase(pool), appLogin),
			);
			for (const { table, place, rows } of steps)
				console.log(`${table.padEnd(20)} ${WHERE[place.with]}, about ${rows} rows`);
			console.log(steps.length > 0 ? `${steps.length} tables to move. Nothing was changed.` : 'Nothing to do.');
			return 0;
		}
		const { done, problems } = await spreadSite({ ownerUrl, appLogin, onProgress: createReporter() });
		for (const { rule, detail } of problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
		console.log(
			done.length > 0 ? `SPREAD: ${done.length} tables of ${name}.` : 'Already distributed. Nothing changed.',
		);
		if (problems.length === 0) console.log('The books balance. Start the product.');
		return problems.length === 0 ? 0 : 1;
	} finally {
		await stop();
	}
}

const openQuietly = (config: Config) => openServer({ config, print: () => {}, signal: new AbortController().signal });

const createReporter = () => createProgressBar(process.stderr);
