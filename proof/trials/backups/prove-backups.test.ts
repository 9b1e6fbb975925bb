import { expect, test } from 'vitest';
import { proveBackups } from './prove-backups.ts';

test('backups that are killed at random moments are whole and proven, or none', async () => {
	const { findings, finished } = await proveBackups({ kills: 3, seed: 7 });
	expect(findings).toEqual([]);
	expect(finished).toBeGreaterThan(0);
}, 120_000);
