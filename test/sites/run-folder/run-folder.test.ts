import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import { join } from 'node:path';

const OPEN = join(import.meta.dirname, 'open-run-folder.ts');
const BEGUN = `
	const { openRunFolder } = await import(${JSON.stringify(OPEN)});
	const { spawn } = await import('node:child_process');
	const { folder } = await openRunFolder('test');
	const left = spawn('sleep', ['600'], { cwd: folder, detached: true, stdio: 'ignore' });
	console.log(JSON.stringify({ folder, pid: left.pid }));
	setInterval(() => {}, 1_000);
`;

test('killing a run ends the processes in its folder and removes the folder', async () => {
	const run = spawn(process.execPath, ['--input-type=module', '-e', BEGUN], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [output] = await once(run.stdout, 'data');
	const { folder, pid } = JSON.parse(String(output));
	expect(existsSync(folder)).toBe(true);
	run.kill('SIGKILL');
	await vi.waitUntil(() => !existsSync(folder), { timeout: 60_000 });
	await expect(readlink(`/proc/${pid}/cwd`)).rejects.toThrow('ENOENT');
});
