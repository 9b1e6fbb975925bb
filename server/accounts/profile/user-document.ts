import type { UserDocument, UserDocumentPatch } from '../../../contract/accounts/profiles.ts';
import { robuxToWire } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import { findWallet } from '../../ledger/wallet.ts';
import { type Database, type DbDeps, datesToMs, inTransaction } from '../../lib/db/database.ts';
import type { EventLog } from '../../lib/event-log.ts';
import type { DataHandler } from '../../lib/feature.ts';
import type { Platform } from '../../platform/platform.ts';
import { whatToAgree } from '../agreements/agree.ts';
import { noteUse } from '../sessions/note-use.ts';
import { getRobloxUser, type LookUpDeps, lookUp } from './look-up.ts';
import { isProven, linkGameAccount, selectProfile, updateAvatar, updateProfile } from './store.ts';

export type PatchDeps = UpdateUserDocumentDeps & { events: Pick<EventLog, 'note'> };

export const patchUserDocument: DataHandler<'PATCH /data/users/{uid}', PatchDeps> = async (deps, patch, caller) => {
	const { actor, request } = caller;
	await updateUserDocument(deps, actor.uid, patch);
	const asker = { actor, ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
	if (patch.roblox_username !== undefined) noteUse(deps.events, 'link-game-account', asker);
	return getUserDocument(deps.db, actor.uid);
};

export async function getUserDocument(db: Database, uid: string): Promise<UserDocument> {
	const profile = await selectProfile(db, uid);
	if (!profile) throw callError('not-found', 'no-user-record');
	const { platformUserId: _, agreed, ...shown } = profile;
	const toAgree = whatToAgree(agreed);
	const wallet = await findWallet(db, uid);
	const robux = wallet ? robuxToWire(wallet.balance) : 0;
	return { ...datesToMs(shown), robux, ...(toAgree && { to_agree: toAgree }) };
}

type UpdateUserDocumentDeps = LookUpDeps &
	DbDeps & {
		platform: Pick<Platform, 'findUser' | 'findAvatarUrl'>;
		publish: (uid: string) => void;
		requireGameAccountProof: boolean;
	};

/** @throws CallError `already-exists`, or as `getRobloxUser`. */
export async function updateUserDocument(deps: UpdateUserDocumentDeps, uid: string, patch: UserDocumentPatch) {
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
