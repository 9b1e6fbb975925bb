import { sql } from 'kysely';
import { beforeAll, beforeEach, vi } from 'vitest';
import { DAY_MS } from '../../contract/durations.ts';
import type { ScreeningRule } from '../../contract/withdrawals/screening.ts';
import type { Actor } from '../../server/lib/http/callers.ts';
import { decideScreening } from '../../server/withdrawals/screening/change-screening.ts';
import { getScreeningRules, setScreeningRules } from '../../server/withdrawals/screening/screening-rules.ts';
import type { TestDatabase } from '../support/database.ts';
import { addAdmins, adminContext, approving, testMemory } from '../support/stubs.ts';
import { openPayouts } from './payouts.ts';

/** Payouts with screening, and two admins who decide. */
export function openScreenedPayouts(database: TestDatabase) {
	const { app, owner } = database;
	const payouts = openPayouts(database);
	const [admin, other] = [adminContext(), adminContext()];
	const wakePayouts = vi.fn();
	const deps = () => ({ ...payouts.workerDeps(), memory: testMemory, wakePayouts, reviewMs: DAY_MS });
	beforeAll(() => addAdmins(app, admin, other));

	async function only(rule: ScreeningRule, threshold: number | null = null) {
		const { rules } = await getScreeningRules(deps(), { rules: [] });
		const isOnly = (one: ScreeningRule) => one === rule && { is_on: true, threshold };
		const changed = rules.map((one) => ({ ...one, is_on: false, ...isOnly(one.rule) }));
		return setScreeningRules(deps(), { rules: changed, reason: 'test' }, approving(admin));
	}

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
