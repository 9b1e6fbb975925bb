/** What a partner may do to its report, and what gets lost on the way to us. Played from a seed, so that it can be told again. */

const DAY_MS = 86_400_000;
const MICROS = 1_000_000;

/** Something that a partner pays for: when it happened there, and when its postback reached us. Undefined: it never did. */
export type Conversion = { atMs: number; micros: number; arrivedMs: number | undefined };

/** A row of a report. It stands there from `toldMs` on, and until then not, or on another day. */
type Row = { day: string; usd: number; fromMs: number; untilMs: number };

export type PlayedReport = {
	conversions: readonly Conversion[];
	/** The rows as the partner shows them at this moment. */
	rowsAt(nowMs: number): { day: string; usd: number }[];
	/** What was done to it, each kind at least once: the days by the partner's calendar. */
	faults: readonly { kind: FaultKind; day: string }[];
};

export const faultKinds = ['lost', 'doubled', 'late', 're-dated'] as const;
export type FaultKind = (typeof faultKinds)[number];

type Play = {
	/** A number from 0 up to 1. */
	random: () => number;
	startMs: number;
	days: number;
	/** The date at the partner, `YYYY-MM-DD`. */
	dateAt: (ms: number) => string;
	perDay?: number;
	/** How many of each kind. */
	faultsEach?: number;
};

/**
 * Conversions over some days, most of them without a fault. `lost`: its postback never came. `doubled`: the report has its
 * row twice. `late`: the row comes days later. `re-dated`: the row moves to the next day, days later.
 */
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

function nextDay(day: string): string {
	return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
