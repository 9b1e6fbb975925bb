import type { Clock } from '../../lib/clock.ts';
import { type Database, inTransaction } from '../../lib/db/database.ts';
import { notifyUsers } from '../../notifications/notify-user.ts';
import type { NewNotice } from '../../notifications/store.ts';
import { selectBooks } from '../../treasury/store-treasury.ts';
import { selectWindDown } from '../../wind-down/store-wind-down.ts';
import {
	addTold,
	holdUntold,
	insertOwed,
	selectTold,
	selectUntold,
	selectWithBalance,
	setToldAt,
	tellAgain,
	type Untold,
} from './store-wind-down.ts';

export type TellDeps = { db: Database; clock: Clock; publish: (uid: string) => void };

const PEOPLE_AT_ONCE = 500;

/**
 * Tells everybody who has a balance of the end, and whoever was told of it that it was taken back. Each once, by the reference
 * of the notice: a run that died is made up for by the next one.
 */
export async function tellWindDown(deps: TellDeps): Promise<void> {
	for (const untold of await selectUntold(deps.db)) {
		let after: string | undefined;
		do after = await tellSome(deps, untold, after);
		while (after !== undefined);
	}
}

/** @returns the last who was told; undefined when nobody is left, or there is something else to tell. */
async function tellSome(
	{ db, clock, publish }: TellDeps,
	untold: Untold,
	after: string | undefined,
): Promise<string | undefined> {
	const { id, endsAt, isTakenBack } = untold;
	const reference = isTakenBack ? `wind-down-off/${id}` : `wind-down/${id}/${endsAt.getTime()}`;
	const told = await inTransaction(db, async (tx) => {
		if (!(await holdUntold(tx, untold))) return [];
		const page = { after, reference, limit: PEOPLE_AT_ONCE };
		const uids = isTakenBack ? await selectTold(tx, { ...page, id }) : await selectWithBalance(tx, page);
		await notifyUsers(
			tx,
			uids.map(
				(uid): NewNotice =>
					isTakenBack
						? { uid, reference, kind: 'going-on', data: {} }
						: { uid, reference, kind: 'winding-down', data: { until: endsAt.getTime() } },
			),
		);
		await addTold(tx, id, uids.length);
		if (uids.length < PEOPLE_AT_ONCE) await setToldAt(tx, id, new Date(clock.now()));
		return uids;
	});
	for (const uid of told) publish(uid);
	return told.length === PEOPLE_AT_ONCE ? told.at(-1) : undefined;
}

/** Writes down what is owed today, and looks for people who have a balance since. */
export async function publishOwed({ db, clock }: Omit<TellDeps, 'publish'>): Promise<void> {
	if (!(await selectWindDown(db))) return;
	const now = new Date(clock.now());
	await insertOwed(db, await selectBooks(db, { paidSince: now, now }), now);
	await tellAgain(db, now);
}
