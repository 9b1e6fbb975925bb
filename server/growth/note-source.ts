import type { CallInput, CallResult } from '../../contract/calls.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import type { Origin } from '../../contract/growth.ts';
import type { ActionDeps } from '../accounts/with-audit.ts';
import { inTransaction } from '../lib/db/database.ts';
import { selectWelcome } from './partner-codes.ts';
import { countSource, countVisit, insertSource, selectSource } from './store-sources.ts';

const SIGN_UP_MS = HOUR_MS;

export async function noteVisit(
	{ db, clock }: ActionDeps,
	{ repeat, ...origin }: CallInput<'noteVisit'>,
): Promise<CallResult<'noteVisit'>> {
	const source = await selectSource(db, origin);
	if (!repeat) await countVisit(db, source, clock.now());
	return { partner: source.partner === null ? null : await selectWelcome(db, source.partner) };
}

export async function noteSource(
	{ db, clock }: ActionDeps,
	origin: Origin,
	{ actor: { uid } }: { actor: { uid: string } },
): Promise<CallResult<'noteSource'>> {
	const nowMs = clock.now();
	const since = new Date(nowMs - SIGN_UP_MS);
	return inTransaction(db, async (tx) => {
		const source = await selectSource(tx, origin, uid);
		const noted = await insertSource(tx, { ...origin, ...source, uid, nowMs, since });
		if (noted) await countSource(tx, uid);
		return { noted };
	});
}
