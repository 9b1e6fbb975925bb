import { z } from 'zod';
import { exportPermissions } from './admin/exports.ts';
import { proposed } from './admin/proposals.ts';
import { defineCall } from './call.ts';
import { type CallName, calls } from './calls.ts';
import { endpoints } from './endpoints.ts';
import { noPayload } from './no-payload.ts';
import { isAllowed, permissions, staffRoles } from './permissions.ts';

const callsOf = (role: (typeof staffRoles)[number]) =>
	(Object.keys(calls) as CallName[]).filter((name) => {
		const { permission } = calls[name];
		return permission && isAllowed(role, permission);
	});

test('every role sees the dashboard and the list of users', () => {
	for (const role of staffRoles) {
		expect(callsOf(role)).toEqual(expect.arrayContaining(['adminGetUsers', 'adminGetBusiness']));
		expect(isAllowed(role, endpoints['GET /data/earnings/total'].permission)).toBe(true);
	}
});

test('a viewer changes nothing but their own saved views', () => {
	const other = callsOf('viewer').filter((name) => !/^admin(Get|Find|Search)/.test(name));
	expect(other).toEqual(['adminSaveView', 'adminRemoveView']);
	expect(permissions.filter((each) => isAllowed('viewer', each) && !each.startsWith('read-'))).toEqual([]);
});

test('support, fraud and viewers cannot move money, and only owners may delete or export users', () => {
	const moves =
		/Adjust|Settlement|ManualPayout$|Refund|Resend|Cancel|PaidWithdrawal|Mark|PayoutSettings|PromoCode$|Replay|Settle/;
	for (const role of ['support', 'fraud', 'viewer'] as const) {
		const moving = callsOf(role).filter((name) => moves.test(name) && !name.startsWith('adminGet'));
		expect(moving, role).toEqual([]);
	}
	expect(callsOf('support')).toContain('adminDeclineClaim');
	for (const role of staffRoles.slice(1)) {
		expect(isAllowed(role, 'delete-users'), role).toBe(false);
		expect(isAllowed(role, exportPermissions.users), role).toBe(false);
	}
});

test('every permission is required by an endpoint or an export', () => {
	const guarded = new Set<unknown>([
		...Object.values(endpoints).map((endpoint) => 'permission' in endpoint && endpoint.permission),
		...Object.values(exportPermissions),
	]);
	expect(permissions.filter((each) => !guarded.has(each))).toEqual([]);
});

test('an admin call without a permission does not compile', () => {
	// @ts-expect-error
	defineCall({ access: 'admin', input: noPayload, output: noPayload });
	expect(Object.entries(calls).filter(([, call]) => (call.access === 'admin') !== Boolean(call.permission))).toEqual(
		[],
	);
});

test('every change that may need approval has a title', () => {
	const changes = Object.entries(calls).filter(([, { output }]) => {
		return output instanceof z.ZodUnion && output.options.some((option) => option === proposed);
	});
	expect(changes.length).toBeGreaterThan(30);
	expect(changes.flatMap(([name, { title }]) => (title ? [] : name))).toEqual([]);
});
