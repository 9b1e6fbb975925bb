import { ADMINS, BOOST, HOLD_HOURS, type Operation, type Wall } from './operations.ts';
import type { Observed } from './site.ts';

/** Reference model of the product, without batches or locks. Amounts are R$ cents. */
export type Model = {
	users: readonly ModelUser[];
	movedAlone: readonly { atMs: number; amount: number }[][];
	promoUses: number;
};

export type ModelUser = Observed & {
	chargebacks: number;
	credits: Readonly<Record<string, Credit>>;
	/** Reversals that arrived before their credit; null reverses the whole credit. */
	waiting: Readonly<Record<string, number | null>>;
	requests: Readonly<Record<number, { robux: number; order: string }>>;
	open: { order: string; amount: number } | null;
	adjustments: Readonly<Record<number, Adjustment>>;
	redeemed: number;
};

type Adjustment = { robux: number; admin: number; state: string; decidedBy?: number; expiresAtMs: number };
type Credit = {
	readonly amount: number;
	readonly boost: number;
	readonly state: 'held' | 'standing' | 'taken';
	readonly releaseAtMs: number;
};

export type Event =
	| { operation: Operation; isBoosted: boolean; answer: string; order?: string }
	| { released: { user: number; key: string } }
	| { settled: { user: number; order: string; to: 'completed' | 'failed' } };

const HOUR_MS = 3_600_000;
const CHARGEBACKS_TO_BAN = 3;
const ALONE_MAX = 100_000;
const APPROVAL_HOURS = 72;
export const PROMO = { robux: 15, perUser: 2, usesMax: 4 };

const newUser: ModelUser = {
	balance: 0,
	pending: 0,
	earned: 0,
	withdrawn: 0,
	isBanned: false,
	isDeleted: false,
	chargebacks: 0,
	credits: {},
	waiting: {},
	requests: {},
	open: null,
	adjustments: {},
	redeemed: 0,
};

export function newModel(users: number): Model {
	return {
		users: Array.from({ length: users }, () => newUser),
		movedAlone: Array.from({ length: ADMINS }, () => []),
		promoUses: 0,
	};
}

/** Returns undefined if the product must not have given this answer. */
export function after(model: Model, event: Event, nowMs: number): Model | undefined {
	if ('settled' in event) return change(model, event.settled.user, (user) => settle(user, event.settled));
	if ('released' in event) {
		return change(model, event.released.user, (user) => release(user, event.released.key, nowMs));
	}
	const { operation, isBoosted, answer, order } = event;
	switch (operation.do) {
		case 'credit':
			return change(
				model,
				operation.user,
				(user) => credit(user, { ...operation, isBoosted }, nowMs) === answer || isAfterEnd(user, answer),
			);
		case 'reverse':
			return change(model, operation.user, (user) => reverse(user, operation) === answer);
		case 'withdraw':
			return change(model, operation.user, (user) => withdraw(user, operation, answer, order));
		case 'adjust':
			return adjust(model, operation, answer, nowMs);
		case 'decide':
			return change(model, operation.user, (user) => decide(user, operation, nowMs) === answer);
		case 'redeem':
			return redeem(model, operation.user, answer);
		case 'ban':
		case 'unban':
			return change(model, operation.user, (user) => changeBan(user, operation.do === 'ban') === answer);
		case 'delete':
			return change(model, operation.user, (user) => erase(user) === answer);
		default:
			return model;
	}
}

export function movesNothing(event: Event): boolean {
	return 'operation' in event && ['handle', 'work', 'release', 'wait'].includes(event.operation.do);
}

/** Returns a key per thing that the event touches. Events with a common key may depend on their order. */
export function sharesOf(event: Event): string[] {
	if ('settled' in event) return [`user ${event.settled.user}`];
	if ('released' in event) return [`user ${event.released.user}`];
	const { operation } = event;
	const user = 'user' in operation ? [`user ${operation.user}`] : [];
	if (operation.do === 'redeem') return [...user, 'promo code'];
	return operation.do === 'adjust' ? [...user, `admin ${operation.admin}`] : user;
}

export function dueCredits(models: readonly Model[], nowMs: number): { user: number; key: string }[] {
	const due = models.flatMap(({ users }) =>
		users.flatMap(({ credits }, user) =>
			Object.entries(credits)
				.filter(([, { state, releaseAtMs }]) => state === 'held' && releaseAtMs <= nowMs)
				.map(([key]) => ({ user, key })),
		),
	);
	return [...new Map(due.map((one) => [`${one.user} ${one.key}`, one])).values()];
}

/** @param work gets a shallow copy, so it must replace lists. Returns false to reject the event. */
function change(model: Model, index: number, work: (user: ModelUser) => boolean): Model | undefined {
	const user = { ...(model.users[index] as ModelUser) };
	return work(user) ? { ...model, users: model.users.with(index, user) } : undefined;
}

type About = { wall: Wall; transaction: number; robux?: number };
const keyOf = ({ wall, transaction }: About) => `${wall} ${transaction}`;
const cents = (robux: number) => robux * 100;

function credit(user: ModelUser, about: About & { robux: number; isBoosted: boolean }, nowMs: number): string {
	const key = keyOf(about);
	const booked = user.credits[key];
	if (booked) return booked.amount === cents(about.robux) ? 'replayed' : 'conflict';
	if (user.isDeleted) return 'unknown-user';
	const amount = cents(about.robux);
	const boost = about.isBoosted ? Math.floor((amount * BOOST.percent) / 100) : 0;
	const isHeld = about.wall === 'later';
	if (isHeld) user.pending += amount + boost;
	else earn(user, amount, boost);
	const releaseAtMs = nowMs + HOLD_HOURS * HOUR_MS;
	user.credits = { ...user.credits, [key]: { amount, boost, state: isHeld ? 'held' : 'standing', releaseAtMs } };
	const { [key]: requested, ...waiting } = user.waiting;
	if (requested !== undefined) {
		user.waiting = waiting;
		takeBack(user, key, requested ?? amount);
	}
	return isHeld ? 'held' : 'booked';
}

function isAfterEnd(user: ModelUser, answer: string): boolean {
	return user.isDeleted && ['unknown-user', 'replayed', 'conflict'].includes(answer);
}

function reverse(user: ModelUser, about: About): string {
	const key = keyOf(about);
	const booked = user.credits[key];
	if (user.isDeleted) return booked ? lose(user, key, about) : 'unknown-user';
	if (!booked) {
		const requested = about.robux === undefined ? null : cents(about.robux);
		user.waiting = { [key]: requested, ...user.waiting };
		return 'waiting';
	}
	if (booked.state === 'taken') return 'replayed';
	return takeBack(user, key, about.robux === undefined ? booked.amount : cents(about.robux));
}

/** No wallet is debited, because the account is deleted. */
function lose(user: ModelUser, key: string, { robux }: About): string {
	const booked = user.credits[key] as Credit;
	if (booked.state === 'taken') return 'replayed';
	user.credits = { ...user.credits, [key]: { ...booked, state: 'taken' } };
	return robux !== undefined && cents(robux) > booked.amount ? 'capped' : 'reversed';
}

function takeBack(user: ModelUser, key: string, requested: number): string {
	const booked = user.credits[key] as Credit;
	const wasHeld = booked.state === 'held';
	const taken = Math.min(requested, booked.amount);
	const boostLeft = Math.floor(((booked.amount - taken) * booked.boost) / booked.amount);
	if (wasHeld) user.pending -= booked.amount + booked.boost;
	// The rest of a partly reversed held credit is released immediately.
	if (wasHeld && taken < booked.amount) earn(user, booked.amount, booked.boost);
	if (!wasHeld || taken < booked.amount) earn(user, -taken, boostLeft - booked.boost);
	user.credits = { ...user.credits, [key]: { ...booked, state: 'taken' } };
	user.chargebacks += 1;
	if (user.chargebacks >= CHARGEBACKS_TO_BAN) user.isBanned = true;
	if (requested > booked.amount) return 'capped';
	return wasHeld && taken === booked.amount ? 'cancelled' : 'reversed';
}

function earn(user: ModelUser, amount: number, boost: number): void {
	user.balance += amount + boost;
	user.earned += amount;
}

function release(user: ModelUser, key: string, nowMs: number): boolean {
	const booked = user.credits[key];
	if (booked?.state !== 'held' || booked.releaseAtMs > nowMs) return true;
	user.credits = { ...user.credits, [key]: { ...booked, state: 'standing' } };
	user.pending -= booked.amount + booked.boost;
	earn(user, booked.amount, booked.boost);
	return true;
}

function withdraw(
	user: ModelUser,
	{ robux, request }: { robux: number; request: number },
	answer: string,
	order: string | undefined,
): boolean {
	const earlier = user.requests[request];
	// During a deletion, the game account may still be visible after the balance is gone.
	if (user.isDeleted) return answer === 'permission-denied' || answer === 'out-of-range';
	if (user.isBanned) return answer === 'permission-denied';
	if (earlier) return earlier.robux === robux ? order === earlier.order : answer === 'already-exists';
	if (user.open) return answer === 'aborted';
	if (user.balance < cents(robux)) return answer === 'out-of-range';
	const isNew = order !== undefined && Object.values(user.requests).every((each) => each.order !== order);
	if (!isNew) return false;
	user.balance -= cents(robux);
	user.requests = { ...user.requests, [request]: { robux, order } };
	user.open = { order, amount: cents(robux) };
	return true;
}

function settle(user: ModelUser, { order, to }: { order: string; to: 'completed' | 'failed' }): boolean {
	if (user.open?.order !== order) return false;
	if (to === 'completed') user.withdrawn += user.open.amount;
	else user.balance += user.open.amount;
	user.open = null;
	return true;
}

type Adjusting = { user: number; admin: number; robux: number; request: number };

function adjust(model: Model, { user: index, admin, robux, request }: Adjusting, answer: string, nowMs: number) {
	const alone = model.movedAlone[admin] ?? [];
	const moved = alone.filter(({ atMs }) => atMs > nowMs - 24 * HOUR_MS).reduce((sum, { amount }) => sum + amount, 0);
	const isSmall = moved + Math.abs(cents(robux)) <= ALONE_MAX;
	let isBookedAlone = false;
	const changed = change(model, index, (user) => {
		if (user.isDeleted) return answer === 'not-found';
		const stored = user.adjustments[request];
		if (stored) return (stored.robux === robux && stored.admin === admin ? stored.state : 'already-exists') === answer;
		if (isSmall && user.balance + cents(robux) < 0 && robux < 0) return answer === 'out-of-range';
		const state = isSmall ? 'booked' : 'waiting';
		if (isSmall) user.balance += cents(robux);
		isBookedAlone = isSmall;
		const decidedBy = isSmall ? { decidedBy: admin } : {};
		const expiresAtMs = nowMs + APPROVAL_HOURS * HOUR_MS;
		user.adjustments = { ...user.adjustments, [request]: { robux, admin, state, ...decidedBy, expiresAtMs } };
		return state === answer;
	});
	if (!changed || !isBookedAlone) return changed;
	const entry = { atMs: nowMs, amount: Math.abs(cents(robux)) };
	return { ...changed, movedAlone: model.movedAlone.with(admin, [...alone, entry]) };
}

function decide(
	user: ModelUser,
	{ admin, request, approve }: { admin: number; request: number; approve: boolean },
	nowMs: number,
): string {
	const stored = user.adjustments[request];
	if (user.isDeleted || !stored) return 'not-found';
	if (approve && stored.admin === admin) return 'permission-denied';
	const state = approve ? 'booked' : 'refused';
	if (stored.state === state && stored.decidedBy === admin) return state;
	if (stored.state !== 'waiting' || stored.expiresAtMs <= nowMs) return 'failed-precondition';
	if (approve && stored.robux < 0 && user.balance + cents(stored.robux) < 0) return 'out-of-range';
	if (approve) user.balance += cents(stored.robux);
	user.adjustments = { ...user.adjustments, [request]: { ...stored, state, decidedBy: admin } };
	return state;
}

function redeem(model: Model, index: number, answer: string): Model | undefined {
	let isUsed = false;
	const changed = change(model, index, (user) => {
		if (user.redeemed >= PROMO.perUser) return answer === 'already-exists';
		if (model.promoUses >= PROMO.usesMax) return answer === 'failed-precondition';
		if (user.isDeleted) return answer === 'unauthenticated';
		user.redeemed += 1;
		user.balance += cents(PROMO.robux);
		isUsed = true;
		return answer === 'done';
	});
	return changed && isUsed ? { ...changed, promoUses: model.promoUses + 1 } : changed;
}

function changeBan(user: ModelUser, isBanned: boolean): string {
	if (user.isDeleted) return 'not-found';
	if (user.isBanned === isBanned) return 'unchanged';
	user.isBanned = isBanned;
	if (!isBanned) user.chargebacks = 0;
	return 'changed';
}

/** Releases held credits, then forfeits the balance. A debt remains. */
function erase(user: ModelUser): string {
	if (user.isDeleted) return 'not-found';
	if (user.open) return 'aborted';
	for (const key of Object.keys(user.credits)) release(user, key, Number.MAX_SAFE_INTEGER);
	user.balance = Math.min(user.balance, 0);
	Object.assign(user, { isDeleted: true, isBanned: false, waiting: {} });
	return 'done';
}
