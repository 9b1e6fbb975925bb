import type { Database } from '../../../lib/db/database.ts';
import type { Alert } from '../../../lib/feature.ts';
import { type BrakedCredits, selectBrakedCredits } from './store-brakes.ts';

const COUNTED_MAX = 1_000;

const causeTexts: Record<BrakedCredits['cause'], string> = {
	amount: 'Large credits on hold',
	unprotected: 'Credits waiting for your decision, because postbacks of their offerwall can be forged',
	speed: 'Credits on hold because their offerwall pays far more than usual',
};

export async function listBrakeAlerts({ db }: { db: Database }): Promise<Alert[]> {
	const braked = await selectBrakedCredits(db, COUNTED_MAX);
	return braked.map(({ cause, count, walls }) => {
		const shown = count < COUNTED_MAX ? String(count) : `${COUNTED_MAX} or more`;
		return { kind: `held-for-${cause}`, message: `${causeTexts[cause]}: ${shown} (${walls.join(', ')}).` };
	});
}
