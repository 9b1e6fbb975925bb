import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
	cellsOf,
	createDatabase,
	type Database,
	inTransaction,
	rowOf,
	withPool,
} from '../../../server/lib/db/database.ts';
import {
	EMBEDDED_APP_LOGIN,
	EMBEDDED_DATABASE,
	EMBEDDED_OWNER_ROLE,
} from '../../../server/lib/postgres/embedded-postgres.ts';
import { checkLog } from '../../../server/public-proof/log/check-log.ts';
import { sealTransfers } from '../../../server/public-proof/log/seal-transfers.ts';
import { selectLogState } from '../../../server/public-proof/log/store-log.ts';
import { createRandom, type Random } from '../../../test/partners/random.ts';
import { type CitusNode, startCitus } from '../../../test/sites/citus-cluster.ts';
import type { LinkedPostgres } from '../../../test/sites/real-server.ts';
import { sendSignal } from '../../../test/sites/run-folder/clear-folder.ts';
import { type MovedTable, migrateAndSpread, moveShardOf } from '../../../test/sites/test-cluster.ts';
import { execute } from '../../../test/support/execute.ts';
import { until } from '../../until.ts';
import type { Found, Print, TrialOptions } from '../trial.ts';
import {
	compare,
	DOWN_MS_MAX,
	killOften,
	type Load,
	OPERATIONS_BETWEEN,
	signUpAll,
	startLoad,
	totalsOf,
	untilMore,
	watchUsers,
} from '../world/load.ts';
import { openDatabase, openWorld, type Victim, type World } from '../world/world.ts';

type SpreadVictim = Victim | 'worker' | 'worker-session';
const victims: readonly SpreadVictim[] = ['server', 'session', 'postmaster', 'worker-session', 'worker'];

type Stage = {
	cluster: SpreadCluster;
	world: World;
	random: Random;
	load: Load;
	uids: readonly string[];
	moves: { movedBetween: number; movedDuringKills: number; failed: number };
	print: Print;
};

const WATCHED = 2;
const MOVED_SHARE = 0.4;

/** @throws Error without Citus. */
export async function proveSpread({ count, seed }: TrialOptions, print: Print): Promise<Found> {
	await using opened = new AsyncDisposableStack();
	const random = createRandom(seed);
	const cluster = await startSpreadCluster(opened);
	const world = opened.use(await openWorld(random, { postgres: cluster }));
	const users = await signUpAll(world);
	const uids = users.map(({ uid }) => uid);
	const watched = await watchUsers(world, users.slice(0, WATCHED), random);
	const numbers = watchNumbers(world.db, uids);
	const load = await startLoad(world, random, users);
	const moves = { movedBetween: 0, movedDuringKills: 0, failed: 0 };
	const stage = { cluster, world, random, load, uids, moves, print };
	const kills = await killOften({
		...{ load, random, print },
		victims: Array.from({ length: count }, () => random.pick(victims)),
		before: () => moveBetween(stage),
		kill: (victim, nth) => killAndMove(stage, victim, nth),
	});
	await load.end();
	const findings = await cluster.untilNothingPrepared();
	findings.push(...(await compare(world, load.acknowledged)), ...(await watched.end(load.acknowledged)));
	findings.push(...(await numbers.end()));
	return { kills, ...moves, ...totalsOf(load), findings };
}

async function moveBetween(stage: Stage): Promise<void> {
	const { random, load, moves, print } = stage;
	if (!random.chance(MOVED_SHARE)) return;
	await untilMore(load, OPERATIONS_BETWEEN);
	const [before, startedAt] = [load.count(), performance.now()];
	if (!(await isMoved(stage))) return;
	moves.movedBetween += 1;
	const tookMs = Math.round(performance.now() - startedAt);
	print(`a shard moved in ${tookMs} ms, ${load.count() - before} operations meanwhile`);
}

function isMoved({ cluster, random, uids, moves, print }: Stage): Promise<boolean> {
	return cluster.moveShardOf(random.pick(uids), random.pick(['wallets', 'wallets', 'wall_transactions'])).then(
		() => true,
		(error) => {
			moves.failed += 1;
			print(`a move failed: ${error.message}`);
			return false;
		},
	);
}

async function killAndMove(stage: Stage, victim: SpreadVictim, nth: number): Promise<void> {
	const { cluster, world, random, moves } = stage;
	const downMs = random.below(DOWN_MS_MAX);
	const moving = random.chance(MOVED_SHARE) ? isMoved(stage) : undefined;
	if (moving) await (random.chance(0.5) ? moving : sleep(random.below(DOWN_MS_MAX)));
	const worker = nth % cluster.workers.length;
	if (victim === 'worker-session') await cluster.killSession(worker);
	else if (victim === 'worker') {
		await cluster.workers[worker]?.kill();
		await sleep(downMs);
		await cluster.workers[worker]?.start();
	} else await world.kill(victim, downMs);
	if (await moving) moves.movedDuringKills += 1;
}

/** Start of a worker's own sequence; all numbers must come from the coordinator. */
const OF_A_WORKER = 2 ** 48;
const PAUSE_MS = 50;
const SEALED_MS_MAX = 60_000;

type Numbers = { last: number; count: number };

function watchNumbers(owner: Database, uids: readonly string[]) {
	const findings: string[] = [];
	const known = new Map<string, Numbers>(uids.map((uid) => [uid, { last: 0, count: 0 }]));
	let isOver = false;

	async function look(uid: string, { last, count }: Numbers): Promise<void> {
		const now = await rowOf<Numbers & { below: number }>(owner)`
			select coalesce(max(id), 0)::bigint as last, count(*)::int as count, count(*) filter (where id <= ${last})::int as below
			from transfers where uid = ${uid}`;
		if (!now) return;
		if (now.below > count) findings.push(`${uid}: ${now.below - count} transfers came below number ${last}`);
		known.set(uid, now);
	}

	async function run(): Promise<void> {
		while (!isOver) {
			// Continue without the numbers, because a machine may be down.
			for (const [uid, before] of known) await look(uid, before).catch(() => {});
			await sealTransfers({ owner }).catch(() => {});
			await sleep(PAUSE_MS);
		}
	}

	const ended = run();
	return {
		async end(): Promise<string[]> {
			isOver = true;
			await ended;
			return [...findings, ...(await compareWithLog(owner))];
		},
	};
}

async function compareWithLog(owner: Database): Promise<string[]> {
	const { count, highest } = (await rowOf<{ count: number; highest: number }>(owner)`
		select count(*)::int as count, max(id) as highest from transfers`) ?? { count: 0, highest: 0 };
	const findings = highest >= OF_A_WORKER ? [`a worker gave the number ${highest}`] : [];
	const isSealed = async () => {
		await sealTransfers({ owner });
		return (await selectLogState(owner)).count >= count;
	};
	await until(isSealed, SEALED_MS_MAX);
	const { count: logged } = await selectLogState(owner);
	if (logged !== count) findings.push(`the log has ${logged} of ${count} transfers`);
	const { problems } = await checkLog(owner);
	return [...findings, ...problems.map((problem) => `log: ${JSON.stringify(problem)}`)];
}

type SpreadCluster = LinkedPostgres & {
	readonly workers: readonly CitusNode[];
	killSession(worker: number): Promise<void>;
	/** Follows docs/operations.md. @throws Error if a machine is down or dies meanwhile. */
	moveShardOf(uid: string, table: MovedTable): Promise<void>;
	/** @returns a finding for each prepared transaction that stays. */
	untilNothingPrepared(): Promise<string[]>;
};

const WORKERS = 2;
const RECOVERY_MS_MAX = 150_000;
const RECOVERY_OFF = ['alter system set citus.recover_2pc_interval = -1', 'select pg_reload_conf()'];
const RECOVERY_ON = ['alter system reset citus.recover_2pc_interval', 'select pg_reload_conf()'];
const ABANDONED_AFTER_MS = 3_000;

async function startSpreadCluster(opened: AsyncDisposableStack): Promise<SpreadCluster> {
	const cluster = opened.adopt(await startCitus({ workers: WORKERS, durable: true }), (each) => each.stop());
	await migrateAndSpread(cluster.ownerUrl);
	const [coordinator, ...workers] = cluster.nodes as [CitusNode, ...CitusNode[]];
	const machines = cluster.nodes.map((_, node) => openDatabase(opened, cluster.urlOf('postgres', node)));
	const everywhere = async (...statements: string[]) => {
		await Promise.all(cluster.nodes.map((_, node) => execute(cluster.urlOf('postgres', node), ...statements)));
	};
	const linked = (role: string) =>
		`postgres://${role}@/${EMBEDDED_DATABASE}?host=${encodeURIComponent(dirname(coordinator.socketPath))}&port=${coordinator.port}`;
	return {
		appUrl: linked(EMBEDDED_APP_LOGIN),
		ownerUrl: linked(EMBEDDED_OWNER_ROLE),
		...coordinator,
		workers,
		async killSession(worker) {
			const session = await rowOf<{ pid: number }>(machines[worker + 1] as Database)`
				select pid from pg_stat_activity
				where datname = ${EMBEDDED_DATABASE} and backend_type = 'client backend' and pid <> pg_backend_pid()
				order by random() limit 1`;
			if (session) sendSignal(session.pid, 'SIGKILL');
		},
		async moveShardOf(uid, table) {
			await everywhere(...RECOVERY_OFF);
			try {
				await everywhere('select recover_prepared_transactions()');
				// An older connection may depend on a machine that died since.
				await withPool({ url: cluster.urlOf('postgres'), name: 'proof', poolSize: 1 }, (pool) =>
					inTransaction(createDatabase(pool), async (tx) => {
						await moveShardOf(tx, uid, table);
						const left = await listAbandoned(machines);
						if (left.length > 0) throw new Error(`the copy lacks ${left.join(', ')}`);
					}),
				);
			} finally {
				await everywhere(...RECOVERY_ON);
			}
		},
		async untilNothingPrepared() {
			await everywhere(...RECOVERY_ON);
			await until(async () => (await listPrepared(machines)).length === 0, RECOVERY_MS_MAX, 1_000);
			return (await listPrepared(machines)).map((gid) => `${gid} stays prepared`);
		},
	};
}

/** Lists prepared transactions that no session ends soon. The copy of a moved shard would lack their writes. */
async function listAbandoned(machines: readonly Database[]): Promise<string[]> {
	const deadline = performance.now() + ABANDONED_AFTER_MS;
	let left = await listPrepared(machines);
	while (left.length > 0 && performance.now() < deadline) {
		await sleep(100);
		const now = new Set(await listPrepared(machines));
		left = left.filter((gid) => now.has(gid));
	}
	return left;
}

async function listPrepared(machines: readonly Database[]): Promise<string[]> {
	const found = await Promise.all(
		machines.map((machine) => cellsOf<string>(machine)`select gid from pg_prepared_xacts`),
	);
	return found.flat();
}
