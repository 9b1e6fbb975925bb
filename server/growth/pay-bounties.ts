import { sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import type { BountyTerms } from '../../contract/growth.ts';
import { asRobuxCents } from '../../contract/money.ts';
import type { AccountMemory } from '../accounts/memory/account-memory.ts';
import { selectBanReason } from '../accounts/store.ts';
import { selectCircle } from '../fraud/circle.ts';
import { createFindHostingNetwork, type HostingDeps } from '../fraud/hosting-networks.ts';
import { selectOpenScore } from '../fraud/store-signals.ts';
import { WalletClosed } from '../ledger/errors.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { lockWallet } from '../ledger/wallet.ts';
import { type DbDeps, inTransaction, type Tx } from '../lib/db/database.ts';
import { type Bounty, earnedBounties, type Invited, isCauseGone, type NewBounty } from './bounty.ts';
import * as store from './store-bounties.ts';
import { countSource, isSourceOff, selectUncounted } from './store-sources.ts';

export type BountyDeps = HostingDeps & DbDeps & { memory: AccountMemory; publish: (uid: string) => void };

const USUAL_COMMIT_MS = 20_000;
const DUE_AT_ONCE = 500;
const steps = { held: 'hold', released: 'release', cancelled: 'cancel', reversed: 'reversal' } as const;

export async function payBounties(deps: BountyDeps): Promise<void> {
	const { db, clock } = deps;
	const count = (uid: string) => inTransaction(db, (tx) => countSource(tx, uid));
	await store.followMoves(db, clock.now() - USUAL_COMMIT_MS, async ({ uid, isInvited }) => {
		if (isInvited) await judge(deps, uid);
		await count(uid);
	});
	for (const uid of await selectUncounted(db)) await count(uid);
	const due = sql`state = 'held' and release_at <= ${new Date(clock.now())} order by release_at limit ${DUE_AT_ONCE}`;
	const bounties = await store.selectBounties(db, due);
	for (const uid of new Set(bounties.map(({ invited }) => invited))) await judge(deps, uid);
	for (const bounty of bounties) await release(deps, bounty);
}

async function judge(deps: BountyDeps, uid: string): Promise<void> {
	const [invited, bounties] = await inTransaction(deps.db, async (tx) => [
		await store.selectInvited(tx, uid),
		await store.selectBounties(tx, sql`invited = ${uid}`),
	]);
	for (const bounty of earnedBounties(invited)) {
		if (!bounties.some(({ reference }) => reference === bounty.reference)) await give(deps, invited, bounty);
	}
	for (const bounty of bounties.filter((one) => isCauseGone(one, invited))) {
		await withReceiver(deps, bounty, async (tx, atMs) => {
			const state = (await find(tx, bounty))?.state;
			const to = state === 'held' ? 'cancelled' : 'reversed';
			if (state === 'held' || state === 'released') await end(tx, bounty, { state: to, why: 'cause-gone', atMs });
		});
	}
}

async function find(tx: Tx, { uid, reference }: Bounty): Promise<Bounty | undefined> {
	return (await store.selectBounties(tx, sql`uid = ${uid} and reference = ${reference}`))[0];
}

async function withReceiver(
	{ db, clock, publish }: BountyDeps,
	{ uid }: NewBounty,
	work: (tx: Tx, atMs: number) => Promise<void>,
): Promise<void> {
	try {
		await inTransaction(db, async (tx) => {
			await lockWallet(tx, uid);
			await work(tx, clock.now());
		});
		publish(uid);
	} catch (error) {
		if (!(error instanceof WalletClosed)) throw error;
	}
}

function give(deps: BountyDeps, invited: Invited, bounty: NewBounty): Promise<void> {
	return withReceiver(deps, bounty, async (tx, atMs) => {
		const created_at = new Date(atMs);
		const terms = invited.terms as BountyTerms;
		const isRefused = await isRelated(tx, deps, invited);
		const why = isRefused ? 'related' : ((await store.selectRefusal(tx, terms, bounty, created_at)) ?? null);
		const endsMs = bounty.kind === 'second' ? invited.endsAt.getTime() : 0;
		const release_at = new Date(Math.max(atMs + terms.hold_days * DAY_MS, endsMs));
		const state = why ? 'refused' : 'held';
		const isNew = await store.insertBounty(tx, { ...bounty, state, why, created_at, release_at });
		if (isNew && !why) await book(tx, bounty, 'held', atMs);
	});
}

async function isRelated(tx: Tx, { memory, clock }: BountyDeps, { uid, inviter }: Invited): Promise<boolean> {
	const { uids, isKnown } = await selectCircle(tx, memory, { uid, nowMs: clock.now() });
	return isKnown || !inviter || [uid, ...uids].includes(inviter) || store.isInvitedBy(tx, inviter, uids);
}

async function release(deps: BountyDeps, due: Bounty): Promise<void> {
	await withReceiver(deps, due, async (tx, atMs) => {
		if ((await find(tx, due))?.state !== 'held') return;
		const invited = await store.selectInvited(tx, due.invited);
		if (await isRelated(tx, deps, invited)) await end(tx, due, { state: 'cancelled', why: 'related', atMs });
		else {
			const isOff = await isSourceOff(tx, due.invited);
			const why = isOff ? 'source-off' : (await isSuspected(tx, deps, invited)) ? 'screening' : undefined;
			if (!why) return end(tx, due, { state: 'released', atMs });
			await store.updateBounty(tx, due, { state: 'held', why, releaseAt: new Date(atMs + HOUR_MS) });
		}
	});
}

async function isSuspected(tx: Tx, deps: BountyDeps, { uid, inviter }: Invited): Promise<boolean> {
	const look = { now: new Date(deps.clock.now()), findHostingNetwork: createFindHostingNetwork(deps) };
	for (const one of [uid, inviter as string]) {
		if ((await selectBanReason(tx, one)) || (await selectOpenScore(tx, one, look)) > 0) return true;
	}
	return false;
}

type End = { state: Exclude<keyof typeof steps, 'held'>; why?: string; atMs: number };

async function end(tx: Tx, bounty: Bounty, { atMs, ...to }: End): Promise<void> {
	await book(tx, bounty, to.state, atMs);
	await store.updateBounty(tx, bounty, to);
}

async function book(tx: Tx, { uid, reference, amount }: NewBounty, state: keyof typeof steps, atMs: number) {
	const kind = `bounty-${steps[state]}` as const;
	await postTransfer(tx, { kind, uid, amount: asRobuxCents(amount), reference: `${reference}/${kind}`, atMs });
}

/** Requires the wallet's lock. The last count, because other parts are erased later. */
export async function settleGrowth(tx: Tx, { uid, atMs }: { uid: string; atMs: number }): Promise<void> {
	for (const bounty of await store.selectBounties(tx, sql`uid = ${uid} and state = 'held'`)) {
		await end(tx, bounty, { state: 'cancelled', why: 'deleted', atMs });
	}
	await countSource(tx, uid);
}
