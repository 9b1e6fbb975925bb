import type { Branding } from '../../../../contract/branding.ts';
import { DAY_MS } from '../../../../contract/durations.ts';
import { robuxToWire } from '../../../../contract/money.ts';
import type { DbDeps } from '../../../lib/db/database.ts';
import type { Alert } from '../../../lib/feature.ts';
import { selectLossesSince } from './store-chargebacks.ts';

export async function listLossAlerts({
	db,
	clock,
	words: { currencySign },
}: DbDeps & { words: Pick<Branding, 'currencySign'> }): Promise<Alert[]> {
	const lost = await selectLossesSince(db, new Date(clock.now() - DAY_MS));
	if (lost === 0) return [];
	const message = `Partners reversed credits of deleted accounts. Losses in the last day: ${robuxToWire(lost)} ${currencySign}, including boosts.`;
	return [{ kind: 'losses', message }];
}
