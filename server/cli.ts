import { parseArgs } from 'node:util';
import type pg from 'pg';
import { formatRobux, robuxFromWire } from '../contract/money.ts';
import { changeApprovalLimit } from './adjustments/approval-limit.ts';
import { type Config, loadConfig } from './app/config.ts';
import { checkBooks } from './books/check-books.ts';
import { checkAudit } from './lib/audit/check-audit.ts';
import { systemClock } from './lib/clock.ts';
import { createDatabase, createPool } from './lib/db/database.ts';
import { findRunningPostgres } from './lib/postgres/embedded-postgres.ts';
import { StartProblem } from './lib/start-problem.ts';
import { callbackUrl } from './offerwalls/walls/callback-url.ts';
import { checkOfferwall } from './offerwalls/walls/check-offerwall.ts';
import { readWallsFile, type Wall } from './offerwalls/walls/wall.ts';
import { seedSite } from './seed/seed-site.ts';
import { openDatabase } from './start/open-database.ts';
import { createProgressBar } from './start/progress-bar.ts';

const quietly = { say: () => {}, onLostConnection: () => {}, signal: new AbortController().signal };

type Command = { usage: string; run: (config: Config, args: readonly string[]) => Promise<number> };

const commands: Record<string, Command> = {
	'check-books': { usage: 'check-books            prove that the books hold', run: proveBooks },
	'check-audit': {
		usage: 'check-audit [--since COUNT:HEAD]  prove that no entry of the audit was rewritten or taken away',
		run: proveAudit,
	},
	'check-offerwalls': {
		usage: 'check-offerwalls       list what is missing or weak in each wall',
		run: printOfferwallChecks,
	},
	'callback-url': { usage: 'callback-url <wallId>  print the address to paste at a partner', run: printCallbackUrl },
	'adjustment-limit': {
		usage: 'adjustment-limit <R$>  how much one admin may correct alone in 24 hours; beyond it a second one approves',
		run: setAdjustmentLimit,
	},
	seed: {
		usage: 'seed --users N --credits N --withdrawals N  fill a site with people who never were, to try it at a size',
		run: seed,
	},
};

async function run(name: string, args: readonly string[]): Promise<number> {
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
	if (!command) {
		const usages = Object.values(commands).map(({ usage }) => `  ${usage}`);
		console.error(['Commands:', ...usages].join('\n'));
		return 1;
	}
	try {
		return await command.run(loadConfig(process.env), args);
	} catch (error) {
		console.error(error instanceof StartProblem ? error.message : error);
		return 1;
	}
}

async function proveBooks(config: Config): Promise<number> {
	const problems = await withPool(config, 'app', (pool) => checkBooks(createDatabase(pool)));
	for (const { rule, detail } of problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
	if (problems.length === 0) console.log('The books hold.');
	return problems.length === 0 ? 0 : 1;
}

/** @param args what an earlier check has printed, to prove that the audit has only grown since. */
async function proveAudit(config: Config, args: readonly string[]): Promise<number> {
	const { values } = parseArgs({ args: [...args], options: { since: { type: 'string' } } });
	const [, count, head = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(values.since ?? '') ?? [];
	if (values.since !== undefined && count === undefined) {
		console.error('--since needs what an earlier check has printed: COUNT:HEAD.');
		return 2;
	}
	const since = count === undefined ? undefined : { count: Number(count), head };
	const audit = await withPool(config, 'app', (pool) => checkAudit(createDatabase(pool), since));
	for (const { rule, detail } of audit.problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
	if (audit.problems.length === 0) console.log('The audit holds.');
	console.log(`Sealed: ${audit.count}:${audit.head}\nNot sealed yet: ${audit.unsealed}`);
	return audit.problems.length === 0 ? 0 : 1;
}

/** Not a call: whoever takes an admin's session over must not be able to raise it. */
async function setAdjustmentLimit(config: Config, [text = '']: readonly string[]): Promise<number> {
	const limit = robuxFromWire(Number(text));
	if (text === '' || limit === undefined || limit < 0)
		throw new StartProblem('adjustment-limit needs an amount of R$.');
	await withPool(config, 'owner', (pool) =>
		changeApprovalLimit({ owner: createDatabase(pool), clock: systemClock }, limit),
	);
	console.log(`One admin may correct ${formatRobux(limit)} R$ alone in 24 hours.`);
	return 0;
}

async function seed(config: Config, args: readonly string[]): Promise<number> {
	if (config.isProduction) throw new StartProblem('seed makes people up: not in production.');
	const { values } = parseArgs({
		args: [...args],
		options: {
			users: { type: 'string', default: '1000' },
			credits: { type: 'string', default: '10000' },
			withdrawals: { type: 'string', default: '1000' },
			'among-real': { type: 'boolean', default: false },
		},
	});
	const size = {
		users: Number(values.users),
		credits: Number(values.credits),
		withdrawals: Number(values.withdrawals),
	};
	for (const [name, count] of Object.entries(size)) {
		if (!Number.isSafeInteger(count) || count < 0) throw new StartProblem(`--${name} needs a whole number.`);
	}
	const options = { amongReal: values['among-real'], tell: createProgressBar(process.stdout) };
	await withPool(config, 'owner', (pool) => seedSite(pool, size, options));
	return 0;
}

/** Works on the database that the product uses, also while it runs. */
async function withPool<Result>(
	config: Config,
	login: 'app' | 'owner',
	work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
	const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir);
	const opened = running ? undefined : await openDatabase({ ...quietly, config });
	const pool = createPool({
		url: (running ?? opened)?.[`${login}Url`] ?? '',
		role: login === 'app' ? opened?.role : undefined,
		poolSize: 1,
		applicationName: 'lootpass cli',
		onError: () => {},
		isRetrying: true,
	});
	try {
		return await work(pool);
	} finally {
		await pool.end();
		await opened?.close();
	}
}

async function printOfferwallChecks(config: Config): Promise<number> {
	const walls = wallsOf(config);
	for (const wall of walls) {
		const { strength, findings } = checkOfferwall(wall, walls);
		console.log(`${wall.id} (${wall.partner.name}), signature: ${strength}`);
		for (const finding of findings) console.log(`  - ${finding}`);
		if (findings.length === 0) console.log('  nothing is missing');
	}
	return 0;
}

function wallsOf({ offerwallsFile }: Config): Wall[] {
	if (!offerwallsFile) throw new StartProblem('OFFERWALLS_FILE is not set: there is no wall of a partner yet.');
	return readWallsFile(offerwallsFile);
}

async function printCallbackUrl(config: Config, [wallId]: readonly string[]): Promise<number> {
	const walls = wallsOf(config);
	const wall = walls.find(({ id }) => id === wallId);
	if (!wall)
		throw new StartProblem(`There is no wall ${wallId ?? ''}. There are: ${walls.map(({ id }) => id).join(', ')}`);
	console.log(callbackUrl(wall, config.publicUrl));
	return 0;
}

const [name = '', ...args] = process.argv.slice(2);
process.exitCode = await run(name, args);
