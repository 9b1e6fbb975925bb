import type { UserDocument } from '../../../contract/accounts/profiles.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import { findWallet } from '../../ledger/wallet.ts';
import type { Database } from '../../lib/db/database.ts';
import { whatToAgree } from '../agreements/agree.ts';
import { selectProfile } from './store.ts';

export async function getUserDocument(db: Database, uid: string): Promise<UserDocument> {
	const profile = await selectProfile(db, uid);
	if (!profile) throw callError('not-found', 'no-user-record');
	const toAgree = whatToAgree(profile.agreed);
	const wallet = await findWallet(db, uid);
	return {
		avatar_url: profile.avatarUrl,
		roblox_username: profile.robloxUsername,
		role: profile.role,
		robux: wallet ? robuxToWire(wallet.balance) : 0,
		last_access: profile.lastAccess?.getTime() ?? null,
		...(toAgree && { to_agree: toAgree }),
	};
}
