import { HOUR_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Gauge } from '../../lib/feature.ts';
import { selectRefusals } from './store-refusals.ts';

export const wallGauges: readonly Gauge<{ db: Database; clock: Clock; walls: readonly { id: string }[] }>[] = [
	{
		name: 'lootpass_postbacks_refused_ratio',
		help: 'Share of the postbacks of an offerwall in the last hour that were refused or named an unknown user',
		labels: ['wall'],
		async read({ db, clock, walls }) {
			const rows = await selectRefusals(db, new Date(clock.now() - HOUR_MS));
			const known = rows.filter(({ wall }) => walls.some(({ id }) => id === wall));
			return known.map(({ wall, refused, all }) => ({ labels: { wall }, value: refused / all }));
		},
	},
];
