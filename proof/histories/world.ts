import { createHash, randomUUID } from 'node:crypto';
import { CallError } from '../../contract/errors.ts';
import { ADMIN_ROLE } from '../../contract/limits.ts';
import { asRobuxCents } from '../../contract/money.ts';
import { adminDeleteUser } from '../../server/account-deletion/delete-account.ts';
import { createAccountMemory } from '../../server/accounts/memory/account-memory.ts';
import { adminBanUser, adminUnbanUser } from '../../server/accounts/user-record/change-account-status.ts';
import { adminAdjustBalance, adminDecideAdjustment } from '../../server/adjustments/adjustment.ts';
import { personalParts } from '../../server/app/features.ts';
import { inTransaction } from '../../server/lib/db/database.ts';
import { forgiveChargebacks } from '../../server/offerwalls/booking/chargebacks/store-chargebacks.ts';
import { releaseHeldCredits } from '../../server/offerwalls/booking/release-held-credits.ts';
import { createPostbackTaker, type PostbackTaker } from '../../server/offerwalls/postbacks/take-postback.ts';
import { type Wall as OpenWall, toWalls } from '../../server/offerwalls/walls/wall.ts';
import { redeemPromoCode } from '../../server/promotions/redeem-promo-code.ts';
import { insertCode } from '../../server/promotions/store.ts';
import { gatherWrites } from '../../server/withdrawals/payouts/gather-writes.ts';
import { listDue, workOff } from '../../server/withdrawals/payouts/payouts.ts';
import { type PayoutDeps, payoutTimes } from '../../server/withdrawals/payouts/record-outcome.ts';
import {
	cancelWithdrawal,
	markWithdrawalPaid,
	refundWithdrawal,
	resendWithdrawal,
} from '../../server/withdrawals/review/review-withdrawal.ts';
import { adminDecideSettlement, adminProposeSettlement } from '../../server/withdrawals/review/settle-withdrawal.ts';
import { selectSettlementsOf } from '../../server/withdrawals/review/store-reviews.ts';
import type { Vendor } from '../../server/withdrawals/vendors/vendor.ts';
import { vendorWebhook } from '../../server/withdrawals/vendors/vendor-webhook.ts';
import { Crash, createCrashableProcess } from '../../test/crashes/crashable-process.ts';
import { createRandom, type Random } from '../../test/partners/random.ts';
import { createFakeVendor, PLAYER, vendorFaults } from '../../test/payouts/fake-vendor.ts';
import { screenNothing, submitTo } from '../../test/payouts/fake-withdrawals.ts';
import { bindStaffCalls } from '../../test/support/staff-calls.ts';
import { adminContext, approving, silentLog } from '../../test/support/stubs.ts';
import { PROMO } from './model.ts';
import { ADMINS, BOOST, HOLD_HOURS, type Operation, USERS, type Wall } from './operations.ts';
import { isOver, type ObservedWithdrawal, type Site } from './site.ts';

const SECRET = 'test-secret';
const memory = createAccountMemory({ key: SECRET, days: 180 });
/** New for each world, because boosts are changed in place. */
const makeWalls = () =>
	toWalls(
		[
			{ id: 'now', partner: 'kiwiwall', name: 'At once', secret: SECRET },
			{ id: 'later', partner: 'kiwiwall', name: 'Later', secret: SECRET, holdHours: HOLD_HOURS },
		],
		'histories',
	);

export type Answer = { answer: string; order?: string };

export type World = Awaited<ReturnType<typeof openWorld>>;

export async function openWorld(site: Site, seed: number) {
	const { db, clock } = site;
	const walls = makeWalls();
	const random = createRandom(seed);
	const uids: readonly string[] = Array.from({ length: USERS }, () => randomUUID());
	const admins: readonly string[] = Array.from({ length: ADMINS }, () => randomUUID());
	const code = randomUUID().toUpperCase();
	const times = payoutTimes({ timeoutMs: 15_000, reconcileMinMs: 5_000, reconcileMaxMs: 300_000 });
	const common = { db, clock, log: silentLog, publish() {} };
	const staff = bindStaffCalls(common, { adminAdjustBalance, adminDecideAdjustment });
	const desk = openPayoutDesk({
		...common,
		site,
		uids,
		times,
		random,
		settledBy: [admins[0] as string, admins[1] as string],
	});
	const taker = createPostbackTaker(
		{ ...common, announceBan() {}, noteUse() {}, publicUrl: 'http://localhost' },
		site.batching,
	);
	await settleIn();

	async function settleIn(): Promise<void> {
		const at = new Date(clock.now());
		const { userId: platformUserId } = desk.platform;
		await screenNothing(db);
		for (const uid of [...uids, ...admins]) {
			const role = admins.includes(uid) ? ADMIN_ROLE : null;
			await site.addUser({ uid, role, username: PLAYER, platformUserId });
		}
		const amount = asRobuxCents(PROMO.robux * 100);
		const { usesMax, perUser } = PROMO;
		// Not an admin of the world: a code's cost counts against its creator's correction limit.
		const createdBy = randomUUID();
		const facts = { code, amount, usesMax, perUser, startsAt: at, endsAt: null, createdAt: at, createdBy };
		await inTransaction(db, (tx) => insertCode(tx, facts));
	}

	const admin = (nth = 0) => adminContext(admins[nth] as string);
	/** Deterministic, so that a repeated request number is a repeated request. */
	const idOf = (kind: string, user: number, request: number) => uuidOf(`${kind} ${uids[user]} ${request}`);

	async function act(operation: Operation): Promise<Answer> {
		switch (operation.do) {
			case 'credit':
			case 'reverse':
				return { answer: await take(taker, walls, { uid: uids[operation.user] as string, ...operation }) };
			case 'withdraw': {
				const { user, robux, request } = operation;
				const order = await desk.submit(uids[user] as string, robux, idOf('withdraw', user, request));
				return { answer: 'done', order };
			}
			case 'handle':
				await desk.handle(uids[operation.user] as string, operation.action);
				return { answer: 'done' };
			case 'work':
				await desk.work();
				return { answer: 'done' };
			case 'release':
				await releaseHeldCredits(common);
				return { answer: 'done' };
			case 'redeem':
				await redeemPromoCode(
					{ ...common, memory },
					{ code },
					{ actor: { uid: uids[operation.user] as string, sessionId: 's' }, ip: '192.0.2.1' },
				);
				return { answer: 'done' };
			case 'wait':
				await desk.wait(operation.minutes * 60_000);
				return { answer: 'done' };
			default:
				return { answer: await actAsAdmin(operation) };
		}
	}

	async function actAsAdmin(
		operation: Extract<Operation, { do: 'adjust' | 'decide' | 'ban' | 'unban' | 'delete' }>,
	): Promise<string> {
		const uid = uids[operation.user] as string;
		const about = { uid, reason: 'history' };
		switch (operation.do) {
			case 'adjust': {
				const { robux: amount, user, request } = operation;
				const requestId = idOf('adjust', user, request);
				return stateOf(await staff('adminAdjustBalance', { ...about, amount, requestId }, admin(operation.admin)));
			}
			case 'decide': {
				const { approve, user, request } = operation;
				const id = idOf('adjust', user, request);
				return stateOf(await staff('adminDecideAdjustment', { ...about, approve, id }, admin(operation.admin)));
			}
			case 'delete':
				await adminDeleteUser({ ...common, memory, ...personalParts }, about, approving(admin()));
				return 'done';
			default: {
				const action = operation.do === 'ban' ? adminBanUser : adminUnbanUser;
				return (await action({ ...common, forgiveChargebacks }, about, approving(admin()))).changed
					? 'changed'
					: 'unchanged';
			}
		}
	}

	return {
		uids,
		act,
		boostWalls: (isBoosted: boolean) => boostWalls(walls, isBoosted),
		desk,
		async close(): Promise<void> {
			await taker.drain();
			await desk.close();
		},
	};
}

const stateOf = (answer: object) => ('state' in answer ? String(answer.state) : 'proposed');

function boostWalls(walls: readonly OpenWall[], isBoosted: boolean): void {
	const row = { id: 1, percent: isBoosted ? BOOST.percent : 0, fromMs: 0, untilMs: Number.MAX_SAFE_INTEGER };
	for (const wall of walls) wall.boosts = [row];
}

type About = { uid: string; do: 'credit' | 'reverse'; wall: Wall; transaction: number; robux?: number };

function take(taker: PostbackTaker, walls: readonly OpenWall[], about: About): Promise<string> {
	const { uid, do: what, wall: id, transaction, robux } = about;
	const amount = robux === undefined ? '' : String(robux);
	const signature = createHash('md5').update(`${uid}:${amount}:${SECRET}`).digest('hex');
	const status = what === 'credit' ? '1' : '2';
	const fields = { status, trans_id: `t${transaction}`, sub_id: uid, gross: '0.5', amount, signature };
	const parameters = new URLSearchParams(fields).toString();
	const wall = walls.find((each) => each.id === id);
	if (!wall) throw new Error(`no wall ${id}`);
	const address = `/postback/${id}?${parameters}`;
	return taker.take(wall, { method: 'GET', address, body: '', ip: '192.0.2.1', headers: {} });
}

function uuidOf(text: string): string {
	const hex = createHash('sha256').update(text).digest('hex');
	return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const FAULTY = 0.25;
const CRASHABLE = 0.15;
const FAILING = 0.25;
/** The clock does not advance between concurrent events, so late answers cannot occur. */
const faults = vendorFaults.filter((fault) => fault !== 'late-answer');
const ROUNDS_MAX = 5_000;
const LOOKS_MAX = 10;
const GATHERED_MAX = 16;
const actions = {
	refund: refundWithdrawal,
	'send-again': resendWithdrawal,
	'mark-paid': markWithdrawalPaid,
	cancel: cancelWithdrawal,
};
const refusals = new Set(['aborted', 'failed-precondition', 'unavailable', 'not-found', 'already-exists']);

type DeskOptions = Pick<PayoutDeps, 'log' | 'times' | 'publish'> & {
	site: Site;
	random: Random;
	uids: readonly string[];
	settledBy: readonly [string, string];
};

type SettledWithdrawal = { uid: string; order: string; to: 'completed' | 'failed' };

function openPayoutDesk({ site, random, uids, settledBy, ...common }: DeskOptions) {
	const { db, clock } = site;
	const callbacks: Record<string, unknown>[] = [];
	const name = `played-${randomUUID()}`;
	const played = createFakeVendor({
		clock,
		name,
		lateMs: common.times.settleMs - 1_000,
		faultOf: () => (random.chance(FAULTY) ? random.pick(faults) : undefined),
		endOf: () => ({
			afterMs: random.below(120_000),
			error: random.chance(FAILING)
				? random.pick(['gamepass_not_found', 'unknown_error', 'insufficient_customer_balance'] as const)
				: undefined,
		}),
		onLateAnswer: async () => {},
		onCallback(body) {
			if (!random.chance(FAULTY)) callbacks.push(body);
			if (random.chance(FAULTY)) callbacks.push(body, { ...body, status: 'Error', sign: 'forged' });
		},
	});
	const alone: PayoutDeps = { ...common, db, clock, vendors: new Map([[name, played.vendor]]) };
	const deps = site.writesTogether ? { ...alone, gathered: gatherWrites(alone, GATHERED_MAX) } : alone;
	const notified = new Set<string>();

	function worker(): PayoutDeps {
		if (!random.chance(CRASHABLE)) return deps;
		const when = random.pick(['before', 'after'] as const);
		const crashable = createCrashableProcess(site.appPool, played.vendor, 1 + random.below(25), when);
		return { ...alone, db: crashable.db, vendors: new Map<string, Vendor>([[name, crashable.vendor]]) };
	}

	async function work(): Promise<number> {
		await played.runDue();
		for (const body of callbacks.splice(0)) {
			await vendorWebhook({ ...worker(), wakePayouts() {} }, name, body).catch(unlessDead);
		}
		const due = await listDue(deps, 100);
		await Promise.all(due.map((row) => workOff(worker(), row).catch(unlessDead)));
		return due.length;
	}

	async function openWithdrawals(): Promise<ObservedWithdrawal[]> {
		return (await site.ordersOf(uids)).filter((order) => !isOver(order));
	}

	async function handle(uid: string, action: keyof typeof actions | 'settle'): Promise<void> {
		const order = (await openWithdrawals()).find((open) => open.uid === uid);
		if (!order) return;
		const { orderId } = order;
		const about = { orderId, reason: 'history' };
		const done = action === 'settle' ? settle(orderId) : actions[action](worker(), about, adminContext(settledBy[0]));
		await done.catch((error) => {
			if (error instanceof CallError && refusals.has(error.code)) return;
			unlessDead(error);
		});
	}

	async function settle(orderId: string): Promise<void> {
		const staff = bindStaffCalls(worker(), { adminProposeSettlement, adminDecideSettlement });
		const outcome = (played.timesPaid().get(orderId) ?? 0) > 0 ? 'paid' : 'refunded';
		const about = { orderId, reason: 'history' };
		const waiting = (await selectSettlementsOf(db, orderId)).find(({ state }) => state === 'waiting');
		if (waiting) {
			const approve = waiting.outcome === outcome;
			await staff('adminDecideSettlement', { ...about, id: waiting.id, approve }, adminContext(settledBy[1]));
			return;
		}
		const what = outcome === 'paid' ? ({ outcome, proof: `sale of ${orderId}` } as const) : ({ outcome } as const);
		await staff('adminProposeSettlement', { ...about, ...what, requestId: randomUUID() }, adminContext(settledBy[0]));
	}

	async function nextAtMs(): Promise<number> {
		const vendorAtMs = (await played.runDue()) ?? Number.MAX_SAFE_INTEGER;
		return Math.min(vendorAtMs, (await site.nextCheckAtMs(name)) ?? Number.MAX_SAFE_INTEGER);
	}

	async function workUntilNothingIsDue(): Promise<void> {
		for (let round = 0; (await work()) > 0; round += 1) {
			if (round > ROUNDS_MAX) throw new Error(`orders stay due for ever: ${JSON.stringify(await openWithdrawals())}`);
		}
	}

	async function wait(ms: number): Promise<void> {
		const endMs = clock.nowMs + ms;
		const stepMs = Math.max(1_000, ms / LOOKS_MAX);
		while (clock.nowMs < endMs) {
			await workUntilNothingIsDue();
			clock.nowMs = Math.min(endMs, Math.max(clock.nowMs + stepMs, await nextAtMs()));
		}
	}

	async function review(): Promise<void> {
		for (const uid of uids) await handle(uid, random.pick(['refund', 'send-again', 'settle', 'settle']));
	}

	return {
		platform: played.platform,
		submit: (uid: string, amount: number, requestId: string) => submitTo(played, deps, { uid, amount, requestId }),
		work,
		handle,

		wait,

		async finish(): Promise<void> {
			for (let round = 0; round < ROUNDS_MAX; round += 1) {
				if ((await openWithdrawals()).length === 0) return;
				if (round % 3 === 2) await review();
				await wait(60_000);
			}
			throw new Error(`orders stay open for ever: ${JSON.stringify(await openWithdrawals())}`);
		},

		async newlySettled(): Promise<SettledWithdrawal[]> {
			const settled = (await site.ordersOf(uids))
				.filter((order) => isOver(order) && !notified.has(order.orderId))
				.map(({ uid, orderId: order, state }) => ({ uid, order, to: state as SettledWithdrawal['to'] }));
			for (const { order } of settled) notified.add(order);
			return settled;
		},

		timesPaid: (order: string) => played.timesPaid().get(order) ?? 0,
		close: () => played.close(),
	};
}

function unlessDead(error: unknown): void {
	if (!(error instanceof Crash)) throw error;
}
