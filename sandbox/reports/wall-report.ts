import type { Completions } from '../wall/completions.ts';
import type { FaultKind } from './played-report.ts';

const DAY_MS = 86_400_000;

type Row = { atMs: number; usd: number; fromMs: number };
export type WallReport = ReturnType<typeof createWallReport>;

/** Days are UTC. */
export function createWallReport({ completions }: { completions: Completions }) {
	const startedMs = Date.now();
	let added: Row[] = [];
	let hidden = new Set<string>();

	function rows(): Row[] {
		const done = completions.list().filter(({ id }) => !hidden.has(id));
		const paid = done.map(({ atMs, payout }) => ({ atMs, usd: Number(payout), fromMs: 0 }));
		const back = done.flatMap(({ reversal, payout }) =>
			reversal ? [{ atMs: reversal.delivery.attempts[0]?.atMs ?? Date.now(), usd: -Number(payout), fromMs: 0 }] : [],
		);
		return [...paid, ...back, ...added].filter(({ fromMs }) => fromMs <= Date.now());
	}

	return {
		startedMs,
		listDays(from: string, to: string): { day: string; usd: number }[] {
			const days = new Map<string, number>();
			for (const { atMs, usd } of rows()) {
				const day = dayOf(atMs);
				if (from <= day && day <= to) days.set(day, (days.get(day) ?? 0) + usd);
			}
			return [...days].map(([day, usd]) => ({ day, usd })).sort((a, b) => a.day.localeCompare(b.day));
		},
		/** @returns false if there is no completion to spoil. */
		spoil(kind: FaultKind): boolean {
			const [newest] = completions.list().filter(({ id }) => !hidden.has(id));
			if (!newest) return false;
			const row = { atMs: newest.atMs, usd: Number(newest.payout), fromMs: 0 };
			if (kind === 'late' || kind === 're-dated') hidden.add(newest.id);
			if (kind === 'late') added.push({ ...row, fromMs: Date.now() + DAY_MS });
			else added.push(kind === 're-dated' ? { ...row, atMs: row.atMs + DAY_MS } : row);
			return true;
		},
		reset(): void {
			added = [];
			hidden = new Set();
		},
	};
}

export function dayOf(ms: number): string {
	return new Date(ms).toISOString().slice(0, 10);
}
