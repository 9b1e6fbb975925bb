import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../../../test/partners/random.ts';
import { openWorld } from './world.ts';

test('a world that fails to open leaves no PostgreSQL and no folder behind', async () => {
	let data = '';
	const wasRunning: boolean[] = [];
	const isRunning = () => existsSync(join(data, 'postgres/data/postmaster.pid'));
	const disk = {
		async mount(folder: string) {
			data = folder;
			await mkdir(folder);
		},
		unmount: async () => void wasRunning.push(isRunning()),
	};
	await expect(openWorld(createRandom(1), { disk, env: { DATABASE_POOL: 'none' } })).rejects.toThrow('DATABASE_POOL');
	expect([wasRunning, existsSync(dirname(data))]).toEqual([[false], false]);
}, 60_000);
