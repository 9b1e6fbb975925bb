import type pg from 'pg';

/** graphile-worker repeats a statement later by this code. */
const CANNOT_CONNECT_NOW = '57P03';

export type RetryingPool = {
	pool: pg.Pool;
	/** Resolves as soon as what was asked last found the database away. */
	untilAway(): Promise<void>;
};

/**
 * The same pool for graphile-worker, which repeats only a few codes: unheard, any other failure would end the process.
 * While the pool ends, nothing fails any more.
 * Source: `RETRYABLE_ERROR_CODES` in its lib.js, and `completeJob(job)` in its worker.js (0.18.0).
 */
export function retryingPool(pool: pg.Pool): RetryingPool {
	let noticed = Promise.withResolvers<void>();
	let isAway = false;

	/** With a callback it listens for new jobs, and repeats by itself whatever fails. */
	function connect(callback?: Parameters<pg.Pool['connect']>[0]): unknown {
		return callback ? pool.connect(callback) : connectToWork();
	}

	async function connectToWork(): Promise<pg.PoolClient> {
		if (pool.ending) return new Promise(() => {});
		const client = await watch(pool.connect());
		const query = (...args: Parameters<typeof client.query>) =>
			watch(client.query(...args) as unknown as Promise<unknown>);
		return withReplaced(client, { query });
	}

	async function watch<Answer>(asked: Promise<Answer>): Promise<Answer> {
		try {
			const answer = await asked;
			if (isAway) noticed = Promise.withResolvers();
			isAway = false;
			return answer;
		} catch (error) {
			if (!saysAway(error)) throw error;
			isAway = true;
			noticed.resolve();
			throw Object.assign(error as Error, { code: CANNOT_CONNECT_NOW });
		}
	}

	return { pool: withReplaced(pool, { connect }), untilAway: () => noticed.promise };
}

function saysAway(error: unknown): boolean {
	const { severity, code } = error as { severity?: unknown; code?: unknown };
	return severity === undefined || (typeof code === 'string' && /^(57P|08)/.test(code));
}

/** An event emitter's own functions are not to be called by its stub. */
function withReplaced<Target extends object>(target: Target, replaced: Record<string, unknown>): Target {
	return new Proxy(target, {
		get(_, name) {
			if (typeof name === 'string' && Object.hasOwn(replaced, name)) return replaced[name];
			const value = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
