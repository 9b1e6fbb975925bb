import { randomInt } from 'node:crypto';
import { HOUR_MS } from '../../../contract/durations.ts';
import { callError } from '../../../contract/refusals.ts';
import { recordAudit } from '../../lib/audit.ts';
import type { CallHandler, UserCall } from '../../lib/call-handler.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import type { EventLog } from '../../lib/event-log.ts';
import { notifyUser } from '../../notifications/notify-user.ts';
import type { Platform } from '../../platform/platform.ts';
import { type Asker, noteUse } from '../sessions/note-use.ts';
import { lockUsers } from '../store.ts';
import { getRobloxUser, type LookUpDeps, lookUp, type RobloxUser } from './look-up.ts';
import * as store from './store.ts';

export type ProveDeps = LookUpDeps &
	DbDeps & {
		platform: Pick<Platform, 'findUser' | 'findAvatarUrl' | 'findDescription'>;
		events: Pick<EventLog, 'note'>;
		publish: (uid: string) => void;
	};

type FinishProof = CallHandler<'finishGameAccountProof', ProveDeps, Asker>;

const PROOF_LASTS_MS = HOUR_MS;
const TRIES_MAX = 3;

/** Returns the same phrase until it expires. @throws as `getRobloxUser`. */
export const startGameAccountProof: UserCall<'startGameAccountProof', ProveDeps> = async (deps, input, { actor }) => {
	const { uid } = actor;
	const { userId: platformUserId } = await getRobloxUser(deps, uid, input.username);
	const nowMs = deps.clock.now();
	const expiresAt = new Date(nowMs + PROOF_LASTS_MS);
	const proof = { uid, platformUserId, phrase: newPhrase(), expiresAt, now: new Date(nowMs) };
	const stored = await store.upsertProof(deps.db, proof);
	return { phrase: stored.phrase, expiresAt: stored.expiresAt.getTime() };
};

/** Also unlinks and notifies a previous owner. @returns whether the description contains the phrase. */
export const finishGameAccountProof: FinishProof = async (deps, { username }, asker) => {
	const { db, clock, platform } = deps;
	const { uid } = asker.actor;
	const account = await getRobloxUser(deps, uid, username);
	const proof = await store.selectProof(db, uid);
	if (proof?.platformUserId !== account.userId || proof.expiresAt.getTime() <= clock.now()) {
		throw callError('failed-precondition', 'game-account-proof-over');
	}
	const description = await lookUp(deps, uid, () => platform.findDescription(account.userId));
	if (description === undefined || !holdsPhrase(description, proof.phrase)) return { linked: false };
	for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
		const taken = await takeOver(deps, { uid, account, phrase: proof.phrase });
		if (taken === 'again') continue;
		for (const changed of [uid, ...taken.lostBy]) deps.publish(changed);
		noteUse(deps.events, 'finishGameAccountProof', asker);
		return { linked: true };
	}
	throw callError('aborted', 'outcome-unknown');
};

type Taking = { uid: string; account: RobloxUser; phrase: string };

async function takeOver({ db, clock }: ProveDeps, { uid, account, phrase }: Taking) {
	const { userId: platformUserId, name, avatarUrl } = account;
	const robloxUsername = name.toLowerCase();
	return inTransaction(db, async (tx) => {
		const nowMs = clock.now();
		const holder = await store.selectLinkedUid(tx, platformUserId);
		const users = await lockUsers(tx, [uid, holder ?? uid]);
		if (!users.has(uid)) throw callError('not-found', 'no-user-record');
		if ((await store.selectLinkedUid(tx, platformUserId)) !== holder) return 'again' as const;
		if (!(await store.deleteProof(tx, uid, phrase))) throw callError('failed-precondition', 'game-account-proof-over');
		const lostBy = holder !== undefined && holder !== uid ? [holder] : [];
		for (const loser of lostBy) await takeFrom(tx, loser, { platformUserId, robloxUsername, nowMs });
		await store.updateProfile(tx, { uid, platformUserId, robloxUsername, avatarUrl });
		await store.linkGameAccount(tx, { uid, platformUserId, robloxUsername, nowMs });
		await store.markProven(tx, { uid, platformUserId, at: new Date(nowMs) });
		return { lostBy };
	});
}

type Lost = { platformUserId: number; robloxUsername: string; nowMs: number };

async function takeFrom(tx: Tx, uid: string, { platformUserId, robloxUsername, nowMs }: Lost): Promise<void> {
	await store.unlinkProfile(tx, { uid, platformUserId });
	const reference = `game-account/${platformUserId}/${nowMs}`;
	await notifyUser(tx, { uid, kind: 'game-account-lost', data: { username: robloxUsername }, reference });
	const entry = { atMs: nowMs, actor: 'system', action: 'lose-game-account', uid };
	await recordAudit(tx, { ...entry, details: { robloxUsername } });
}

const WORDS =
	`apple anchor arrow autumn badge bakery balloon banner basket beacon bicycle blanket bottle branch breeze bridge
	bucket butter button cabin camera candle canyon carpet castle cedar cherry circle clover cloud cobalt comet copper coral
	cotton cradle crystal dairy dancer desert diamond dolphin donkey dragon eagle echo ember engine falcon feather fiddle
	finger flower forest fountain fossil garden giant ginger glacier glove grape gravel guitar hammer harbor hazel helmet
	honey horizon island ivory jacket jasmine jungle kettle kitchen ladder lantern lemon library lizard magnet maple marble
	meadow melody mirror monkey mountain museum needle oasis ocean olive orange orchard paddle palace paper parrot pebble
	pencil pepper piano pillow planet plum pocket prairie puzzle rabbit rainbow ribbon river rocket saddle saffron salmon
	shadow silver spider summer sunset temple thunder tiger timber tomato tower tulip tunnel turtle valley velvet violin
	walnut water whistle willow window winter yellow zebra`.split(/\s+/);
const LENGTH = 6;

export const newPhrase = (): string => Array.from({ length: LENGTH }, () => WORDS[randomInt(WORDS.length)]).join(' ');

export const holdsPhrase = (description: string, phrase: string): boolean => plain(description).includes(plain(phrase));

const plain = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ');
