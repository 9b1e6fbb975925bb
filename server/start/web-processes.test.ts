import cluster from 'node:cluster';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StartProblem } from '../lib/start-problem.ts';
import { startWebProcesses } from './web-processes.ts';

let folder: string;
let file: (name: string) => string;
const silent = { debug() {}, info() {}, warn() {}, error() {} };
const order = { count: 2, database: { appUrl: 'postgres://nowhere', role: undefined }, pages: '/nowhere' };

/** A process that serves while there is no file `broken`, and writes who it is. */
const PROGRAM = `
	import { appendFileSync, existsSync } from 'node:fs';
	import { createServer } from 'node:net';
	const { name } = JSON.parse(process.env.LOOTPASS_WEB_ORDER);
	appendFileSync('FOLDER/starts', name + ' ' + process.pid + '\\n');
	if (existsSync('FOLDER/broken')) process.exit(1);
	createServer().listen({ path: 'FOLDER/socket' });
`;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'lootpass-web-'));
	file = (name) => join(folder, name);
	await writeFile(file('process.mjs'), PROGRAM.replaceAll('FOLDER', folder));
	cluster.setupPrimary({ exec: file('process.mjs'), silent: true });
});

afterEach(() => rm(folder, { recursive: true }));

async function starts(): Promise<{ name: string; pid: number }[]> {
	const lines = (await readFile(file('starts'), 'utf8')).trim().split('\n');
	return lines.map((line) => ({ name: line.split(' ')[0] ?? '', pid: Number(line.split(' ')[1]) }));
}

test('one that ends is started again by its name, and a stop ends all', async () => {
	const { stop } = await startWebProcesses(order, { log: silent });
	const [first, second] = await starts();
	expect([first?.name, second?.name]).toEqual(['web-1', 'web-2']);
	process.kill(first?.pid ?? 0, 'SIGKILL');
	await expect.poll(async () => (await starts()).map(({ name }) => name)).toEqual(['web-1', 'web-2', 'web-1']);
	await stop();
	expect(Object.values(cluster.workers ?? {})).toEqual([]);
	expect(await starts()).toHaveLength(3);
});

test('one that cannot be started any more ends the trying, and says so', async () => {
	const { stop, failed } = await startWebProcesses(order, { log: silent, firstPauseMs: 1 });
	await writeFile(file('broken'), '');
	process.kill((await starts())[1]?.pid ?? 0, 'SIGKILL');
	expect(await failed).toBe('The process web-2 ended 6 times before it served.');
	expect(await starts()).toHaveLength(2 + 6);
	await stop();
	expect(Object.values(cluster.workers ?? {})).toEqual([]);
});

test('one that ends at the start ends the start, and the others are not tried', async () => {
	await writeFile(file('broken'), '');
	await expect(startWebProcesses(order, { log: silent })).rejects.toThrow(StartProblem);
	expect(await starts()).toHaveLength(1);
});
