import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test, vi } from 'vitest';
import { commands } from './cli.ts';
import { runCommand } from './command-line.ts';
import { StartProblem } from './lib/start-problem.ts';

const SCREEN_LINES = 24;
const SCREEN_COLUMNS = 140;

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

test.each([
	['seed --help', 'Usage: npm run cli -- seed [--users N]'],
	['seed --users 5 -h', 'Usage: npm run cli -- seed [--users N]'],
	['callback-url --help', 'Usage: npm run cli -- callback-url WALL_ID'],
	['check-books --help', 'check that the books balance'],
	['check-audit --help', 'check that no audit entry was changed or removed'],
	['--help', 'Usage: npm run cli -- COMMAND'],
	['help', 'check-offerwalls'],
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
	const program = join(import.meta.dirname, 'cli.ts');
	const ended = promisify(execFile)(process.execPath, [program, 'check-books'], { env });
	const { stdout, stderr } = await ended.catch((error) => error);
	expect(stdout).toBe('');
	expect(stderr).toMatch(/^Site http:\S+, database 127\.0\.0\.1:1\/books, data folder \/nowhere\n/);
	expect(stderr).not.toContain('secret');
});

test('a failing command prints the reason and exits with 1, with a stack only for bugs', async () => {
	const run = vi.fn<() => Promise<number>>();
	const from = { work: { does: 'work', run } };
	run.mockRejectedValueOnce(new StartProblem('The disk is full.'));
	expect(await typed('work', from)).toEqual({ code: 1, out: '', error: 'The disk is full.\n' });
	run.mockRejectedValueOnce(new TypeError('undefined is not a function'));
	expect((await typed('work', from)).error).toContain('command-line.test.ts');
	run.mockResolvedValueOnce(1);
	expect(await typed('work', from)).toEqual({ code: 1, out: '', error: '' });
});
