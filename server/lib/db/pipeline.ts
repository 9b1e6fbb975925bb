import type { QueryExecutor } from 'kysely';
import type { QueryResult as PgResult, PoolClient } from 'pg';
import { connectionBy, type Database, retryLost, sqlState, type Tx } from './database.ts';

const IN_FAILED_TRANSACTION = '25P02';

/**
 * Statements go out in call order; those issued together share one round trip.
 * ```ts
 * const [wallet, order] = await together(selectWalletForUpdate(tx, uid), selectOrder(tx, id));
 * await last(insertPostings(tx, postings), updateOrder(tx, order));
 * ```
 */
type Pipelined<Result> = (tx: Tx, last: Last) => Promise<Result>;

type Last = <Statements extends readonly unknown[]>(...statements: Statements) => Promise<Answers<Statements>>;

type Answers<Statements extends readonly unknown[]> = { -readonly [Key in keyof Statements]: Awaited<Statements[Key]> };

/** Pass every statement here, or its rejection is unhandled. */
export async function together<Statements extends readonly unknown[]>(
	...statements: Statements
): Promise<Answers<Statements>> {
	const settled = await Promise.allSettled(statements);
	const failures = settled.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
	const cause = failures.find(({ reason }) => sqlState(reason) !== IN_FAILED_TRANSACTION) ?? failures[0];
	if (cause) throw cause.reason;
	return settled.map((one) => (one as PromiseFulfilledResult<unknown>).value) as Answers<Statements>;
}

/** Retries like {@link retryLost}. Plans once per connection: planning takes ten times as long as running. */
export async function inPipeline<Result>(db: Database, work: Pipelined<Result>): Promise<Result> {
	return retryLost(async () => {
		const client = await db.pool.connect();
		const transaction = openTransaction(client, db);
		try {
			const result = await work(transaction.tx, transaction.last);
			await transaction.commit();
			client.release();
			return result;
		} catch (error) {
			await client.query('rollback').then(
				() => client.release(),
				(cause) => client.release(cause),
			);
			throw transaction.causeOf(error);
		}
	});
}

function openTransaction(client: PoolClient, db: Database) {
	const { engine } = db;
	let failure: { error: unknown } | undefined;
	let isBegun = false;
	let committing: Promise<void> | undefined;

	function send(text: string, values?: readonly unknown[]): Promise<PgResult> {
		const sent = client.query(text, values as unknown[] | undefined);
		sent.catch((error) => {
			failure ??= { error };
		});
		return sent;
	}

	const begin = send(engine.begin).then(() => {
		isBegun = true;
	});
	begin.catch(() => {});

	const connection = connectionBy(async (text, values) => {
		if (committing) throw new Error('a statement after COMMIT');
		return send(text, values);
	});
	// kysely's own transactions serialise statements; a connection provider that never waits does not.
	const pipelined: QueryExecutor = db
		.getExecutor()
		.withConnectionProvider({ provideConnection: (use) => use(connection) });

	async function sendCommit(): Promise<void> {
		const { command } = await send('commit');
		if (command !== 'COMMIT') throw failure?.error ?? new Error(`COMMIT returned ${command}`);
	}

	return {
		tx: { getExecutor: () => pipelined, isTransaction: true, engine } satisfies Tx,
		async last<Statements extends readonly unknown[]>(...statements: Statements): Promise<Answers<Statements>> {
			// If BEGIN fails, statements sent with it run outside a transaction, so they may only read and lock.
			if (!isBegun) throw new Error("writes can't share a round trip with BEGIN");
			const answers = together(...statements);
			if (engine.takesNumbersFirst) await answers;
			committing = sendCommit();
			return (await together(answers, committing))[0];
		},
		async commit(): Promise<void> {
			await begin;
			committing ??= sendCommit();
			await committing;
		},
		causeOf: (error: unknown) => (sqlState(error) === IN_FAILED_TRANSACTION && failure ? failure.error : error),
	};
}
