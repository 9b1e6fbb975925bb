import { setInterval } from 'node:timers/promises';
import { checkBooks } from '../books/check-books.ts';
import type { BookProblem } from '../ledger/check-ledger.ts';
import { createDatabase, type Database, inTransaction, withPool } from '../lib/db/database.ts';
import { APP_ROLE, prepareSchema } from '../lib/db/prepare-schema.ts';
import { StartProblem } from '../lib/start-problem.ts';
import { coordinatorTables, type Place, spreadTables } from './places.ts';
import * as store from './store-spread.ts';

const CITUS_MIN = 13;
const LOOK_MS = 1_000;

export type SpreadOptions = {
	ownerUrl: string;
	appLogin: string | undefined;
	onProgress(what: string, done: number, of: number): void;
};

/** `rows` is only an estimate. */
export type Step = { table: string; place: Place; rows: number };

/** @throws StartProblem that names the machine and what to do. */
export async function planSpread(owner: Database, appLogin: string | undefined): Promise<Step[]> {
	await requireCitus(owner, appLogin);
	const rows = await store.countRows(owner);
	const now = new Map((await store.selectPlaces(owner)).map((place) => [place.table, place]));
	const all: [string, Place][] = [
		...Object.entries(spreadTables),
		...coordinatorTables.map((table): [string, Place] => [table, { with: 'coordinator' }]),
	];
	return all.flatMap(([table, place]) =>
		(now.get(table)?.kind ?? 'none') === 'none' ? [{ table, place, rows: rows[table] ?? 0 }] : [],
	);
}

/** Requires that all nodes are stopped. Can be run again after an interruption. */
export async function spreadSite({
	ownerUrl,
	appLogin,
	onProgress,
}: SpreadOptions): Promise<{ done: Step[]; problems: BookProblem[] }> {
	const done = await withPool({ url: ownerUrl, name: 'spread', poolSize: 1 }, async (pool) => {
		const owner = createDatabase(pool);
		if ((await planSpread(owner, appLogin)).length === 0) return [];
		await store.waitForTurn(owner);
		if ((await store.countOthers(owner)) > 0) {
			throw new StartProblem('The product is running on this database. Stop every node first.');
		}
		await prepareSchema(pool, { appLogin });
		const steps = await planSpread(owner, appLogin);
		if (steps.some(({ table }) => table === 'wallets')) await requireBooks(owner);
		await moveAll(owner, ownerUrl, steps, onProgress);
		return steps;
	});
	// Opens new connections, because the old ones treat the database as not spread.
	return withPool({ url: ownerUrl, name: 'spread' }, async (pool) => {
		await prepareSchema(pool, { appLogin });
		const owner = createDatabase(pool);
		await requireTogether(owner);
		for (const table of await store.selectLeftBehind(owner, Object.keys(spreadTables))) {
			await store.dropLeftBehind(owner, table);
		}
		return { done, problems: await checkBooks(owner) };
	});
}

export async function requireWhole(owner: Database): Promise<void> {
	if ((await store.selectCitusVersion(owner)) === undefined) return;
	const places = await store.selectPlaces(owner);
	const isSpread = ({ kind }: store.TablePlace) => kind !== 'none';
	const belongs = new Set([...Object.keys(spreadTables), ...coordinatorTables]);
	const missing = places.filter((place) => belongs.has(place.table) && !isSpread(place));
	if (missing.length === 0 || !places.some(isSpread)) return;
	throw new StartProblem(
		`Some tables aren't distributed yet (${missing.map(({ table }) => table).join(', ')}). Stop every node and run "npm run -s cli -- spread".`,
	);
}

async function requireBooks(owner: Database): Promise<void> {
	const [problem] = await checkBooks(owner);
	if (problem) {
		throw new StartProblem(`The books don't balance: ${problem.rule}. Nothing was moved. Run check-books for details.`);
	}
}

async function moveAll(
	owner: Database,
	ownerUrl: string,
	steps: readonly Step[],
	onProgress: SpreadOptions['onProgress'],
) {
	const all = steps.reduce((sum, { rows }) => sum + rows, 0);
	let moved = 0;
	for (const { table, place, rows } of steps) {
		const stop = rows > 0 ? watchRows(ownerUrl, rows, (count) => onProgress('rows', moved + count, all)) : undefined;
		await take(owner, table, place).finally(stop);
		moved += rows;
		if (rows > 0) onProgress('rows', moved, all);
	}
}

function watchRows(url: string, rows: number, onProgress: (count: number) => void): () => Promise<void> {
	const stopped = new AbortController();
	const watching = withPool({ url, name: 'spread, its progress' }, async (pool) => {
		const db = createDatabase(pool);
		let most = 0;
		for await (const _ of setInterval(LOOK_MS, undefined, { signal: stopped.signal })) {
			most = Math.min(Math.max(most, await store.countMoved(db)), rows - 1);
			onProgress(most);
		}
	}).catch(() => {});
	return async () => {
		stopped.abort();
		await watching;
	};
}

async function take(owner: Database, table: string, place: Place): Promise<void> {
	if (place.with === 'coordinator') {
		// Citus may have moved the table along with another, because of a foreign key.
		const now = (await store.selectPlaces(owner)).find((one) => one.table === table);
		if (now?.kind === 'none') await inTransaction(owner, (tx) => store.keepOnCoordinator(tx, table));
		return;
	}
	if (table === 'wallets') await store.dropTriggersOfOlderVersions(owner);
	if (table === 'callbacks') await store.fillCallbackParts(owner);
	const sums = store.partSums[table];
	if (sums) await inTransaction(owner, sums);
	const before = await store.countExactly(owner, table);
	if (place.with === 'user' && place.key) await store.rekey(owner, table, place.key);
	const colocated = place.with === 'user' && table !== 'wallets' ? 'wallets' : 'none';
	await store.distribute(owner, { table, by: place.by, colocated });
	const after = await store.countExactly(owner, table);
	if (after !== before)
		throw new Error(`${table} has ${after} rows instead of ${before}. Restore the site from its backup.`);
}

async function requireCitus(owner: Database, appLogin: string | undefined): Promise<void> {
	const version = await store.selectCitusVersion(owner);
	if (version === undefined) {
		throw new StartProblem(
			'This database runs without Citus. To distribute it, DATABASE_URL and DATABASE_OWNER_URL must point to a Citus coordinator (docs/operations.md).',
		);
	}
	if (Number.parseInt(version, 10) < CITUS_MIN) {
		throw new StartProblem(`The database runs Citus ${version}. Install ${CITUS_MIN} or newer.`);
	}
	if (appLogin === undefined) {
		throw new StartProblem(
			'The application needs its own login on every machine. Set DATABASE_OWNER_URL in addition to DATABASE_URL.',
		);
	}
	if ((await store.countWorkers(owner)) === 0) {
		throw new StartProblem('The coordinator has no workers. Add them with citus_add_node first.');
	}
	const lacking = lacksOf(await store.selectNodeFacts(owner, { appRole: APP_ROLE, appLogin }), appLogin);
	if (lacking.length > 0) throw new StartProblem(["Some machines aren't ready:", ...lacking].join('\n'));
}

function lacksOf(nodes: readonly store.NodeFacts[], appLogin: string): string[] {
	const [first] = nodes;
	return nodes.flatMap(({ node, server, citus, owner, appRole, appLogin: hasLogin, member }) => {
		const lack = [
			...(server === first?.server && citus === first?.citus
				? []
				: [`runs PostgreSQL ${server} with Citus ${citus} instead of ${first?.server} with ${first?.citus}`]),
			...(owner ? [] : ['the owner may not create in schema public: grant all on schema public to it']),
			...(appRole ? [] : [`create role ${APP_ROLE} nologin;`]),
			...(hasLogin ? [] : [`create role "${appLogin}" login;`]),
			...(member ? [] : [`grant ${APP_ROLE} to "${appLogin}";`]),
		];
		return lack.map((line) => `  ${node}: ${line}`);
	});
}

/** Checks that tables of users are co-located. */
async function requireTogether(owner: Database): Promise<void> {
	const places = new Map((await store.selectPlaces(owner)).map((place) => [place.table, place]));
	const group = places.get('wallets')?.group;
	const wrong = Object.entries(spreadTables).filter(([table, { with: colocated, by }]) => {
		const now = places.get(table);
		return now?.by !== by || (colocated === 'user' && now.group !== group);
	});
	if (wrong.length > 0) throw new Error(`not distributed: ${wrong.map(([table]) => table).join(', ')}`);
}
