import { proveBackups } from './prove-backups.ts';

test('a backup killed at a random moment is either complete and verified, or not listed', async () => {
	const { findings, finished } = await proveBackups({ count: 3, seed: 7 });
	expect(findings).toEqual([]);
	expect(finished).toBeGreaterThan(0);
});
