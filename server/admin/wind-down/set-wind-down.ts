import { randomUUID } from 'node:crypto';
import type { CallInput, CallResult } from '../../../contract/calls.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { CLAIM_DAYS, WIND_DOWN_DAYS_MAX } from '../../../contract/limits.ts';
import { asRobuxCents, robuxToWire } from '../../../contract/money.ts';
import { refusal } from '../../../contract/refusals.ts';
import { SecondPersonNeeded } from '../../accounts/second-person.ts';
import { type ActionDeps, type AdminContext, withAudit } from '../../accounts/with-audit.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import { selectBooks } from '../../treasury/store-treasury.ts';
import { owedToWire } from '../../wind-down/get-wind-down.ts';
import { lockWindDown, selectOwedDays, selectWindDown } from '../../wind-down/store-wind-down.ts';
import { insertWindDown, moveWindDown, selectPeopleWithBalance, takeBackWindDown } from './store-wind-down.ts';

/** The job that tells people. */
export const TELL_WIND_DOWN_TASK = 'tell-wind-down';
/** The job that writes down what is owed. */
export const PUBLISH_OWED_TASK = 'publish-owed';
const DAYS_SHOWN = 100;

export async function adminGetWindDown({ db, clock }: ActionDeps): Promise<CallResult<'adminGetWindDown'>> {
	const now = new Date(clock.now());
	const [row, books, withBalance] = await Promise.all([
		selectWindDown(db),
		selectBooks(db, { paidSince: now, now }),
		selectPeopleWithBalance(db),
	]);
	return {
		wind_down: row
			? {
					announced_at: row.announcedAt.getTime(),
					ends_at: row.endsAt.getTime(),
					is_over: row.endsAt <= now,
					told: row.told,
					told_at: row.toldAt?.getTime() ?? null,
				}
			: null,
		with_balance: withBalance,
		owed: {
			spendable: robuxToWire(asRobuxCents(books.balance + books.belowZero)),
			held_back: robuxToWire(books.pending),
			on_its_way: robuxToWire(books.held),
		},
		days: row ? (await selectOwedDays(db, row.announcedAt, DAYS_SHOWN)).map(owedToWire) : [],
	};
}

/** @throws CallError `failed-precondition` for a date that is too near or too far, and for what is not there or over. */
export async function adminSetWindDown(
	deps: ActionDeps,
	{ ends_at: endsAtMs, reason }: CallInput<'adminSetWindDown'>,
	admin: AdminContext,
): Promise<CallResult<'adminSetWindDown'>> {
	if (endsAtMs === null) await takeBack(deps, admin, reason);
	else await announce(deps, admin, { endsAt: new Date(endsAtMs), reason });
	return adminGetWindDown(deps);
}

async function announce(
	deps: ActionDeps,
	admin: AdminContext,
	{ endsAt, reason }: { endsAt: Date; reason: string },
): Promise<void> {
	requireFarEnough(endsAt, deps.clock.now());
	if (!admin.approval) {
		requireLater(endsAt, await selectWindDown(deps.db));
		throw new SecondPersonNeeded({});
	}
	await withAudit(deps, admin, { action: 'announce-wind-down', reason }, async (tx, atMs) => {
		const before = await lockWindDown(tx);
		requireLater(endsAt, before);
		if (before) await moveWindDown(tx, { id: before.id, endsAt });
		else await insertWindDown(tx, { id: randomUUID(), announcedAt: new Date(atMs), endsAt });
		for (const task of [TELL_WIND_DOWN_TASK, PUBLISH_OWED_TASK]) await enqueue(tx, task, {}, task);
		const change = { before: { ends_at: before?.endsAt ?? null }, after: { ends_at: endsAt } };
		return { result: undefined, change };
	});
}

async function takeBack(deps: ActionDeps, admin: AdminContext, reason: string): Promise<void> {
	await withAudit(deps, admin, { action: 'take-back-wind-down', reason }, async (tx, atMs) => {
		const before = await lockWindDown(tx);
		if (!before) throw refused('no-wind-down');
		if (before.endsAt.getTime() <= atMs) throw refused('wind-down-over');
		await takeBackWindDown(tx, { id: before.id, at: new Date(atMs) });
		await enqueue(tx, TELL_WIND_DOWN_TASK, {}, TELL_WIND_DOWN_TASK);
		return { result: undefined, change: { before: { ends_at: before.endsAt }, after: { ends_at: null } } };
	});
}

/** The terms give people five days from the announcement: also from that of a later date. */
function requireFarEnough(endsAt: Date, nowMs: number): void {
	const inMs = endsAt.getTime() - nowMs;
	if (inMs < CLAIM_DAYS * DAY_MS || inMs > WIND_DOWN_DAYS_MAX * DAY_MS) throw refused('wind-down-date');
}

function requireLater(endsAt: Date, before: { endsAt: Date } | undefined): void {
	if (before && endsAt <= before.endsAt) throw refused('wind-down-on');
}

function refused(reason: 'no-wind-down' | 'wind-down-over' | 'wind-down-date' | 'wind-down-on'): CallError {
	return new CallError('failed-precondition', refusal(reason));
}
