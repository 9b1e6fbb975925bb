import type { RewardSteps } from '../../../contract/offerwalls/history.ts';
import { SERIAL } from '../../lib/db/cursor.ts';
import type { Database } from '../../lib/db/database.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { selectReward } from './store-history.ts';

const stepOf: Record<string, RewardSteps[number]['kind']> = {
	credit: 'credited',
	'credit-hold': 'held',
	'credit-release': 'credited',
	'credit-cancel': 'taken-back',
	reversal: 'taken-back',
};

export async function getReward(
	{ db }: { db: Database },
	{ id }: { id: string },
	{ actor: { uid } }: { actor: Pick<Actor, 'uid'> },
): Promise<{ steps: RewardSteps }> {
	const booked = SERIAL.test(id) ? await selectReward(db, uid, id) : [];
	return {
		steps: booked.flatMap(({ kind, at }) => (stepOf[kind] ? [{ kind: stepOf[kind], at: at.getTime() }] : [])),
	};
}
