import type { Completions } from '../wall/completions.ts';

export type WallReport = ReturnType<typeof createWallReport>;

/** Days are UTC. */
export function createWallReport({ completions }: { completions: Completions }) {
	return {
		startedMs: Date.now(),
		listDays(from: string, to: string): { day: string; usd: number }[] {
			const days = new Map<string, number>();
			for (const { atMs, payout, reversal } of completions.list()) {
				const rows = [{ atMs, usd: Number(payout) }];
				if (reversal) rows.push({ atMs: reversal.delivery.attempts[0]?.atMs ?? Date.now(), usd: -Number(payout) });
				for (const { atMs, usd } of rows) {
					const day = dayOf(atMs);
					if (from <= day && day <= to) days.set(day, (days.get(day) ?? 0) + usd);
				}
			}
			return [...days].map(([day, usd]) => ({ day, usd })).sort((a, b) => a.day.localeCompare(b.day));
		},
	};
}

export function dayOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}
