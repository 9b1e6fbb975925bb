import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFolder } from '../../test/support/contents-of.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { rowsOf } from '../lib/db/database.ts';

const [killed, whole] = [openTestDatabase(), openTestDatabase()];
const folder = testFolder();
const PROGRAM = join(import.meta.dirname, '../../test/programs/import-site.ts');
const ACCOUNTS = 3_000;
const KILLS = 20;
const SHARE = 8;

async function writeSite(folder: string): Promise<void> {
	const ids = Array.from({ length: ACCOUNTS }, (_, n) => `player-${n}`);
	const lines = (documents: object[]) => documents.map((document) => JSON.stringify(document)).join('\n');
	const users = ids.map((localId, n) => ({ localId, email: `${localId}@old.example`, emailVerified: n % 2 === 0 }));
	await writeFile(join(folder, 'accounts.json'), JSON.stringify({ users }));
	await writeFile(join(folder, 'users.ndjson'), lines(ids.map((id, n) => ({ id, data: { robux: n / 100 } }))));
	const history = ids.flatMap((uid, n) =>
		[1, 2, 3].map((k) => ({ id: `${n}-${k}`, data: { uid, amount: k, timestamp: 1_764_000_000_000 + k } })),
	);
	await writeFile(join(folder, 'offer_history.ndjson'), lines(history));
	const keys = { base64_signer_key: 'AA==', base64_salt_separator: 'Bw==' };
	const hash = { algorithm: 'SCRYPT', ...keys, rounds: 8, mem_cost: 14 };
	await writeFile(join(folder, 'hash.json'), JSON.stringify(hash));
}

/** @returns the ms from `READY` to the end, or undefined if it was killed. */
async function run(url: string, folder: string, killAfterMs?: number): Promise<number | undefined> {
	const child = spawn(process.execPath, [PROGRAM, url, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
	const ended = once(child, 'exit');
	await once(child.stdout, 'data');
	const startedMs = performance.now();
	if (killAfterMs !== undefined) void sleep(killAfterMs).then(() => child.kill('SIGKILL'));
	const [code] = await ended;
	return code === 0 ? performance.now() - startedMs : undefined;
}

const stateOf = (database: typeof whole.owner) =>
	rowsOf(database)`
		select e.id, a.email, a.email_verified, w.balance, w.pending, i.booked, i.held, i.transfers, i.digest,
			(select array_agg(t.kind || t.amount || t.reference order by t.id) from transfers t where t.uid = w.uid) as transfers,
			(select array_agg(h.id || h.amount order by h.id) from imported_history h where h.uid = w.uid) as history
		from external_ids e join imported_accounts i using (uid) join wallets w using (uid) join auth_user a on a.id = e.uid
		order by e.id
	`;

test('an import that is killed at random moments ends like one that ran through', async () => {
	await writeSite(folder);
	const tookMs = (await run(whole.appUrl, folder)) as number;
	let kills = 0;
	for (let n = 0; n < KILLS; n += 1) {
		// Each run continues the one before, so that short runs are killed at all stages.
		if ((await run(killed.appUrl, folder, (Math.random() * tookMs) / SHARE)) === undefined) kills += 1;
	}
	expect(kills).toBeGreaterThan(KILLS / 3);
	expect(await run(killed.appUrl, folder)).toBeDefined();
	const expected = await stateOf(whole.owner);
	expect(expected).toHaveLength(ACCOUNTS);
	expect(await stateOf(killed.owner)).toEqual(expected);
});
