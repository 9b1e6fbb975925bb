import './lib/folders/leave-unreadable-folder.ts';
import type pg from 'pg';
import { formatRobux, robuxFromWire } from '../contract/money.ts';
import { staffRoles } from '../contract/permissions.ts';
import { changeApprovalLimit } from './accounts/allowance.ts';
import { type Config, loadConfig, provideSecrets } from './app/config.ts';
import { createDependencies, type Dependencies } from './app/dependencies.ts';
import { backupCommands } from './backup-commands.ts';
import { checkBooks } from './books/check-books.ts';
import { type Command, type Given, runCommand, WrongUse } from './command-line.ts';
import { runDoctor } from './doctor.ts';
import { checkAudit } from './lib/audit/check-audit.ts';
import { systemClock } from './lib/clock-and-log.ts';
import { createDatabase, type DbDeps, withPool as withOwnPool } from './lib/db/database.ts';
import { endWhenSilent } from './lib/db/end-when-silent.ts';
import { becomeOwner, refuseStranger } from './lib/folders.ts';
import { findServiceOr } from './lib/postgres/embedded-postgres.ts';
import { takeOver } from './lib/postgres/folder-lock.ts';
import { createSecretBox } from './lib/secrets/secret-box.ts';
import { StartProblem } from './lib/start-problem.ts';
import { moveCommands } from './move-commands.ts';
import {
	importOfferwallsHere,
	printCallbackUrl,
	printOfferwallChecks,
	queryVendorHere,
	rotateSecretsKeyHere,
} from './offerwall-commands.ts';
import { testAlert } from './operations/alerts/post.ts';
import { proofCommands } from './proof-commands.ts';
import { seedSite } from './seed/seed-site.ts';
import { siteCommands } from './site-commands.ts';
import {
	decideProposalHere,
	inviteStaffHere,
	printAliases,
	printProposals,
	removeStaffHere,
	siteModeHere,
} from './staff-commands.ts';
import { createProgressBar } from './start/free-ports.ts';
import { type OpenDatabase, openDatabase } from './start/open-database.ts';
import { createProcessLog } from './start/process-log.ts';
import { upgradeCommand } from './upgrade-command.ts';

const quietly = {
	print: () => {},
	onLostConnection: () => {},
	signal: new AbortController().signal,
	refusesLater: true,
};
const TAKE_OVER = '--take-over';

export const commands: Readonly<Record<string, Command>> = {
	...backupCommands(process.env),
	...proofCommands(process.env, withPool),
	...siteCommands(process.env),
	...moveCommands(process.env, withProduct),
	upgrade: upgradeCommand,
	'check-books': { does: 'check that the books balance', run: () => proveBooks(loadConfig(process.env)) },
	'check-audit': {
		listedWith: 'check-books',
		does: 'check that no audit entry was changed or removed',
		options: { since: { takes: 'COUNT:HEAD', does: 'output of an earlier check; the audit must continue from there' } },
		run: ({ options }) => proveAudit(options),
	},
	doctor: {
		does: 'check the health of the site; exits with 1 if anything is red',
		options: { json: { does: 'print JSON: {ok, findings: [{check, state, says, todo}]}' } },
		run: ({ options }) =>
			runDoctor(async (work) => withProduct(loadConfig(process.env), work), { json: options.json !== undefined }),
	},
	'check-offerwalls': {
		does: 'list missing and weak settings of each offerwall',
		run: () => withProduct(loadConfig(process.env), printOfferwallChecks),
	},
	'callback-url': {
		does: "print the callback URL to paste into the partner's dashboard",
		operands: ['WALL_ID'],
		run: ({ operands }) => withProduct(loadConfig(process.env), (deps) => printCallbackUrl(deps, operands)),
	},
	'import-offerwalls': {
		does: 'import changed offerwalls from a file, all or none, as each start does with OFFERWALLS_FILE',
		operands: ['FILE'],
		async run({ operands }) {
			const config = loadConfig(process.env);
			return withSite(config, async (site) => {
				const secretBox = createSecretBox((await provideSecrets(config)).secretsKey);
				return importOfferwallsHere({ ...site, secretBox }, operands);
			});
		},
	},
	'rotate-secrets-key': {
		does: 'encrypt the stored offerwall secrets with a new key; restart every node with it afterwards',
		run: () => withProduct(loadConfig(process.env), rotateSecretsKeyHere),
	},
	'ask-vendor': {
		does: 'look up orders at the vendor, for example after a restore; orders unknown here appear under Withdrawals',
		operands: ['FILE'],
		run: ({ operands }) => withProduct(loadConfig(process.env), (deps) => queryVendorHere(deps, operands)),
	},
	'adjustment-limit': {
		does: 'set how much one admin may adjust in 24 hours without approval',
		operands: ['R$'],
		run: ({ operands }) => setAdjustmentLimit(operands),
	},
	alias: {
		listedWith: 'invite-staff',
		does: "print a user's old ids, each with the site it comes from",
		options: { uid: { takes: 'U', does: 'their user id here' } },
		run: (given) => withSite(loadConfig(process.env), (site) => printAliases(site, given)),
	},
	proposals: {
		does: 'list proposals waiting for approval',
		run: () => withSite(loadConfig(process.env), printProposals),
	},
	'decide-proposal': {
		listedWith: 'proposals',
		does: 'approve or reject a proposal as the second admin',
		operands: ['ID'],
		options: {
			approve: { does: 'approve the proposal' },
			refuse: { does: 'reject the proposal' },
			reason: { takes: 'R', does: 'reason, stored in the audit' },
		},
		run: (given) => withProduct(loadConfig(process.env), (deps) => decideProposalHere(deps, given)),
	},
	'invite-staff': {
		does: 'print an invitation link for a new team member',
		options: {
			email: { takes: 'E', does: 'email address of their account' },
			role: { takes: 'R', does: staffRoles.join(', ') },
		},
		run(given) {
			const config = loadConfig(process.env);
			return withSite(config, (site) => inviteStaffHere(site, config, given));
		},
	},
	'remove-staff': {
		listedWith: 'invite-staff',
		does: "remove a team member and sign them out; the last owner can't be removed",
		options: { email: { takes: 'E', does: 'their email address' } },
		run: (given) => withSite(loadConfig(process.env), (site) => removeStaffHere(site, given)),
	},
	'site-mode': {
		listedWith: 'test-alert',
		does: 'show or set the mode: team (changes wait for a second person) or solo (for 24 hours)',
		operands: ['[MODE]'],
		run: (given) => withSite(loadConfig(process.env), (site) => siteModeHere(site, given)),
	},
	'test-alert': {
		listedWith: 'doctor',
		does: 'send a test alert to each channel of ALERT_URLS',
		run() {
			const config = loadConfig(process.env);
			if (config.alertChannels.length > 0) return tryChannels(config);
			return withProduct(config, (deps) => tryChannels(deps.config));
		},
	},
	seed: {
		does: 'fill a test site with generated users',
		options: {
			users: { takes: 'N', does: 'number of users', default: '1000' },
			credits: { takes: 'N', does: 'number of completed offers', default: '10000' },
			withdrawals: { takes: 'N', does: 'maximum number of withdrawals', default: '1000' },
			'among-real': { does: "allow a site with real accounts; generated data can't be removed again" },
		},
		run: ({ options }) => seed(options),
	},
};

async function proveBooks(config: Config): Promise<number> {
	const problems = await withPool(config, 'app', (pool) => checkBooks(createDatabase(pool)));
	for (const { rule, detail } of problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
	if (problems.length === 0) console.log('The books balance.');
	return problems.length === 0 ? 0 : 1;
}

async function tryChannels({ alertChannels: channels, brand }: Config): Promise<number> {
	if (channels.length === 0) {
		console.log("ALERT_URLS isn't set. Alerts are only sent by email.");
		return 1;
	}
	const { lines, isTaken } = await testAlert({ channels, brand, clock: systemClock });
	for (const line of lines) console.log(line);
	return isTaken ? 0 : 1;
}

async function proveAudit({ since: text }: Given['options']): Promise<number> {
	const [, count, head = ''] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text ?? '') ?? [];
	if (text !== undefined && count === undefined) {
		throw new WrongUse('--since must be the COUNT:HEAD that an earlier check printed.');
	}
	const since = count === undefined ? undefined : { count: Number(count), head };
	const audit = await withPool(loadConfig(process.env), 'app', (pool) => checkAudit(createDatabase(pool), since));
	for (const { rule, detail } of audit.problems) console.log(`BROKEN: ${rule}\n  ${detail}`);
	if (audit.problems.length === 0) console.log('The audit is intact.');
	console.log(`Sealed: ${audit.count}:${audit.head}\nNot sealed yet: ${audit.unsealed}`);
	return audit.problems.length === 0 ? 0 : 1;
}

async function setAdjustmentLimit([text = '']: readonly string[]): Promise<number> {
	const limit = /^\d+(\.\d{1,2})?$/.test(text) ? robuxFromWire(Number(text)) : undefined;
	if (limit === undefined) throw new WrongUse('R$ must be an amount such as 500.');
	await withPool(loadConfig(process.env), 'owner', (pool) =>
		changeApprovalLimit({ owner: createDatabase(pool), clock: systemClock }, limit),
	);
	console.log(`One admin may now adjust up to ${formatRobux(limit)} R$ in 24 hours without approval.`);
	return 0;
}

async function seed(options: Given['options']): Promise<number> {
	const size = {
		users: countIn(options, 'users'),
		credits: countIn(options, 'credits'),
		withdrawals: countIn(options, 'withdrawals'),
	};
	const config = loadConfig(process.env);
	if (config.isProduction) throw new StartProblem("seed generates fake users and can't run in production.");
	const progress = { amongReal: options['among-real'] !== undefined, onProgress: createProgressBar(process.stdout) };
	await withPool(config, 'owner', (pool) => seedSite(pool, size, progress), { isCreating: true });
	return 0;
}

function countIn(options: Given['options'], name: string): number {
	const text = options[name] ?? '';
	if (!/^\d{1,9}$/.test(text)) throw new WrongUse(`--${name} must be a whole number.`);
	return Number(text);
}

async function withPool<Result>(
	config: Config,
	login: 'app' | 'owner',
	work: (pool: pg.Pool) => Promise<Result>,
	options?: { isCreating: boolean },
): Promise<Result> {
	const database = await findDatabase(config, options);
	const role = login === 'app' ? database.role : undefined;
	return withOwnPool({ url: database[`${login}Url`], role, name: 'cli', poolSize: 1 }, work).finally(database.close);
}

type UsedDatabase = Pick<OpenDatabase, 'appUrl' | 'ownerUrl' | 'role' | 'close'>;

/** Uses the running service's database or opens one. @throws StartProblem if there is none, unless `isCreating`. */
async function findDatabase(config: Config, options?: { isCreating: boolean }): Promise<UsedDatabase> {
	const open = () => openDatabase({ ...quietly, config });
	const found = config.databaseUrl ? await open() : await findServiceOr(config.dataDir, open, options);
	endWhenSilent(found.appUrl);
	return { role: undefined, close: async () => {}, ...found };
}

function withSite(config: Config, work: (site: DbDeps) => Promise<number>): Promise<number> {
	return withPool(config, 'app', (pool) => work({ db: createDatabase(pool), clock: systemClock }));
}

async function withProduct(config: Config, work: (deps: Dependencies) => Promise<number>): Promise<number> {
	const database = await findDatabase(config);
	const log = createProcessLog({ logLevel: 'error' });
	const deps = await createDependencies({ config, secrets: await provideSecrets(config), database, log });
	try {
		return await work(deps);
	} finally {
		await deps.close();
		await database.close();
	}
}

/** @returns undefined for invalid settings, which the command reports itself. */
function configIn(env: NodeJS.ProcessEnv): Config | undefined {
	try {
		return loadConfig(env);
	} catch {
		return undefined;
	}
}

function siteInWords({ publicUrl, dataDir, databaseUrl }: Config): string {
	const url = databaseUrl === undefined ? null : URL.parse(databaseUrl);
	const own = url ? url.host + url.pathname : 'of DATABASE_URL';
	return `Site ${publicUrl}, database ${databaseUrl ? own : 'embedded'}, data folder ${dataDir}`;
}

if (import.meta.main) {
	const words = process.argv.slice(2);
	process.exitCode = await runCommand(
		commands,
		words.filter((word) => word !== TAKE_OVER),
		{
			out: console.log,
			error: console.error,
			async before({ keepsUser }) {
				const config = configIn(process.env);
				if (!config) return keepsUser ? undefined : refuseStranger(process.env.DATA_DIR ?? '');
				console.error(siteInWords(config));
				if (!keepsUser) await becomeOwner(config.dataDir);
				if (words.includes(TAKE_OVER)) await takeOver(config.dataDir);
			},
		},
	);
	// A frozen database keeps its connections open.
	setTimeout(() => process.exit(), 1_000).unref();
}
