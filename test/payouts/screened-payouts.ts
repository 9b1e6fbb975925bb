import { sql } from 'kysely';
import { beforeAll, beforeEach, vi } from 'vitest';
import { DAY_MS } from '../../contract/durations.ts';
import type { ScreeningRule, ScreeningSetting } from '../../contract/withdrawals/screening.ts';
import type { Actor } from '../../server/lib/http/actor.ts';
import { decideScreening } from '../../server/withdrawals/screening/decide-screening.ts';
import { setScreeningRules } from '../../server/withdrawals/screening/screening-rules.ts';
import type { TestDatabase } from '../support/database.ts';
import { addAdmins, adminContext, approving, testMemory } from '../support/stubs.ts';
import { openPayouts } from './payouts.ts';

const standard: readonly ScreeningSetting[] = [
	{ rule: 'amount', is_on: true, threshold: 1000 },
	{ rule: 'score', is_on: true, threshold: 70 },
	{ rule: 'shared-game-account', is_on: true, threshold: null },
	{ rule: 'first-payout', is_on: false, threshold: null },
	{ rule: 'young-game-account', is_on: false, threshold: 72 },
	{ rule: 'young-sign-in', is_on: false, threshold: 24 },
	{ rule: 'changed-address', is_on: false, threshold: 100 },
	{ rule: 'partner-standing', is_on: false, threshold: null },
];

/** Payouts with screening, and two admins who decide. */
export function openScreenedPayouts(database: TestDatabase) {
	const { app, owner } = database;
	const payouts = openPayouts(database);
	const [admin, other] = [adminContext(), adminContext()];
	const wakePayouts = vi.fn();
	const deps = () => ({ ...payouts.workerDeps(), memory: testMemory, wakePayouts, reviewMs: DAY_MS });
	beforeAll(() => addAdmins(app, admin, other));

	const only = (rule: ScreeningRule, threshold: number | null = null) =>
		setScreeningRules(
			deps(),
			{
				rules: standard.map((one) => ({ ...one, is_on: false, ...(one.rule === rule && { is_on: true, threshold }) })),
				reason: 'test',
			},
			approving(admin),
		);

	beforeEach(async () => {
		wakePayouts.mockClear();
		await sql`truncate fraud_cases, linked_game_accounts, log_entries`.execute(owner);
		await sql`update withdrawals set platform_user_id = 1 where state in ('completed', 'failed')`.execute(owner);
	});

	const suspect = ({ uid }: Actor, score: number, state = 'open') =>
		sql`
			insert into fraud_cases (uid, state, score, opened_at, changed_at) values (${uid}, ${state}, ${score}, now(), now())
			on conflict (uid) do update set score = excluded.score, state = excluded.state
		`.execute(owner);

	async function held(rule: ScreeningRule, threshold?: number | null, actor?: Actor) {
		await only(rule, threshold);
		const whose = actor ?? (await payouts.newUser(100));
		return { actor: whose, order: await payouts.submit(whose) };
	}

	const latest = async ({ uid }: Actor) => (await payouts.history(uid))[0];
	const decide = (orderId: string, decision: 'pay' | 'refund', by = admin) =>
		decideScreening(deps(), { order_id: orderId, decision, reason: 'Looked at the offers.' }, by);

	return { ...payouts, deps, admin, other, wakePayouts, only, suspect, held, latest, decide };
}
