import { createHash, randomUUID } from 'node:crypto';
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
import { payoutTimes } from '../../server/withdrawals/payouts/record-outcome.ts';
import { createRandom } from '../../test/partners/random.ts';
import { PLAYER } from '../../test/payouts/fake-vendor.ts';
import { screenNothing } from '../../test/payouts/fake-withdrawals.ts';
import { bindStaffCalls } from '../../test/support/staff-calls.ts';
import { adminContext, approving, silentLog } from '../../test/support/stubs.ts';
import { PROMO } from './model.ts';
import { ADMINS, BOOST, HOLD_HOURS, type Operation, USERS, type Wall } from './operations.ts';
import { openPayoutDesk } from './payout-desk.ts';
import type { Site } from './site.ts';

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
		async [Symbol.asyncDispose](): Promise<void> {
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
