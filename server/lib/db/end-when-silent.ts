import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { CONNECTION } from './database.ts';

const SILENCES_MAX = 3;
const usual = {
	lookMs: 10_000,
	patienceMs: 5_000,
	end(): void {
		console.error("the database doesn't respond");
		process.exit(1);
	},
};

/** Ends a command whose statements have no time limit when PostgreSQL stops answering. A refusal is an answer. */
export function endWhenSilent(url: string, { lookMs, patienceMs, end }: typeof usual = usual): NodeJS.Timeout {
	let silences = 0;
	const timer = setInterval(async () => {
		const client = new pg.Client({ ...CONNECTION, connectionTimeoutMillis: 0, connectionString: url });
		client.on('error', () => {});
		const asked = client.connect().then(() => client.query('select 1'));
		const answered = asked.then(
			() => true,
			() => true,
		);
		silences = (await Promise.race([answered, sleep(patienceMs, false, { ref: false })])) ? 0 : silences + 1;
		if (silences === SILENCES_MAX) end();
		await client.end().catch(() => {});
	}, lookMs);
	return timer.unref();
}
