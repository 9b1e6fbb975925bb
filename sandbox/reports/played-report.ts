/** Simulates report faults from a seed, so that a run is repeatable. */

const DAY_MS = 86_400_000;
const MICROS = 1_000_000;

export type Conversion = { atMs: number; micros: number; arrivedMs: number | undefined };

type Row = { day: string; usd: number; fromMs: number; untilMs: number };

export type PlayedReport = {
	conversions: readonly Conversion[];
	rowsAt(nowMs: number): { day: string; usd: number }[];
	faults: readonly { kind: FaultKind; day: string }[];
};

export const faultKinds = ['lost', 'doubled', 'late', 're-dated'] as const;
export type FaultKind = (typeof faultKinds)[number];

type Play = {
	random: () => number;
	startMs: number;
	days: number;
	dateAt: (ms: number) => string;
	perDay?: number;
	faultsEach?: number;
};

export function playReport({ random, startMs, days, dateAt, perDay = 6, faultsEach = 5 }: Play): PlayedReport {
	const count = days * perDay;
	const plan = new Map<number, FaultKind>();
	for (const kind of faultKinds) {
		for (let n = 0; n < faultsEach; ) {
			const at = Math.floor(random() * count);
			if (plan.has(at)) continue;
			plan.set(at, kind);
			n += 1;
		}
	}
	const conversions: Conversion[] = [];
	const rows: Row[] = [];
	const faults: { kind: FaultKind; day: string }[] = [];
	for (let n = 0; n < count; n += 1) {
		const atMs = Math.floor(startMs + random() * days * DAY_MS);
		const micros = 10_000 * (1 + Math.floor(random() * 2_000));
		const kind = plan.get(n);
		conversions.push({ atMs, micros, arrivedMs: kind === 'lost' ? undefined : atMs });
		const day = dateAt(atMs);
		if (kind) faults.push({ kind, day });
		const row = { day, usd: micros / MICROS, fromMs: atMs, untilMs: Number.POSITIVE_INFINITY };
		const laterMs = atMs + (2 + Math.floor(random() * 20)) * DAY_MS;
		if (kind === 'late') rows.push({ ...row, fromMs: laterMs });
		else if (kind === 're-dated') {
			rows.push({ ...row, untilMs: laterMs }, { ...row, day: nextDay(day), fromMs: laterMs });
		} else rows.push(row);
		if (kind === 'doubled') rows.push(row);
	}
	return {
		conversions,
		faults,
		rowsAt: (nowMs) =>
			rows.filter(({ fromMs, untilMs }) => fromMs <= nowMs && nowMs < untilMs).map(({ day, usd }) => ({ day, usd })),
	};
}

const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
