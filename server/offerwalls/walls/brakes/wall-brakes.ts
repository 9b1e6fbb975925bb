import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents } from '../../../../contract/money.ts';
import type { Log } from '../../../lib/clock-and-log.ts';
import type { DbDeps } from '../../../lib/db/database.ts';
import type { Hold } from '../../booking/event-item.ts';
import { SUSPICIOUS_HOLD_HOURS } from '../protection/wall-guard.ts';
import { selectBusiestHours, selectPaidSince } from './store-brakes.ts';

/** The hourly limit is this multiple of the wall's busiest hour. */
const TIMES_BUSIEST = 10;
const LIMIT_MIN = asRobuxCents(20_000_00);
const BUSIEST_OF_DAYS = 28;
const KNOWN_AFTER_MS = 13 * DAY_MS;
/** Interval at which other nodes' bookings are read. */
const READ_AGAIN_MS = 15_000;

export type BrakedRound = {
	holdOf(wall: string, amount: RobuxCents): Hold | undefined;
	/** Must be called after each round, even after an error. */
	close(): void;
};

export type WallBrakes = { open(walls: readonly string[]): BrakedRound | Promise<BrakedRound> };

type Speed = {
	day: number;
	/** R$ cents per hour; undefined without a limit. */
	limit: number | undefined;
	hour: number;
	/** `before + counted` is the amount paid in `hour`; `counted` only grows. */
	before: number;
	counted: number;
	/** Amount in `counted` that open rounds have not booked yet. */
	open: number;
};

export function createWallBrakes({ db, clock, log }: DbDeps & { log: Log }): WallBrakes {
	const speeds = new Map<string, Speed>();
	let readAtMs = 0;
	let reading: Promise<void> | undefined;

	function read(walls: readonly string[], nowMs: number): Promise<void> {
		const wanted = [...new Set([...speeds.keys(), ...walls])];
		reading ??= readSpeeds(wanted, nowMs).finally(() => {
			reading = undefined;
		});
		return reading;
	}

	async function readSpeeds(walls: readonly string[], nowMs: number): Promise<void> {
		const [day, hour] = [startOf(nowMs, DAY_MS), startOf(nowMs, HOUR_MS)];
		const old = walls.filter((wall) => (speeds.get(wall)?.day ?? 0) < day);
		const limits = old.length > 0 ? await readLimits(old, day, nowMs) : new Map<string, number | undefined>();
		for (const wall of old) {
			const limit = limits.get(wall);
			const known = speeds.get(wall);
			if (known) Object.assign(known, { day, limit });
			else speeds.set(wall, { day, limit, hour, before: 0, counted: 0, open: 0 });
		}
		const limited = walls.filter((wall) => speeds.get(wall)?.limit !== undefined);
		// Rather counts bookings in flight twice than not at all.
		const unsureOf = (speed?: Speed) => (speed ? speed.open - speed.counted : 0);
		const unsure = new Map(limited.map((wall) => [wall, unsureOf(speeds.get(wall))]));
		const rows = limited.length > 0 ? await selectPaidSince(db, limited, hour) : [];
		const paid = new Map(rows.map(({ wall, amount }) => [wall, amount]));
		for (const wall of limited) {
			const speed = speeds.get(wall);
			if (speed) Object.assign(speed, { hour, before: (paid.get(wall) ?? 0) + (unsure.get(wall) ?? 0) });
		}
		readAtMs = nowMs;
	}

	async function readLimits(walls: readonly string[], day: number, nowMs: number) {
		const rows = await selectBusiestHours(db, walls, { from: day - BUSIEST_OF_DAYS * DAY_MS, to: day });
		return new Map(
			rows.map(({ wall, firstAt, busiest }): [string, number | undefined] => [
				wall,
				firstAt && firstAt.getTime() <= nowMs - KNOWN_AFTER_MS
					? Math.max(LIMIT_MIN, TIMES_BUSIEST * busiest)
					: undefined,
			]),
		);
	}

	function roundAt(nowMs: number): BrakedRound {
		const taken = new Map<Speed, number>();
		const hour = startOf(nowMs, HOUR_MS);
		return {
			holdOf(wall, amount) {
				const speed = speeds.get(wall);
				if (!speed) return undefined;
				if (speed.hour < hour) Object.assign(speed, { hour, before: -speed.counted });
				speed.counted += amount;
				speed.open += amount;
				taken.set(speed, (taken.get(speed) ?? 0) + amount);
				if (speed.limit === undefined || speed.before + speed.counted <= speed.limit) return undefined;
				return { untilMs: nowMs + SUSPICIOUS_HOLD_HOURS * HOUR_MS, cause: 'speed' };
			},
			close() {
				for (const [speed, amount] of taken) speed.open -= amount;
			},
		};
	}

	return {
		open(walls) {
			const nowMs = clock.now();
			const today = startOf(nowMs, DAY_MS);
			if (walls.some((wall) => (speeds.get(wall)?.day ?? 0) < today)) {
				return read(walls, nowMs).then(() => this.open(walls));
			}
			if (nowMs - readAtMs > READ_AGAIN_MS) {
				read(walls, nowMs).catch((err) => log.warn({ err }, "couldn't load recent offerwall payouts"));
			}
			return roundAt(nowMs);
		},
	};
}

const startOf = (nowMs: number, lengthMs: number): number => nowMs - (nowMs % lengthMs);
