import type pg from 'pg';
import { createPool } from './database.ts';

export async function withPool<Result>(
	{
		url,
		name,
		poolSize = 2,
		onError = () => {},
	}: { url: string; name: string; poolSize?: number; onError?: (error: Error) => void },
	work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
	const pool = createPool({ url, poolSize, applicationName: `lootpass ${name}`, onError, isRetrying: true });
	try {
		return await work(pool);
	} finally {
		await pool.end();
	}
}
