import type pg from 'pg';
import { formatRobux, robuxFromWire } from '../contract/money.ts';
import { staffRoles } from '../contract/permissions.ts';
import { changeApprovalLimit } from './accounts/allowance.ts';
import { type Config, loadConfig } from './app/config.ts';
import { createDependencies, type Dependencies } from './app/dependencies.ts';
import { provideSecrets } from './app/secrets.ts';
import { backupCommands } from './backup-commands.ts';
import { checkBooks } from './books/check-books.ts';
import { type Command, type Given, runCommand, WrongUse } from './command-line.ts';
import { runDoctor } from './doctor.ts';
import { checkAudit } from './lib/audit/check-audit.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { createDatabase, createPool, type Database } from './lib/db/database.ts';
import { findRunningPostgres } from './lib/postgres/embedded-postgres.ts';
import { createSecretBox } from './lib/secret-box.ts';
import { StartProblem } from './lib/start-problem.ts';
import {
	importOfferwallsHere,
	printCallbackUrl,
	printOfferwallChecks,
	rotateSecretsKeyHere,
} from './offerwall-commands.ts';
import { testAlert } from './operations/alerts/test-alert.ts';
import { askVendorHere } from './payout-commands.ts';
import { proofCommands } from './proof-commands.ts';
import { seedSite } from './seed/seed-site.ts';
import { siteCommands } from './site-commands.ts';
import { decideProposalHere, inviteStaffHere, printProposals, removeStaffHere } from './staff-commands.ts';
import { openDatabase } from './start/open-database.ts';
import { createProcessLog } from './start/process-log.ts';
import { createProgressBar } from './start/progress-bar.ts';

const quietly = { say: () => {}, onLostConnection: () => {}, signal: new AbortController().signal };

export const commands: Readonly<Record<string, Command>> = {
	...backupCommands(process.env),
	...proofCommands(process.env, withPool),
	...siteCommands(process.env),
	'check-books': { does: 'prove that the books hold', run: () => proveBooks(loadConfig(process.env)) },
	'check-audit': {
		listedWith: 'check-books',
		does: 'prove that no entry of the audit was rewritten or taken away',
		options: {
			since: { takes: 'COUNT:HEAD', does: 'what an earlier check has printed: the audit must have grown from there' },
		},
		run: ({ options }) => proveAudit(options),
	},
	doctor: {
		does: 'look at everything that an operator should know of; 1 if anything is red',
		options: { json: { does: 'for machines: {ok, findings: [{check, state, says, todo}]}' } },
		run: ({ options }) =>
			runDoctor(async (work) => withProduct(loadConfig(process.env), work), { json: options.json !== undefined }),
	},
	'check-offerwalls': {
		does: 'list what is missing or weak in each wall',
		run: () => withProduct(loadConfig(process.env), printOfferwallChecks),
	},
	'callback-url': {
		does: 'print the address to paste at a partner',
		operands: ['WALL_ID'],
		run: ({ operands }) => withProduct(loadConfig(process.env), (deps) => printCallbackUrl(deps, operands)),
	},
	'import-offerwalls': {
		does: 'import a file of walls, as each start imports OFFERWALLS_FILE; all changed entries or none',
		operands: ['FILE'],
		async run({ operands }) {
			const config = loadConfig(process.env);
			const { secretsKey } = await provideSecrets(config);
			const secretBox = createSecretBox(secretsKey);
			return withSite(config, (site) => importOfferwallsHere({ ...site, secretBox }, operands));
		},
	},
	'rotate-secrets-key': {
		does: 'seal the secrets of walls in the database with a new key; restart every node with it afterwards',
		run: () => withProduct(loadConfig(process.env), rotateSecretsKeyHere),
	},
	'ask-vendor': {
		does: 'ask the vendor about orders of a list, as after a restore; what only it has becomes an item of Withdrawals',
		operands: ['FILE'],
		run: ({ operands }) => withProduct(loadConfig(process.env), (deps) => askVendorHere(deps, operands)),
	},
	'adjustment-limit': {
		does: 'how much one admin may correct alone in 24 hours; beyond it a second one approves',
		operands: ['R$'],
		run: ({ operands }) => setAdjustmentLimit(operands),
	},
	proposals: {
		does: 'list what waits for a second person',
		run: () => withSite(loadConfig(process.env), printProposals),
	},
	'decide-proposal': {
		listedWith: 'proposals',
		does: 'be the second person: approve or refuse what waits',
		operands: ['ID'],
		options: {
			approve: { does: 'do it' },
			refuse: { does: 'do not do it, ever' },
			reason: { takes: 'R', does: 'kept in the audit' },
		},
		run: (given) => withProduct(loadConfig(process.env), (deps) => decideProposalHere(deps, given)),
	},
	'invite-staff': {
		does: 'print a link by which somebody joins the staff',
		options: {
			email: { takes: 'E', does: 'the address that they are signed in with' },
			role: { takes: 'R', does: staffRoles.join(', ') },
		},
		run(given) {
			const config = loadConfig(process.env);
			return withSite(config, (site) => inviteStaffHere(site, config, given));
		},
	},
	'remove-staff': {
		listedWith: 'invite-staff',
		does: 'take somebody off the staff and sign them out; the last owner stays',
		options: { email: { takes: 'E', does: 'their address' } },
		run: (given) => withSite(loadConfig(process.env), (site) => removeStaffHere(site, given)),
	},
	'test-alert': { does: 'send a test to each channel of ALERT_URLS', run: () => tryChannels(loadConfig(process.env)) },
	seed: {
		does: 'fill a site with people who never were, to try it at a size',
		options: {
			users: { takes: 'N', does: 'how many people', default: '1000' },
			credits: { takes: 'N', does: 'how many offers they completed', default: '10000' },
			withdrawals: { takes: 'N', does: 'how many withdrawals at most', default: '1000' },
			'among-real': { does: 'also where real people have accounts: it cannot be taken out again' },
		},
		run: ({ options }) => seed(options),
	},
};

async function proveBooks(config: Config): Promise<number> {
	const problems = await withPool(config, 'app', (pool) => checkBooks(createDatabase(pool)));
	for (const { rule, detail } of problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
	if (problems.length === 0) console.log('The books hold.');
	return problems.length === 0 ? 0 : 1;
}

async function tryChannels({ alertChannels: channels, words }: Config): Promise<number> {
	if (channels.length === 0) {
		console.log('ALERT_URLS is not set: alerts go by mail alone.');
		return 1;
	}
	const brand = words.brandFirst + words.brandSecond;
	const { lines, isTaken } = await testAlert({ channels, brand, clock: systemClock });
	for (const line of lines) console.log(line);
	return isTaken ? 0 : 1;
}

async function proveAudit({ since: text }: Given['options']): Promise<number> {
	const [, count, head = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text ?? '') ?? [];
	if (text !== undefined && count === undefined) {
		throw new WrongUse('--since has to be what an earlier check has printed: COUNT:HEAD.');
	}
	const since = count === undefined ? undefined : { count: Number(count), head };
	const audit = await withPool(loadConfig(process.env), 'app', (pool) => checkAudit(createDatabase(pool), since));
	for (const { rule, detail } of audit.problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
	if (audit.problems.length === 0) console.log('The audit holds.');
	console.log(`Sealed: ${audit.count}:${audit.head}\nNot sealed yet: ${audit.unsealed}`);
	return audit.problems.length === 0 ? 0 : 1;
}

/** Not a call: whoever takes an admin's session over must not be able to raise it. */
async function setAdjustmentLimit([text = '']: readonly string[]): Promise<number> {
	const limit = /^\d+(\.\d{1,2})?$/.test(text) ? robuxFromWire(Number(text)) : undefined;
	if (limit === undefined) throw new WrongUse('R$ has to be an amount, such as 500.');
	await withPool(loadConfig(process.env), 'owner', (pool) =>
		changeApprovalLimit({ owner: createDatabase(pool), clock: systemClock }, limit),
	);
	console.log(`One admin may correct ${formatRobux(limit)} R$ alone in 24 hours.`);
	return 0;
}

async function seed(options: Given['options']): Promise<number> {
	const size = {
		users: countIn(options, 'users'),
		credits: countIn(options, 'credits'),
		withdrawals: countIn(options, 'withdrawals'),
	};
	const config = loadConfig(process.env);
	if (config.isProduction) throw new StartProblem('seed makes people up: not in production.');
	const told = { amongReal: options['among-real'] !== undefined, tell: createProgressBar(process.stdout) };
	await withPool(config, 'owner', (pool) => seedSite(pool, size, told));
	return 0;
}

function countIn(options: Given['options'], name: string): number {
	const text = options[name] ?? '';
	if (!/^\d{1,9}$/.test(text)) throw new WrongUse(`--${name} needs a whole number.`);
	return Number(text);
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

function withSite(config: Config, work: (site: { db: Database; clock: Clock }) => Promise<number>): Promise<number> {
	return withPool(config, 'app', (pool) => work({ db: createDatabase(pool), clock: systemClock }));
}

/** All that the product can do, beside one that runs. */
async function withProduct(config: Config, work: (deps: Dependencies) => Promise<number>): Promise<number> {
	const running = config.databaseUrl ? undefined : await findRunningPostgres(config.dataDir);
	const opened = running ? undefined : await openDatabase({ ...quietly, config });
	const database = { appUrl: (running ?? opened)?.appUrl ?? '', role: opened?.role };
	const log = createProcessLog({ logLevel: 'error' });
	const deps = await createDependencies({ config, secrets: await provideSecrets(config), database, log });
	try {
		return await work(deps);
	} finally {
		await deps.close();
		await opened?.close();
	}
}

if (import.meta.main) {
	process.exitCode = await runCommand(commands, process.argv.slice(2), { out: console.log, error: console.error });
}
