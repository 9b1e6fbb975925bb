import { sql } from 'kysely';
import { openTestDatabase } from '../../../test/support/database.ts';
import { LostRace, sqlState, type Tx } from './database.ts';
import { inPipeline, together } from './pipeline.ts';

const database = openTestDatabase();

beforeAll(async () => {
	await sql`create table notes (note int unique deferrable initially immediate)`.execute(database.owner);
	await sql`grant select, insert, update on notes to public`.execute(database.owner);
});
beforeEach(() => sql`truncate notes`.execute(database.owner));

const write = (tx: Tx, note: number) => sql`insert into notes values (${note})`.execute(tx);
const look = (tx: Tx) => sql`select 1`.execute(tx);
const notes = async () =>
	(await sql<{ note: number }>`select note from notes order by note`.execute(database.app)).rows.map(
		({ note }) => note,
	);

test('sends independent statements in one round trip, with BEGIN before the first and COMMIT after the last', async () => {
	const client = await database.appPool.connect();
	const query = vi.spyOn(client, 'query');
	client.release();
	const sent = () => query.mock.calls.map(([text]) => String(text).trim().split(/[ ;]/)[0]);

	await inPipeline(database.app, async (tx, last) => {
		const looked = together(look(tx), look(tx));
		expect(sent()).toEqual(['begin', 'select', 'select']);
		await looked;
		const written = last(write(tx, 1), write(tx, 2));
		expect(sent()).toEqual(['begin', 'select', 'select', 'insert', 'insert', 'commit']);
		await written;
	});
	query.mockRestore();
	expect(await notes()).toEqual([1, 2]);
});

test('returns the rows of a round trip and the number of rows written', async () => {
	const answers = await inPipeline(database.app, async (tx, last) => {
		const [one, two] = await together(sql`select 1 as n`.execute(tx), sql`select 2 as n`.execute(tx));
		const [written] = await last(sql`insert into notes select generate_series(1, 3)`.execute(tx));
		return [one.rows, two.rows, written.numAffectedRows];
	});
	expect(answers).toEqual([[{ n: 1 }], [{ n: 2 }], 3n]);
});

test.each([
	['in the round trip of the COMMIT', (tx: Tx, last: Last) => last(write(tx, 1), fail(tx), write(tx, 2))],
	['and its result is not awaited', (tx: Tx) => together(write(tx, 1), fail(tx)).then(() => {})],
	['and the work ignores the error', (tx: Tx) => together(write(tx, 1), fail(tx)).catch(() => {})],
	['while the work waits for another statement', (tx: Tx) => waitForSecond(fail(tx), write(tx, 1))],
] as const)('rolls back when a statement fails %s', async (_, work) => {
	const failing = inPipeline<unknown>(database.app, async (tx, last) => {
		await look(tx);
		return work(tx, last);
	});
	await expect(failing).rejects.toThrow('division by zero');
	expect(await notes()).toEqual([]);
	await inPipeline(database.app, (tx) => write(tx, 3));
	expect(await notes()).toEqual([3]);
});

test('rolls back when the work throws after a write', async () => {
	const failing = inPipeline(database.app, async (tx) => {
		await write(tx, 1);
		throw new RangeError('no');
	});
	await expect(failing).rejects.toThrow(RangeError);
	expect(await notes()).toEqual([]);
});

test("rejects with PostgreSQL's error when COMMIT itself fails", async () => {
	const failing = inPipeline(database.app, async (tx, last) => {
		await sql`set constraints all deferred`.execute(tx);
		await last(write(tx, 1), write(tx, 1));
	});
	expect(sqlState(await failing.catch((error) => error))).toBe('23505');
	expect(await notes()).toEqual([]);
});

test("refuses writes in BEGIN's round trip and writes after COMMIT", async () => {
	await expect(inPipeline(database.app, (tx, last) => last(write(tx, 1)))).rejects.toThrow(
		"writes can't share a round trip with BEGIN",
	);
	const afterwards = inPipeline(database.app, async (tx, last) => {
		await look(tx);
		await last(write(tx, 1));
		await write(tx, 2);
	});
	await expect(afterwards).rejects.toThrow('after COMMIT');
	expect(await notes()).toEqual([1]);
});

test('retries after a lost race and after a deadlock', async () => {
	let runs = 0;
	await inPipeline(database.app, async (tx) => {
		await write(tx, 1);
		runs += 1;
		if (runs < 3) throw new LostRace('not this time');
	});
	expect([runs, await notes()]).toEqual([3, [1]]);

	await sql`insert into notes values (2)`.execute(database.owner);
	const touch = (tx: Tx, note: number) => sql`update notes set note = note where note = ${note}`.execute(tx);
	let arrived = 0;
	let touched = 0;
	const both = Promise.withResolvers<void>();
	const inOrder = (first: number, second: number) =>
		inPipeline(database.app, async (tx) => {
			arrived += 1;
			// The retry waits, or it could deadlock with the same transaction again.
			if (arrived === 3) await Promise.any(twoOrders);
			await touch(tx, first);
			touched += 1;
			if (touched === 2) both.resolve();
			await both.promise;
			await touch(tx, second);
		});
	const twoOrders = [inOrder(1, 2), inOrder(2, 1)];
	await Promise.all(twoOrders);
	expect(arrived).toBe(3);
});

test('a lost connection fails the transaction and is not reused', async () => {
	const failing = inPipeline(database.app, async (tx, last) => {
		const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
		await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.owner);
		await last(write(tx, 1));
	});
	await expect(failing).rejects.toThrow();
	expect(await notes()).toEqual([]);
});

type Last = Parameters<Parameters<typeof inPipeline>[1]>[1];

const fail = (tx: Tx) => sql`select 1 / 0`.execute(tx);

async function waitForSecond(first: Promise<unknown>, second: Promise<unknown>): Promise<void> {
	first.catch(() => {});
	await second;
}
