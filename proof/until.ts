import { setTimeout as sleep } from 'node:timers/promises';

/** @returns false if the check does not hold within the time. */
export async function until(check: () => boolean | Promise<boolean>, withinMs: number, everyMs = 50): Promise<boolean> {
	const deadline = performance.now() + withinMs;
	while (!(await check())) {
		if (performance.now() > deadline) return false;
		await sleep(everyMs);
	}
	return true;
}
