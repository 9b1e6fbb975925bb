import type { Clock } from '../../lib/clock-and-log.ts';
import { siteOf } from '../../lib/http/callers.ts';
import type { Turn } from '../../lib/jobs/semaphores.ts';
import { type Attempt, digestOf } from './sign-in-attempts.ts';
import { isLimited, SIGN_IN } from './sign-in-limits.ts';

const WINDOW_MS = 15 * 60_000;
const KEYS_MAX = 50_000;
const OTHERS = { waitingMax: 200, patienceMs: 20_000 };
/** Few, so that floods soon rank below newcomers. */
const NEWCOMERS = { waitingMax: 48, patienceMs: 4_500 };

/** The order does not depend on whether the account exists. */
export function createSignInOrder(clock: Clock) {
	let arrivals = 0;
	const counts = new Map<string, { count: number; endsAt: number }>();

	function note(key: string): void {
		const before = counts.get(key);
		const isOver = !before || before.endsAt <= clock.now();
		const after = isOver ? { count: 1, endsAt: clock.now() + WINDOW_MS } : { ...before, count: before.count + 1 };
		counts.delete(key);
		if (counts.size >= KEYS_MAX) counts.delete(counts.keys().next().value as string);
		counts.set(key, after);
	}

	return {
		turnOf(path: string, attempt: Attempt, hasWork: boolean): Turn {
			const level = attempt.device !== undefined || !isLimited(path) ? 0 : hasWork ? 1 : 2;
			const { patienceMs, waitingMax } = path === SIGN_IN && level === 2 ? NEWCOMERS : OTHERS;
			const giveUpAt = clock.now() + patienceMs;
			const keys = isLimited(path) ? keysOf(attempt) : [];
			for (const key of keys) note(key);
			const attempts = () => Math.max(0, ...keys.map((key) => counts.get(key)?.count ?? 0));
			return { kind: path, level, attempts, arrival: arrivals++, waitingMax, giveUpAt };
		},
		succeed(attempt: Attempt): void {
			for (const key of keysOf(attempt)) {
				const kept = counts.get(key);
				if (kept) kept.count -= 1;
			}
		},
	};
}

function keysOf({ email, ip, device }: Attempt): string[] {
	const kind = device === undefined ? 'new' : 'known';
	return [`${kind}|${siteOf(ip)}`, ...(email ? [`${kind}|${digestOf(email)}`] : [])];
}
