import { randomInt } from 'node:crypto';
import { findChromium } from '../../scripts/find-chromium.mjs';
import { CITUS_IS_MISSING, findCitus } from '../../test/sites/citus-cluster.ts';
import { openRunFolder } from '../../test/sites/run-folder/open-run-folder.ts';
import { endWith, readArguments } from '../read-arguments.ts';
import { runEach, runNode } from '../run-node.ts';
import { proveBackups, proveRestores } from './backups/prove-backups.ts';
import { proveCrashes } from './crashes/prove-crashes.ts';
import { clusterIsMissing } from './failover/cluster.ts';
import { proveFailover } from './failover/prove-failover.ts';
import { firefoxIsMissing, proveFirefox } from './firefox/prove-firefox.ts';
import { playHistories } from './histories/play-histories.ts';
import { installIsMissing, proveInstall } from './install/prove-install.ts';
import { proveMutations } from './mutations/prove-mutations.ts';
import { proveFullDisk, proveOverload } from './overload/prove-overload.ts';
import { proveSignInFlood } from './overload/prove-sign-in-flood.ts';
import { proveSpread } from './spread/prove-spread.ts';
import type { Found, Print, TrialOptions } from './trial.ts';

type Trial = {
	run(options: TrialOptions, print: Print): Promise<Found>;
	countMax?: number;
	/** Returns what this machine lacks; the trial is skipped then. */
	missing?(): Promise<string | undefined>;
	night?: string[];
};

const RESTORES_MAX = 20;

const trials: Record<string, Trial> = {
	mutations: { run: proveMutations },
	histories: { run: playHistories, night: ['--count', '10000'] },
	crashes: { run: proveCrashes, countMax: 25, night: ['--count', '350'] },
	backups: {
		async run(options, print) {
			const { findings, ...figures } = await proveBackups(options, print);
			const restores = Math.min(options.count, RESTORES_MAX);
			findings.push(...(await proveRestores({ ...options, count: restores }, print)));
			return { ...figures, restores, findings };
		},
		night: ['--count', '200'],
	},
	failover: { run: proveFailover, countMax: 15, missing: clusterIsMissing, night: ['--count', '60'] },
	spread: {
		async run(options, print) {
			const { findings, ...figures } = await proveSpread(options, print);
			const histories = await playHistories(options, print, true);
			return { ...figures, ...histories, findings: [...findings, ...histories.findings] };
		},
		countMax: 20,
		missing: async () => ((await findCitus()) ? undefined : CITUS_IS_MISSING),
		night: ['--count', '80'],
	},
	'first-day': {
		async run() {
			const isPaid = await runNode(['node_modules/.bin/playwright', 'test'], { JOURNEYS: 'first-day' });
			return { findings: isPaid ? [] : ['the journey from an empty site to a paid withdrawal failed'] };
		},
		missing: async () => ((await findChromium()) ? undefined : 'left out: this trial needs Chromium.'),
	},
	firefox: { run: proveFirefox, missing: firefoxIsMissing },
	install: { run: proveInstall, missing: installIsMissing },
	overload: {
		async run(options, print) {
			const { findings, ...figures } = await proveOverload(options, print);
			const disk = await proveFullDisk(options, print);
			if (!disk) print('the full disk is left out: this process may not mount a file system');
			const { rows, findings: late } = await proveSignInFlood(options, print);
			return {
				...figures,
				fullDisk: disk?.phases,
				signIns: rows,
				findings: [...findings, ...(disk?.findings ?? []), ...late],
			};
		},
	},
};

const names = ['all', ...Object.keys(trials)];
const usage = `usage: npm run prove -- ${names.join('|')} [--count N] [--seed N] [--minutes N]`;
const { values, positionals } = readArguments(
	{
		allowPositionals: true,
		options: {
			count: { type: 'string', default: '1000' },
			seed: { type: 'string' },
			minutes: { type: 'string', default: '5' },
		},
	},
	usage,
);
const [name = ''] = positionals;
const count = Number(values.count);
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? randomInt(2 ** 31));
if (!names.includes(name) || !(count >= 1) || !(minutes > 0) || !Number.isSafeInteger(seed)) endWith(usage);

const { folder, clear } = await openRunFolder();
process.env.TMPDIR = folder;
try {
	const trial = trials[name];
	const nights = Object.entries(trials).map(([each, { night = [] }]) => [each, ...night, '--seed', String(seed)]);
	process.exitCode = (trial ? await prove(trial) : await runEach('prove', nights)) ? 0 : 1;
} finally {
	await clear();
}

async function prove({ run, countMax = count, missing }: Trial): Promise<boolean> {
	const lacks = await missing?.();
	if (lacks) {
		console.log(lacks);
		return true;
	}
	for (let done = 0; done < count; done += countMax) {
		const options = { count: Math.min(countMax, count - done), seed: seed + done, minutes };
		console.log(`${name}: seed ${options.seed}`);
		const { findings, ...figures } = await run(options, console.log);
		console.log(JSON.stringify(figures));
		for (const finding of findings) console.error(`seed ${options.seed}: ${finding}`);
		if (findings.length > 0) return false;
	}
	return true;
}
