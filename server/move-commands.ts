import { appendFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { z } from 'zod';
import { type Config, loadConfig } from './app/config.ts';
import type { Dependencies } from './app/dependencies.ts';
import { type Command, type Given, type Option, WrongUse } from './command-line.ts';
import { systemClock } from './lib/clock-and-log.ts';
import { reasonOf, StartProblem } from './lib/start-problem.ts';
import { mirrorFirebase } from './move-in/mirror-firebase.ts';
import { importSite, type MoveOptions, type MoveReport, planSite } from './move-in/move-site.ts';
import { openCsv, openFiles, readJsonFile } from './move-in/sources/read-files.ts';
import { openFirebase, serviceAccount } from './move-in/sources/read-firebase.ts';
import { mapping, type Source } from './move-in/sources/source.ts';
import { createProgressBar } from './start/free-ports.ts';

type Options = Given['options'];
type Open = (options: Options, config: Config) => Promise<Source> | Source;
type WithProduct = (config: Config, work: (deps: Dependencies) => Promise<number>) => Promise<number>;

const PROJECT = /^[a-z0-9][a-z0-9-]{0,59}$/;
const HOLD = /^(?:all|above:(\d{1,9}(?:\.\d{1,2})?))$/;
const FILES = ['accounts', 'documents', 'hash-config'];

const namesOption: Option = { takes: 'FILE', does: 'names of collections and fields, as JSON' };
const shared: Readonly<Record<string, Option>> = {
	project: { takes: 'ID', does: 'with files: name of the former site, part of references' },
	mapping: namesOption,
	hold: { takes: 'all|above:N', does: 'balances that stay on hold after --final' },
	plan: { does: 'report without changing anything; the default' },
	apply: { does: 'import; balances are on hold until --final' },
	final: { does: 'with --apply, after the former site stopped: book last differences and release balances' },
	report: { takes: 'FILE', does: 'file for the report, instead of standard output' },
};

export const moveCommands = (env: NodeJS.ProcessEnv, withProduct: WithProduct): Readonly<Record<string, Command>> => {
	const run =
		(open: Open) =>
		async ({ options }: Given) => {
			// Halves the memory of a large import.
			setFlagsFromString('--optimize-for-size');
			const chosen = await optionsIn(options);
			const config = loadConfig(env);
			const source = await open(options, config);
			// Fails before anything changes.
			if (options.report) await appendFile(resolve(options.report), '');
			if (options.apply === undefined) return print(await planSite(source, chosen, systemClock.now()), options);
			const isFinal = options.final !== undefined;
			return withProduct(config, async (deps) =>
				print(await importSite({ ...deps, db: deps.choresDb }, source, { ...chosen, isFinal }), options),
			);
		};
	return {
		'import-firebase': {
			does: 'import a site that runs on Firebase: accounts, balances and histories',
			options: {
				'service-account': { takes: 'FILE', does: "key of a service account, to read over Google's interfaces" },
				accounts: { takes: 'FILE', does: 'accounts, as written by firebase auth:export --format=json' },
				documents: { takes: 'DIR', does: 'folder with a file COLLECTION.ndjson for each collection' },
				'hash-config': { takes: 'FILE', does: 'password hash parameters, as JSON' },
				...shared,
				sandbox: { does: 'import the project that the running sandbox simulates' },
			},
			run: run(openProject),
		},
		'mirror-firebase': {
			listedWith: 'import-users',
			does: "keep the old project's user documents up to date after the final import",
			options: {
				'service-account': { takes: 'FILE', does: 'key of a service account that may write documents' },
				until: { takes: 'DATE', does: 'end, as 2027-06-30 or with a time' },
				mapping: namesOption,
			},
			run: ({ options }) => mirror(options, loadConfig(env), withProduct),
		},
		'import-users': {
			listedWith: 'import-firebase',
			does: 'import the users of any other site from a CSV file',
			options: { users: { takes: 'FILE.csv', does: 'has the header id,email,balance,username' }, ...shared },
			run: run((options) => openCsv({ users: fileIn(options, 'users'), project: projectIn(options) })),
		},
	};
};

async function openProject(options: Options, { sandbox, googleApisUrl }: Config): Promise<Source> {
	const isOfFiles = FILES.some((name) => options[name] !== undefined);
	const ways = [options['service-account'] !== undefined, options.sandbox !== undefined, isOfFiles];
	if (ways.filter(Boolean).length !== 1) {
		throw new WrongUse('Pass --service-account, or --accounts with --documents and --hash-config, or --sandbox.');
	}
	if (isOfFiles) {
		const [accounts = '', documents = '', hashConfig = ''] = FILES.map((name) => fileIn(options, name));
		return openFiles({ project: projectIn(options), accounts, documents, hashConfig });
	}
	if (options.sandbox === undefined) return openServiceAccount(options, googleApisUrl);
	if (!sandbox.enabled) throw new StartProblem('This site has no sandbox.');
	const answer = await fetch(`${sandbox.url}/firebase/service-account.json`).catch((cause) => {
		throw new StartProblem(`Couldn't reach the sandbox: ${reasonOf(cause)}. Start the product first.`, { cause });
	});
	return openFirebase(serviceAccount.parse(await answer.json()), { origin: sandbox.url, nowMs: systemClock.now() });
}

async function openServiceAccount(options: Options, origin: string | undefined) {
	const key = await readJsonFile(fileIn(options, 'service-account'), serviceAccount);
	return openFirebase(key, { origin, nowMs: systemClock.now() });
}

async function mirror(options: Options, config: Config, withProduct: WithProduct): Promise<number> {
	const untilMs = Date.parse(options.until ?? '');
	if (!(untilMs > systemClock.now())) throw new WrongUse('--until must be a future date such as 2027-06-30.');
	const { mapping } = await optionsIn(options);
	const target = await openServiceAccount(options, config.googleApisUrl);
	const onRound = (text: string) => console.error(new Date().toISOString(), text);
	await withProduct(config, (deps) => mirrorFirebase(deps, target, { mapping, untilMs, onRound }).then(() => 0));
	return 0;
}

async function optionsIn({ apply, plan, final, hold, mapping: file }: Options): Promise<MoveOptions> {
	if (apply !== undefined && plan !== undefined) throw new WrongUse('Pass either --plan or --apply.');
	if (final !== undefined && apply === undefined) throw new WrongUse('--final needs --apply.');
	const [held, above = '0'] = HOLD.exec(hold ?? '') ?? [];
	if (hold !== undefined && !held) throw new WrongUse('--hold must be all, or above:N with R$ such as above:500.');
	const given = file === undefined ? {} : await readJsonFile(resolve(file), z.unknown());
	const names = mapping.safeParse(given);
	if (!names.success) throw new WrongUse(`--mapping: ${names.error.issues[0]?.path.join('.')} is invalid.`);
	return {
		mapping: names.data,
		hold: held ? { above: Math.round(Number(above) * 100) } : undefined,
		onProgress: createProgressBar(process.stderr),
	};
}

function fileIn(options: Options, name: string): string {
	const file = options[name];
	if (!file) throw new WrongUse(`Missing --${name}.`);
	return resolve(file);
}

function projectIn({ project = '' }: Options): string {
	if (!PROJECT.test(project)) throw new WrongUse('Missing --project ID: small letters, digits and dashes.');
	return project;
}

async function print(report: MoveReport, { report: file }: Options): Promise<number> {
	const text = JSON.stringify(report, null, '\t');
	if (file === undefined) console.log(text);
	else await writeFile(resolve(file), `${text}\n`);
	return 0;
}
