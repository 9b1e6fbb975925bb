import { retentionMs } from '../../contract/site/retention.ts';
import { type DbDeps, inTransaction, type Tx } from '../lib/db/database.ts';
import { createFindHostingNetwork, type HostingDeps } from './hosting-networks.ts';
import { createNotePlace, type PlaceDeps } from './note-place.ts';
import * as store from './store-places.ts';
import { refreshSignals } from './store-signals.ts';

type FraudDeps = PlaceDeps & HostingDeps & DbDeps;

/** Longer than any write takes to commit. */
const LATE_WRITES_MS = 20_000;
const WAYS_IN_AT_ONCE = 1_000;
const STRETCH_MS = 5 * 60_000;
const USERS_AT_ONCE = 2_000;
const STEPS_MAX = 50;
const PLACES_AT_ONCE = 5_000;

/** Works in bounded steps; the next run resumes where this one ended. */
export async function refreshFraud(deps: FraudDeps): Promise<void> {
	for (let step = 0; step < STEPS_MAX; step += 1) {
		const isThere = await inTransaction(deps.db, (tx) => takeStep(tx, deps));
		if (isThere) return;
	}
}

export async function forgetPlaces({ db, clock }: Pick<FraudDeps, 'db' | 'clock'>): Promise<void> {
	const before = new Date(clock.now() - retentionMs('places'));
	while ((await store.deletePlaces(db, { before, limit: PLACES_AT_ONCE })) === PLACES_AT_ONCE);
}

async function takeStep(tx: Tx, deps: FraudDeps): Promise<boolean> {
	const now = new Date(deps.clock.now());
	const before = new Date(now.getTime() - LATE_WRITES_MS);
	const { eventId, until } = await store.lockProgress(tx);
	const waysIn = await store.selectWaysIn(tx, { afterId: eventId, before, limit: WAYS_IN_AT_ONCE });
	if (waysIn.length > 0) {
		const notePlace = createNotePlace(deps);
		for (const wayIn of waysIn) await notePlace(tx, wayIn);
	}
	const to = new Date(Math.min(before.getTime(), until.getTime() + STRETCH_MS));
	const came = [...new Set(waysIn.map(({ uid }) => uid))];
	const neighbours = await store.selectNeighbours(tx, came, USERS_AT_ONCE);
	const moved = to > until ? await store.selectMoved(tx, { from: until, to, limit: USERS_AT_ONCE }) : [];
	const uids = [...new Set([...came, ...neighbours, ...moved])];
	if (uids.length > 0) await refreshSignals(tx, uids, { now, findHostingNetwork: createFindHostingNetwork(deps) });
	await store.updateProgress(tx, { eventId: waysIn.at(-1)?.id ?? eventId, until: to > until ? to : until });
	return waysIn.length < WAYS_IN_AT_ONCE && to.getTime() === before.getTime();
}
