import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { asRobuxCents, type RobuxCents } from '../../../contract/money.ts';
import { callError } from '../../../contract/refusals.ts';
import type { Log } from '../../lib/clock-and-log.ts';
import type { DbDeps, Tx } from '../../lib/db/database.ts';
import { together } from '../../lib/db/pipeline.ts';
import { enqueue } from '../../lib/jobs/jobs.ts';
import type { WithdrawalRow } from '../store.ts';
import type { CreateAnswer, InfoAnswer } from '../vendors/vendor.ts';
import { type ReconcileTimes, WATCH_PAYOUTS_TASK } from '../withdrawal.ts';
import { type CircuitReason, healthOf, MENDED_BY_A_PERSON_MS, openForMs, TRIAL_MS } from './circuit.ts';
import * as store from './store-safety.ts';

type SafetyDeps = DbDeps & { log: Log };
/** A circuit stays open for at most `reconcileMaxMs`. */
type CircuitDeps = SafetyDeps & { times: Pick<ReconcileTimes, 'reconcileMaxMs'> };

export class MustWait extends Error {
	readonly untilMs: number;

	constructor(reason: string, untilMs: number) {
		super(reason);
		this.name = 'MustWait';
		this.untilMs = untilMs;
	}
}

const SWITCHED_OFF_WAIT_MS = 5_000;

export async function listSendable({ db, clock }: SafetyDeps, vendors: readonly string[]): Promise<string[]> {
	const { isOn } = await store.selectPayoutSettings(db);
	if (!isOn) return [];
	const open = await store.selectOpenCircuits(db, new Date(clock.now()));
	return vendors.filter((vendor) => !open.some((circuit) => circuit.vendor === vendor));
}

export async function listCallable<Order extends { vendor: string }>(
	{ db, clock }: SafetyDeps,
	orders: readonly Order[],
): Promise<Order[]> {
	const nowMs = clock.now();
	const byVendor = Object.entries(Object.groupBy(orders, ({ vendor }) => vendor)) as [string, Order[]][];
	const callable: Order[] = [];
	for (const [vendor, ofVendor] of byVendor) {
		const passage = await store.takePassage(db, vendor, new Date(nowMs), new Date(nowMs + TRIAL_MS));
		if (passage !== 'none') callable.push(...(passage === 'one' ? ofVendor.slice(0, 1) : ofVendor));
	}
	return callable;
}

/** Refuses to act after a restore until the vendors were queried: orders listed as unsent may have been paid. */
export async function requireVendorsChecked(tx: Tx): Promise<void> {
	if (await store.selectIsUnasked(tx)) throw callError('failed-precondition', 'vendors-not-asked');
}

/** Counts attempts, not payments. @throws MustWait */
export async function requireWithinCaps(tx: Tx, amount: RobuxCents, nowMs: number): Promise<void> {
	const [settings, sent] = await together(store.selectPayoutSettings(tx), store.addSpend(tx, amount, nowMs));
	const { hourMs, dayMs } = store.intervalsOf(nowMs);
	if (!settings.isOn) throw new MustWait('payouts are switched off', nowMs + SWITCHED_OFF_WAIT_MS);
	const reached = capReached(settings, sent);
	if (reached === 'day') throw new MustWait('the cap of this day is reached', dayMs + DAY_MS);
	if (reached === 'hour') throw new MustWait('the cap of this hour is reached', hourMs + HOUR_MS);
}

export async function giveBackSpend(tx: Tx, { amount, firstSentAt }: WithdrawalRow): Promise<void> {
	await store.addSpend(tx, asRobuxCents(-amount), firstSentAt?.getTime() ?? 0);
}

function capReached(
	{ hourCap, dayCap }: Pick<store.PayoutSettings, 'hourCap' | 'dayCap'>,
	sent: { hour: number; day: number },
): 'hour' | 'day' | undefined {
	if (dayCap !== null && sent.day > dayCap) return 'day';
	return hourCap !== null && sent.hour > hourCap ? 'hour' : undefined;
}

export type NotedAnswer = { vendor: string; answer: CreateAnswer };

/** Processes answers in order of arrival: several failures in a row open a circuit, a success closes it. */
export async function noteAnswers(deps: CircuitDeps, answers: readonly NotedAnswer[]): Promise<void> {
	const cleared = new Set<string>();
	for (const { vendor, answer } of answers) {
		const health = healthOf(answer);
		if (health !== 'good') {
			cleared.delete(vendor);
			const openMs = needsPerson(health) ? MENDED_BY_A_PERSON_MS : openForMs(await store.addFailure(deps.db, vendor));
			if (openMs !== undefined) await open(deps, vendor, { health, openMs });
		} else if (!cleared.has(vendor)) {
			cleared.add(vendor);
			await store.clearFailures(deps.db, vendor);
		}
	}
}

/** Ignores queries without an answer, or the circuit would never close. */
export async function noteInfo(deps: CircuitDeps, vendor: string, answer: InfoAnswer): Promise<void> {
	const health = healthOf(answer);
	if (health !== 'good' && needsPerson(health)) await open(deps, vendor, { health, openMs: MENDED_BY_A_PERSON_MS });
}

const needsPerson = (health: CircuitReason): boolean => health === 'empty' || health === 'locked-out';

async function open(
	{ db, clock, log, times }: CircuitDeps,
	vendor: string,
	{ health, ...wanted }: { health: CircuitReason; openMs: number },
): Promise<void> {
	const openMs = Math.min(wanted.openMs, times.reconcileMaxMs);
	await store.openCircuit(db, vendor, new Date(clock.now() + openMs), health);
	log.error({ vendor, health, openMs }, 'paused sending to a payout vendor');
	await enqueue(db, WATCH_PAYOUTS_TASK, {}, WATCH_PAYOUTS_TASK);
}
