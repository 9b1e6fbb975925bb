import { randomBytes } from 'node:crypto';
import type { CallResult } from '../../contract/calls.ts';
import { BOUNTY_DAYS } from '../../contract/growth.ts';
import type { Database } from '../lib/db/database.ts';
import { paysBounties, scaled } from './bounty-terms.ts';
import { selectInviteFigures, selectTerms } from './store-bounties.ts';
import { selectInviteCode } from './store-sources.ts';

export async function getInvite(
	{ db, publicUrl }: { db: Database; publicUrl: string },
	_input: unknown,
	{ actor: { uid } }: { actor: { uid: string } },
): Promise<CallResult<'getInvite'>> {
	const code = await selectInviteCode(db, uid, randomBytes(6).toString('hex'));
	const stored = await selectTerms(db);
	const terms = stored && paysBounties(stored) ? { ...scaled(stored, 0.01), days: BOUNTY_DAYS } : null;
	return { code, url: `${publicUrl}/?via=${code}`, ...(await selectInviteFigures(db, uid)), terms };
}
