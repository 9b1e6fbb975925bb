import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openTestDatabase } from '../../test/support/database.ts';
import { createDatabase, createPool } from '../lib/db/database.ts';
import { createProcessLog } from './process-log.ts';

const database = openTestDatabase();

test('logs a lost connection in one short line, without the connection and its key', async () => {
	const lines: string[] = [];
	const log = createProcessLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) });
	const onError = (err: Error) => log.warn({ err }, 'lost a database connection');
	const pool = createPool({ url: database.ownerUrl, poolSize: 1, applicationName: 'lost', onError });
	const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
	await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(database.owner);
	while (lines.length === 0) await sleep(10);
	await pool.end();
	const stopped = createDatabase(
		createPool({ url: 'postgres://127.0.0.1:1/none', poolSize: 1, applicationName: 'none', onError }),
	);
	await sql`select 1`.execute(stopped).catch((err) => log.warn({ err }, "couldn't load the offers"));
	const refused = lines.pop() as string;
	expect(JSON.parse(refused).err.message).toBe("the database doesn't respond: connect ECONNREFUSED 127.0.0.1:1");
	expect(refused.length).toBeLessThan(300);
	for (const line of lines) {
		expect(JSON.parse(line)).toMatchObject({ msg: 'lost a database connection', err: { code: '57P01' } });
		expect(line).not.toContain('secretKey');
		expect(line.length).toBeLessThan(2_000);
	}
});
