import type pg from 'pg';
import { outcomeIfUnavailable } from './database.ts';

const CANNOT_CONNECT_NOW = '57P03';

/** On other codes graphile-worker would end the process. Source: its `RETRYABLE_ERROR_CODES` (0.18.0). */
export function retryingPool(pool: pg.Pool) {
	let noticed = Promise.withResolvers<void>();
	let isUnavailable = false;

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

	async function watch<Answer>(pending: Promise<Answer>): Promise<Answer> {
		try {
			const answer = await pending;
			if (isUnavailable) noticed = Promise.withResolvers();
			isUnavailable = false;
			return answer;
		} catch (error) {
			if (!reportsUnavailable(error)) throw error;
			isUnavailable = true;
			noticed.resolve();
			throw Object.assign(error as Error, { code: CANNOT_CONNECT_NOW });
		}
	}

	return { pool: withReplaced(pool, { connect }), untilUnavailable: () => noticed.promise };
}

function reportsUnavailable(error: unknown): boolean {
	const { severity } = error as { severity?: unknown };
	return severity === undefined || outcomeIfUnavailable(error) !== undefined;
}

/** Event emitter methods fail when called on a proxy. */
function withReplaced<Target extends object>(target: Target, replaced: Record<string, unknown>): Target {
	return new Proxy(target, {
		get(_, name) {
			if (typeof name === 'string' && Object.hasOwn(replaced, name)) return replaced[name];
			const value = Reflect.get(target, name);
			return typeof value === 'function' ? value.bind(target) : value;
		},
	});
}
