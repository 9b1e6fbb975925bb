import type { UserDocument, UserDocumentPatch } from '../../../contract/accounts/profiles.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { type Database, type DbDeps, inTransaction } from '../../lib/db/database.ts';
import type { Platform } from '../../platform/platform.ts';
import { whatToAgree } from '../agreements/agree.ts';
import { getRobloxUser, type LookUpDeps, lookUp } from './look-up.ts';
import { linkGameAccount, selectProfile, updateAvatar, updateProfile } from './store.ts';
import { isProven } from './store-proofs.ts';

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

export type UpdateUserDocumentDeps = LookUpDeps &
	DbDeps & {
		platform: Pick<Platform, 'findUser' | 'findAvatarUrl'>;
		publish: (uid: string) => void;
		requireGameAccountProof: boolean;
	};

/** @throws CallError `already-exists`, or as `getRobloxUser`. */
export async function updateUserDocument(
	deps: UpdateUserDocumentDeps,
	uid: string,
	patch: UserDocumentPatch,
): Promise<void> {
	if (patch.roblox_username !== undefined) await linkAccount(deps, uid, patch.roblox_username);
	else if (patch.avatar_url !== undefined) await refreshAvatar(deps, uid);
	else return;
	deps.publish(uid);
}

async function linkAccount(deps: UpdateUserDocumentDeps, uid: string, username: string): Promise<void> {
	const { userId: platformUserId, name, avatarUrl } = await getRobloxUser(deps, uid, username);
	const robloxUsername = name.toLowerCase();
	if (deps.requireGameAccountProof && !(await isProven(deps.db, uid, platformUserId))) {
		throw callError('permission-denied', 'game-account-unproven', { platform: deps.words.platformName });
	}
	await inTransaction(deps.db, async (tx) => {
		const isThere = await updateProfile(tx, { uid, platformUserId, robloxUsername, avatarUrl });
		if (!isThere) throw callError('not-found', 'no-user-record');
		const isOwn = await linkGameAccount(tx, { uid, platformUserId, robloxUsername, nowMs: deps.clock.now() });
		if (!isOwn) throw callError('already-exists', 'username-taken');
	});
}

async function refreshAvatar(deps: UpdateUserDocumentDeps, uid: string): Promise<void> {
	const platformUserId = (await selectProfile(deps.db, uid))?.platformUserId ?? null;
	if (platformUserId === null) return;
	const avatarUrl = await lookUp(deps, uid, () => deps.platform.findAvatarUrl(platformUserId));
	await updateAvatar(deps.db, { uid, platformUserId, avatarUrl });
}
