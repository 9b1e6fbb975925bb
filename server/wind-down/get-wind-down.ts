import type { CallResult } from '../../contract/calls.ts';
import { CallError } from '../../contract/errors.ts';
import { robuxToWire } from '../../contract/money.ts';
import { refusal } from '../../contract/refusals.ts';
import type { Clock } from '../lib/clock.ts';
import type { Database, Tx } from '../lib/db/database.ts';
import { type OwedRow, selectOwedDays, selectWindDown } from './store-wind-down.ts';

const DAYS_MAX = 100;

/** What anybody may know of the end of the service. */
export async function getWindDown({ db, clock }: { db: Database; clock: Clock }): Promise<CallResult<'getWindDown'>> {
	const row = await selectWindDown(db);
	if (!row) return { wind_down: null, owed: [] };
	const { announcedAt, endsAt } = row;
	return {
		wind_down: {
			announced_at: announcedAt.getTime(),
			ends_at: endsAt.getTime(),
			is_over: endsAt.getTime() <= clock.now(),
		},
		owed: (await selectOwedDays(db, announcedAt, DAYS_MAX)).map(owedToWire),
	};
}

export function owedToWire({ day, spendable, heldBack, onItsWay }: OwedRow) {
	return {
		day,
		spendable: robuxToWire(spendable),
		held_back: robuxToWire(heldBack),
		on_its_way: robuxToWire(onItsWay),
	};
}

/** From the announcement on nothing new is earned, also after the date. @throws CallError `failed-precondition`. */
export async function requireEarning(db: Database | Tx): Promise<void> {
	if (await selectWindDown(db)) throw new CallError('failed-precondition', refusal('winding-down'));
}
