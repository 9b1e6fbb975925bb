import { openTestDatabase } from '../../../test/support/database.ts';
import { createPool, type DatabaseOptions } from './database.ts';

const database = openTestDatabase();

async function limitsOf(options: Partial<DatabaseOptions>) {
	const pool = createPool({
		url: database.ownerUrl,
		poolSize: 1,
		applicationName: 'limits',
		onError: () => {},
		...options,
	});
	const limitOf = (name: string, as: string) => `current_setting('${name}') as ${as}`;
	const idle = limitOf('idle_in_transaction_session_timeout', 'idle');
	const limits = [limitOf('statement_timeout', 'statement'), limitOf('lock_timeout', 'lock'), idle];
	const { rows } = await pool.query(`select ${limits.join()}`);
	await pool.end();
	return rows[0];
}

test('connections limit statements, lock waits and idle transactions', async () => {
	expect(await limitsOf({})).toEqual({ statement: '30s', lock: '10s', idle: '30s' });
	expect(await limitsOf({ statementMs: 5_000 })).toEqual({ statement: '5s', lock: '10s', idle: '30s' });
});

test('a pool for migrations has no time limits', async () => {
	expect(await limitsOf({ isRetrying: true })).toEqual({ statement: '0', lock: '0', idle: '0' });
});
