import type { Database, Tx } from '../../server/lib/database.ts';
import { DatabaseError, DEADLOCK, IN_FAILED_TRANSACTION } from './database-error.ts';
import { type Holder, type Session, sessionOf } from './engine.ts';
import type { Tables } from './tables.ts';

type TableName = keyof Tables;
type Work<Result> = (tx: Transaction) => Result | Promise<Result>;
type Change = { table: TableName; key: string; row: Tables[TableName] | undefined };

export class Transaction implements Holder {
	readonly session: Session;
	readonly isTransaction = true;
	waitsFor: Holder | undefined;
	ended: PromiseWithResolvers<void> | undefined;
	#changes = new Map<string, Change>();
	#locked: string[] = [];
	/** Statements run one after the other, in the order in which they were asked for. */
	#last: Promise<unknown> = Promise.resolve();
	#failure: { error: unknown } | undefined;

	constructor(session: Session) {
		this.session = session;
	}

	getExecutor(): never {
		throw new Error('this statement is not said in memory');
	}

	get<Name extends TableName>(table: Name, key: string): Tables[Name] | undefined {
		const change = this.#changes.get(`${table} ${key}`);
		if (change) return change.row as Tables[Name] | undefined;
		return this.session.engine.tables[table].get(key);
	}

	/** All rows that this transaction sees, in the order in which they came. */
	all<Name extends TableName>(table: Name): Tables[Name][] {
		const rows = this.session.engine.tables[table];
		const changes = [...this.#changes.values()].filter((change) => change.table === table);
		if (changes.length === 0) return [...rows.values()];
		const merged = new Map<string, Tables[TableName] | undefined>(rows);
		for (const { key, row } of changes) merged.set(key, row);
		return [...merged.values()].filter((row) => row !== undefined) as Tables[Name][];
	}

	/** The caller has locked it. */
	put<Name extends TableName>(table: Name, key: string, row: Tables[Name]): void {
		this.#changes.set(`${table} ${key}`, { table, key, row });
	}

	delete(table: TableName, key: string): void {
		this.#changes.set(`${table} ${key}`, { table, key, row: undefined });
	}

	/** The next number of a transfer; one that is not used is a gap. */
	nextId(): number {
		const { engine } = this.session;
		engine.lastId += 1;
		return engine.lastId;
	}

	/** Waits until nobody else holds the row, or what may become one. */
	async lock(table: TableName, key: string): Promise<void> {
		const { locks, turns } = this.session.engine;
		const name = `${table} ${key}`;
		for (let holder = locks.get(name); holder && holder !== this; holder = locks.get(name)) {
			for (let other: Holder | undefined = holder; other; other = other.waitsFor) {
				if (other === this) throw new DatabaseError(DEADLOCK, 'a deadlock');
			}
			this.waitsFor = holder;
			holder.ended ??= Promise.withResolvers();
			await holder.ended.promise;
			this.waitsFor = undefined;
			await turns.take();
		}
		this.#hold(name);
	}

	/** @returns false where somebody else holds it. */
	tryLock(table: TableName, key: string): boolean {
		const name = `${table} ${key}`;
		const holder = this.session.engine.locks.get(name);
		if (holder && holder !== this) return false;
		this.#hold(name);
		return true;
	}

	#hold(name: string): void {
		const { locks } = this.session.engine;
		if (locks.get(name) === this) return;
		locks.set(name, this);
		this.#locked.push(name);
	}

	/** @returns false where there is such a row: also one that comes while we wait. */
	async insert<Name extends TableName>(table: Name, key: string, row: Tables[Name]): Promise<boolean> {
		await this.lock(table, key);
		if (this.get(table, key)) return false;
		this.put(table, key, row);
		return true;
	}

	/** Changes a row that is as `where` says, before we wait for it and after. */
	async update<Name extends TableName>(
		table: Name,
		key: string,
		where: (row: Tables[Name]) => boolean,
		change: (row: Tables[Name]) => Partial<Tables[Name]>,
	): Promise<Tables[Name] | undefined> {
		const row = await this.select(table, key, where);
		if (!row) return undefined;
		const changed = { ...row, ...change(row) };
		this.put(table, key, changed);
		return changed;
	}

	/** A row that is as `where` says, locked. */
	async select<Name extends TableName>(
		table: Name,
		key: string,
		where: (row: Tables[Name]) => boolean,
	): Promise<Tables[Name] | undefined> {
		const seen = this.get(table, key);
		if (!seen || !where(seen)) return undefined;
		await this.lock(table, key);
		const now = this.get(table, key);
		return now && where(now) ? now : undefined;
	}

	begin(): Promise<void> {
		return this.#inTurn(async () => {});
	}

	run<Result>(work: Work<Result>): Promise<Result> {
		return this.#inTurn(async () => {
			if (this.#failure) throw new DatabaseError(IN_FAILED_TRANSACTION, 'the transaction has failed before');
			try {
				return await work(this);
			} catch (error) {
				this.#failure = { error };
				throw error;
			}
		});
	}

	/** Keeps it, if nothing failed. */
	commit(): Promise<void> {
		return this.#inTurn(async () => {
			if (this.#failure) throw this.#failure.error;
			this.#keep();
			this.#end();
		});
	}

	/** One statement is a whole transaction. */
	static async alone<Result>(session: Session, work: Work<Result>): Promise<Result> {
		await session.engine.turns.take();
		const tx = new Transaction(session);
		try {
			const result = await work(tx);
			tx.#keep();
			return result;
		} finally {
			tx.#end();
		}
	}

	#keep(): void {
		const { tables } = this.session.engine;
		for (const { table, key, row } of this.#changes.values()) {
			const rows = tables[table] as Map<string, Tables[TableName]>;
			if (row) rows.set(key, row);
			else rows.delete(key);
		}
	}

	/** Once what was asked for is done. Whoever has died does not say it; their end is noticed. */
	async rollback(): Promise<void> {
		await this.#last;
		this.#end();
	}

	/** Lets go of what it holds; what was not committed is gone. */
	#end(): void {
		const { locks } = this.session.engine;
		for (const name of this.#locked) if (locks.get(name) === this) locks.delete(name);
		this.#locked = [];
		this.#changes.clear();
		this.ended?.resolve();
	}

	/** Not that an earlier failure had ended the transaction, but that failure. */
	causeOf(error: unknown): unknown {
		return isFailedBefore(error) && this.#failure ? this.#failure.error : error;
	}

	/** Asked for at once, done when those before it are. */
	#inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
		const before = this.#last;
		const done = this.session.step(async () => {
			await before;
			await this.session.engine.turns.take();
			return act();
		});
		// One that never began must not let the next ones pass those before it.
		this.#last = done.then(
			() => undefined,
			() => before,
		);
		return done;
	}
}

/** One statement: in its transaction, behind those that were asked for before it, or in one of its own. */
export function statement<Result>(db: Database | Tx, work: Work<Result>): Promise<Result> {
	if (db instanceof Transaction) return db.run(work);
	const session = sessionOf(db);
	return session.step(() => Transaction.alone(session, work));
}

function isFailedBefore(error: unknown): boolean {
	return error instanceof DatabaseError && error.code === IN_FAILED_TRANSACTION;
}
