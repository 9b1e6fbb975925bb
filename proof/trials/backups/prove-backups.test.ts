import { expect, test } from 'vitest';
import { proveBackups } from './prove-backups.ts';

test('a backup that is killed at a random moment is either whole and proven, or not listed', async () => {
	const { findings, finished } = await proveBackups({ count: 3, seed: 7 });
	expect(findings).toEqual([]);
	expect(finished).toBeGreaterThan(0);
}, 120_000);
