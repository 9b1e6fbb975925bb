import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { copyPreparedData } from '../test/sites/backed-up-site.ts';
import { canRunUnprivileged, UNPRIVILEGED } from '../test/support/start-elsewhere.ts';
import { commands } from './cli.ts';
import { runCommand } from './command-line.ts';
import { withSession } from './lib/db/database.ts';
import { startEmbeddedPostgres } from './lib/postgres/embedded-postgres.ts';
import { StartProblem } from './lib/start-problem.ts';

const SCREEN_LINES = 24;
const SCREEN_COLUMNS = 140;
const path = { PATH: '/usr/bin:/bin' };

afterEach(() => void vi.unstubAllEnvs());

async function typed(line: string, from = commands) {
	const output = { out: '', error: '' };
	const print = (to: 'out' | 'error') => (text: string) => {
		output[to] += `${text}\n`;
	};
	const argv = line === '' ? [] : line.split(' ');
	const code = await runCommand(from, argv, { out: print('out'), error: print('error') });
	return { code, ...output };
}

function expectOneScreen(text: string): void {
	const lines = text.split('\n');
	expect(lines.length).toBeLessThanOrEqual(SCREEN_LINES);
	expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(SCREEN_COLUMNS);
	expect(text).not.toMatch(/\n\s+at |node:internal|ERR_|Error:/);
}

/** @returns `code` 0, 1 or 2 */
async function executed(
	args: readonly string[],
	env: Record<string, string>,
	user?: typeof UNPRIVILEGED & { cwd?: string },
) {
	const program = join(import.meta.dirname, 'cli.ts');
	const ended = promisify(execFile)(process.execPath, [program, ...args], { ...user, env: { ...path, ...env } });
	const { code = 0, stdout, stderr } = await ended.catch((error) => error);
	return { code, stdout, stderr } as { code: number; stdout: string; stderr: string };
}

test.each([
	['seed --help', 'Usage: npm run cli -- seed [--users N]'],
	['seed --users 5 -h', 'Usage: npm run cli -- seed [--users N]'],
	['callback-url --help', 'Usage: npm run cli -- callback-url WALL_ID'],
	['check-books --help', 'check that the books balance'],
	['check-audit --help', 'check that no audit entry was changed or removed'],
	['--help', 'Usage: npm run cli -- COMMAND'],
	['help', 'check-offerwalls'],
	...['proposals', 'decide-proposal', 'invite-staff', 'remove-staff'].map((name) => [
		`${name} --help`,
		`cli -- ${name}`,
	]),
])('%s prints usage on one screen and succeeds', async (line, usage) => {
	const { code, out, error } = await typed(line);
	expect([code, error]).toEqual([0, '']);
	expect(out).toContain(usage);
	expectOneScreen(out);
});

test.each([
	['', 'COMMAND'],
	['sead', 'Unknown command: sead'],
	['__proto__', 'Unknown command: __proto__'],
	['seed --user 5', "Unknown option '--user'."],
	['seed --users', '--users'],
	['seed --users five', '--users must be a whole number.'],
	['seed --users=', '--users must be a whole number.'],
	['seed --users -5', '--users'],
	['seed --users 1e3', '--users must be a whole number.'],
	['seed --among-real=yes', '--among-real'],
	['seed 5', 'Unexpected argument: 5'],
	['callback-url', 'Missing WALL_ID.'],
	['callback-url one two', 'Unexpected argument: two'],
	['adjustment-limit', 'Missing R$.'],
	['adjustment-limit much', 'R$ must be an amount such as 500.'],
	['adjustment-limit 0x10', 'R$ must be an amount such as 500.'],
	['adjustment-limit -5', "Unknown option '-5'."],
	['check-audit --since', '--since'],
	['check-audit --since 5', '--since must be the COUNT:HEAD that an earlier check printed.'],
	['prove-unchanged', 'Missing --since FILE.'],
	['check-receipt', 'Missing FILE.'],
	['check-books now', 'Unexpected argument: now'],
])('"%s" is wrong usage: prints the reason and usage and exits with 2', async (line, output) => {
	const { code, out, error } = await typed(line);
	expect([code, out]).toEqual([2, '']);
	expect(error).toContain(output);
	expect(error).toContain('Usage: npm run cli -- ');
	expectOneScreen(error);
});

test.each(['check-books', 'check-audit', 'check-offerwalls', 'proposals', 'adjustment-limit 5', 'checkpoint'])(
	'%s without a service and a database says so and creates nothing',
	async (line) => {
		const folder = await mkdtemp(join(tmpdir(), 'lootpass-wrong-'));
		vi.stubEnv('DATA_DIR', folder);
		const { code, out, error } = await typed(line);
		expect([code, out]).toEqual([1, '']);
		expect(error).toContain(`No database in ${folder}.`);
		expect(await readdir(folder)).toEqual([]);
		await rm(folder, { recursive: true });
	},
);

test('a command prints the site, database and data folder on standard error, without the password', async () => {
	const env = { DATA_DIR: '/nowhere', DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/books' };
	const { stdout, stderr } = await executed(['check-books'], env);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^Site http:\S+, database 127\.0\.0\.1:1\/books, data folder \/nowhere\n/);
	expect(stderr).not.toContain('secret');
});

describe.runIf(canRunUnprivileged)('the data folder of another user', () => {
	let folder: string;

	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'lootpass-owner-'));
		await copyPreparedData(folder);
	});
	afterEach(() => rm(folder, { recursive: true }));

	test('a command of root runs as the owner and leaves no file of root', async () => {
		await promisify(execFile)('chown', ['-R', `${UNPRIVILEGED.uid}:${UNPRIVILEGED.gid}`, folder]);
		const to = join(folder, 'backup');
		expect(await executed(['backup', '--to', to], { DATA_DIR: folder })).toMatchObject({ code: 0 });
		for (const name of await readdir(folder, { recursive: true }))
			expect([name, (await stat(join(folder, name))).uid]).toEqual([name, UNPRIVILEGED.uid]);
	});

	test('an upgrade of root reads files that only root may read', async () => {
		await promisify(execFile)('chown', ['-R', `${UNPRIVILEGED.uid}:${UNPRIVILEGED.gid}`, folder]);
		const from = join(folder, 'release.tar.gz');
		await writeFile(from, '', { mode: 0o600 });
		const { stderr } = await executed(['upgrade', '--from', from], { DATA_DIR: folder });
		expect(stderr).toContain(`Couldn't read ${from}.minisig`);
	});

	test('a command works in a working folder that its user may not read', async () => {
		const { code, stdout, stderr } = await executed(['help'], {}, { ...UNPRIVILEGED, cwd: folder });
		expect([code, stderr]).toEqual([0, expect.not.stringContaining('Error')]);
		expect(stdout).toContain('check-offerwalls');
	});

	test('a command without access names the user and the exact command', async () => {
		const command = ['callback-url', 'my wall'];
		const { code, stderr } = await executed(command, { DATA_DIR: folder }, UNPRIVILEGED);
		expect(code).toBe(1);
		expect(stderr).toContain(`Run this as the user root: sudo -E -u 'root' npm run -s cli -- callback-url 'my wall'\n`);
	});
});

test('a command refuses a database that a later version has migrated', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'lootpass-later-'));
	await copyPreparedData(dataDir);
	const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, durable: false });
	await withSession({ url: postgres.ownerUrl, name: 'test' }, (session) =>
		sql`insert into kysely_migration values ('999-later', now()::text)`.execute(session),
	).finally(postgres.stop);
	vi.stubEnv('DATA_DIR', dataDir);
	expect(await typed('check-books')).toEqual({
		...{ code: 1, out: '' },
		error: 'A later version has migrated this database (999-later). Use that version.\n',
	});
	await rm(dataDir, { recursive: true });
});

test('import-users books the balances of a CSV file once', async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'lootpass-import-'));
	await copyPreparedData(dataDir);
	const users = join(dataDir, 'users.csv');
	await writeFile(users, 'id,email,balance,username\n7,player@old.example,12.3,"Player, 7"\n8,,5,\n');
	const args = ['import-users', '--project', 'old', '--users', users, '--apply'];
	const run = async () => JSON.parse((await executed(args, { DATA_DIR: dataDir })).stdout);
	expect(await executed([...args, '--report', join(users, 'x')], { DATA_DIR: dataDir })).toMatchObject({ code: 1 });
	const compared = { robux: { source: 17.3, here: 17.3 } };
	expect(await run()).toMatchObject({ accounts: { imported: 2, unchanged: 0 }, compared });
	expect(await run()).toMatchObject({ accounts: { imported: 0, unchanged: 2 }, compared });
	expect((await executed(['check-books'], { DATA_DIR: dataDir })).code).toBe(0);
	await rm(dataDir, { recursive: true });
});

test('a failing command prints the reason without a stack and exits with 1', async () => {
	const run = vi.fn<() => Promise<number>>();
	const from = { work: { does: 'work', run } };
	run.mockRejectedValueOnce(new StartProblem('The disk is full.'));
	expect(await typed('work', from)).toEqual({ code: 1, out: '', error: 'The disk is full.\n' });
	run.mockRejectedValueOnce(new TypeError('undefined is not a function'));
	expect((await typed('work', from)).error).toBe('Unexpected error: undefined is not a function\n');
	run.mockRejectedValueOnce(Object.assign(new Error('ENOSPC: write'), { code: 'ENOSPC' }));
	expect((await typed('work', from)).error).toBe('Unexpected error: the disk is full\n');
	run.mockResolvedValueOnce(1);
	expect(await typed('work', from)).toEqual({ code: 1, out: '', error: '' });
});
