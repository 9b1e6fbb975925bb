import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { HOUR_MS } from '../../../contract/durations.ts';
import { type ScreeningRule, screeningCalls } from '../../../contract/withdrawals/screening.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { addAdmins, adminContext } from '../../../test/support/stubs.ts';
import { getScreeningRules, isLooser, setScreeningRules } from './screening-rules.ts';

const { app, owner } = openTestDatabase();
const admin = adminContext();
const deps = { db: app, clock: { now: () => Date.now() }, reviewMs: 24 * HOUR_MS };

test('on a new site four rules are on, and their figures are empty', async () => {
	const { rules, review_hours, effect, figures } = await getScreeningRules(deps, { rules: [] });
	expect(rules.filter(({ is_on }) => is_on)).toEqual([
		{ rule: 'amount', is_on: true, threshold: 1000 },
		{ rule: 'score', is_on: true, threshold: 70 },
		{ rule: 'shared-game-account', is_on: true, threshold: null },
		{ rule: 'changed-address', is_on: true, threshold: 100 },
		{ rule: 'partner-standing', is_on: true, threshold: null },
	]);
	const off = rules.filter(({ is_on }) => !is_on).map(({ rule }) => rule);
	expect(off).toEqual(['first-payout', 'young-game-account', 'young-sign-in', 'yearly-total']);
	expect(review_hours).toBe(24);
	expect(effect).toMatchObject({ withdrawals: 0, held: 0, held_amount: 0, is_cut: false });
	expect(figures).toMatchObject({ withdrawals: 0, held: 0, share_held: null, median_wait_ms: null });
});

test('a change affects only the named rule and is audited with both values', async () => {
	await addAdmins(app, admin);
	const change = { rule: 'amount', is_on: true, threshold: 200 } as const;
	await setScreeningRules(deps, { rules: [change], reason: 'Many large ones.' }, admin);
	const { rules } = await getScreeningRules(deps, { rules: [] });
	expect(rules.find(({ rule }) => rule === 'amount')).toEqual(change);
	expect(rules.find(({ rule }) => rule === 'score')).toMatchObject({ threshold: 70 });
	const { rows } = await sql<{ details: { before: { rules: object[] }; after: { rules: object[] } } }>`
		select details from audit_entries where action = 'set-screening-rules'
	`.execute(owner);
	expect(rows[0]?.details.before.rules).toContainEqual({ ...change, threshold: 1000 });
	expect(rows[0]?.details.after.rules).toContainEqual(change);
	const stranger = setScreeningRules(deps, { rules: [change], reason: 'x' }, adminContext(randomUUID()));
	await expect(stranger).rejects.toMatchObject({ code: 'permission-denied' });
});

test.each([
	['a threshold for a rule without one', [{ rule: 'first-payout', is_on: true, threshold: 3 }]],
	['a missing threshold', [{ rule: 'amount', is_on: true, threshold: null }]],
	['a negative threshold', [{ rule: 'amount', is_on: true, threshold: -1 }]],
	['a repeated rule', [1, 2].map((threshold) => ({ rule: 'amount', is_on: true, threshold }))],
	['an unknown rule', [{ rule: 'whatever', is_on: true, threshold: null }]],
	['nothing', []],
])('%s is rejected', (_, rules) => {
	expect(screeningCalls.adminSetScreeningRules.input.safeParse({ rules, reason: 'x' }).success).toBe(false);
});

const rule = (name: ScreeningRule, threshold: number | null, is_on = true) => ({ rule: name, is_on, threshold });

test.each([
	['switched off', rule('score', 70), rule('score', 70, false)],
	['for more R$', rule('amount', 1000), rule('amount', 1001)],
	['for more points', rule('score', 70), rule('score', 71)],
	['for fewer hours', rule('young-sign-in', 24), rule('young-sign-in', 23)],
])('a rule counts as looser if it is %s, but not after the opposite change', (_, strict, loose) => {
	expect(isLooser([strict], [loose])).toBe(true);
	expect(isLooser([loose], [strict])).toBe(false);
	expect(isLooser([strict], [strict])).toBe(false);
	expect(isLooser([strict, rule('first-payout', null)], [rule('first-payout', null)])).toBe(false);
});
