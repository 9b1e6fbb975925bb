import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import type { Tx } from '../../../server/lib/database.ts';
import { together } from '../../../server/lib/pipeline.ts';
import type * as real from '../../../server/withdrawals/store-safety.ts';
import type { PayoutSettings } from '../../../server/withdrawals/store-safety.ts';
import { statement } from '../transaction.ts';

export * from '../../../server/withdrawals/store-safety.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** As an installation begins. */
const settings: PayoutSettings = { isOn: true, hourCap: null, dayCap: null, balanceAlertUsd: null, stockAlert: null };

export const selectPayoutSettings: typeof real.selectPayoutSettings = (db) => statement(db, () => settings);

export const addSpend: typeof real.addSpend = async (db, amount, hour, day) => {
	const [added, summed] = await together(addToHour(db, amount, hour), sumSince(db, day));
	return { hour: added, day: summed };
};

function addToHour(db: Tx, amount: number, hour: Date): Promise<RobuxCents> {
	const key = String(hour.getTime());
	return statement(db, async (tx) => {
		if (await tx.insert('payoutSpend', key, { sent: amount })) return asRobuxCents(amount);
		const row = await tx.update(
			'payoutSpend',
			key,
			() => true,
			({ sent }) => ({ sent: sent + amount }),
		);
		return asRobuxCents(row?.sent ?? 0);
	});
}

function sumSince(db: Tx, day: Date): Promise<RobuxCents> {
	return statement(db, (tx) => {
		let sum = 0;
		for (let hour = day.getTime(); hour < day.getTime() + DAY_MS; hour += HOUR_MS) {
			sum += tx.get('payoutSpend', String(hour))?.sent ?? 0;
		}
		return asRobuxCents(sum);
	});
}

/** Of every vendor that there is in this world. */
export const selectOpenCircuits: typeof real.selectOpenCircuits = (db, now) =>
	statement(db, (tx) =>
		tx
			.all('vendorHealth')
			.flatMap(({ vendor, openUntil, reason }) =>
				openUntil && openUntil > now ? [{ vendor, reason, openUntil }] : [],
			),
	);

export const takePassage: typeof real.takePassage = async (db, vendor, now, trialUntil) => {
	const row = await statement(db, (tx) => tx.get('vendorHealth', vendor));
	if (!row?.openUntil) return 'any';
	const taken = await statement(db, (tx) =>
		tx.update(
			'vendorHealth',
			vendor,
			({ openUntil }) => openUntil !== null && openUntil <= now,
			() => ({ openUntil: trialUntil }),
		),
	);
	return taken ? 'one' : 'none';
};

export const clearFailures: typeof real.clearFailures = (db, vendor) =>
	statement(db, async (tx) => {
		await tx.update(
			'vendorHealth',
			vendor,
			({ failures, openUntil }) => failures > 0 || openUntil !== null,
			() => ({ failures: 0, openUntil: null }),
		);
	});

export const addFailure: typeof real.addFailure = (db, vendor) =>
	statement(db, async (tx) => {
		if (await tx.insert('vendorHealth', vendor, { vendor, failures: 1, openUntil: null, reason: 'unclear' })) return 1;
		const changed = await tx.update(
			'vendorHealth',
			vendor,
			() => true,
			({ failures }) => ({ failures: failures + 1 }),
		);
		return changed?.failures ?? 1;
	});

export const openCircuit: typeof real.openCircuit = (db, vendor, { until, reason }) =>
	statement(db, async (tx) => {
		const row = { vendor, failures: 1, openUntil: until, reason };
		if (await tx.insert('vendorHealth', vendor, row)) return;
		await tx.update(
			'vendorHealth',
			vendor,
			() => true,
			() => ({ openUntil: until, reason }),
		);
	});
