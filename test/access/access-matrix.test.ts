import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type CallName, calls } from '../../contract/calls.ts';
import { type Condition, outcomeOf, type Person } from './access-people.ts';
import { openAccessTable, type Row } from './access-table.ts';

const { people, somebody, aboutSomebody, handOffCode, compare, send } = openAccessTable();

const rows: Partial<Record<CallName, Row>> = {
	verifyWebSession: { data: async () => ({ token: await handOffCode() }) },
	getRobloxUser: { data: { username: 'sandbox_player' } },
	getRobloxGames: { data: { userId: 1 } },
	processWithdrawal: {
		data: ({ gameName }: Person) => ({ roblox_username: gameName, placeId: 1, amount: 5 }),
		served: 'OUT_OF_RANGE',
		paused: 'paused',
		other: 'PERMISSION_DENIED',
		otherAdmin: 'PERMISSION_DENIED',
	},
	markNoticesRead: { data: { upTo: 1 } },
	deleteAccount: { stale: 'requires-recent-login', adminWithoutCode: 'totp-required' },
	adminGetBusiness: { data: {} },
	adminGetWithdrawal: { data: { orderId: 'W-NONE' }, served: 'NOT_FOUND' },
	adminResendWithdrawal: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminCancelWithdrawal: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminRefundWithdrawal: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminMarkWithdrawalPaid: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminTakeManualPayout: { data: { orderId: 'W-NONE' }, served: 'NOT_FOUND' },
	adminTakeOverManualPayout: {
		data: async () => ({ orderId: 'W-NONE', from: (await somebody()).uid, reason: 'test' }),
		served: 'NOT_FOUND',
	},
	adminGiveBackManualPayout: { data: { orderId: 'W-NONE' }, served: 'NOT_FOUND' },
	adminMarkManualPayoutPaid: { data: { orderId: 'W-NONE', purchaseReference: 'x' }, served: 'NOT_FOUND' },
	adminRefuseManualPayout: { data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
	adminChangePayoutSettings: { data: { is_on: true, reason: 'test' } },
	adminResolvePayoutReview: { data: { id: 1, note: 'test' }, served: 'NOT_FOUND' },
	adminProposeSettlement: {
		data: () => ({ orderId: 'W-NONE', outcome: 'refunded', reason: 'x'.repeat(20), requestId: randomUUID() }),
		served: 'NOT_FOUND',
	},
	adminDecideSettlement: {
		data: () => ({ orderId: 'W-NONE', id: randomUUID(), approve: false, reason: 'test' }),
		served: 'NOT_FOUND',
	},
	startGameAccountProof: { data: { username: 'sandbox_player' } },
	finishGameAccountProof: { data: { username: 'nobody_at_all' }, served: 'NOT_FOUND' },
	adminSetScreeningRules: { data: { rules: [{ rule: 'amount', is_on: true, threshold: 1000 }], reason: 'test' } },
	adminDecideScreening: { data: { order_id: 'W-NONE', decision: 'pay', reason: 'test' }, served: 'NOT_FOUND' },
	adminBanUser: { data: aboutSomebody },
	adminUnbanUser: { data: aboutSomebody },
	adminPauseUser: { data: aboutSomebody },
	adminResumeUser: { data: aboutSomebody },
	adminMessageUser: { data: async () => ({ uid: (await people.make('user')).uid, message: 'Hello.' }) },
	adminGetSessions: { data: somebody },
	adminEndSessions: { data: aboutSomebody },
	adminFindCallbacks: { data: {} },
	adminReplayCallback: { data: { id: '1' }, served: 'NOT_FOUND' },
	redeemPromoCode: { data: { code: 'NOBODY-KNOWS-IT' }, served: 'unknown-code' },
	adminCreatePromoCode: {
		data: () => ({ code: `C-${randomUUID()}`, amount: 5, usesMax: 1, reason: 'For the opening.' }),
	},
	adminClosePromoCode: { data: { code: 'NOBODY-KNOWS-IT', reason: 'Over.' }, served: 'unknown-code' },
	adminGetPromoRedemptions: { data: { code: 'NOBODY-KNOWS-IT' } },
	adminChangeOfferwall: { data: { id: 'sandbox', enabled: true, reason: 'It works again.' } },
	adminSendTestPostback: { data: { id: 'sandbox' } },
	adminGetUser: { data: somebody },
	adminGetUserLedger: { data: somebody },
	adminGetUserOffers: { data: somebody },
	adminGetUserWithdrawals: { data: somebody },
	adminAdjustBalance: { data: async () => ({ ...(await aboutSomebody()), amount: 1, requestId: randomUUID() }) },
	adminDecideAdjustment: {
		data: async () => ({ ...(await somebody()), id: randomUUID(), approve: false }),
		served: 'NOT_FOUND',
	},
	adminGetAdjustments: { data: {} },
	acceptStaffInvite: { data: { code: 'nobody' }, served: 'NOT_FOUND' },
	adminInviteStaff: { data: () => ({ email: `${randomUUID()}@test.example`, role: 'viewer' }) },
	adminChangeStaffRole: {
		data: async () => ({ ...(await aboutSomebody()), role: 'viewer' }),
		served: 'FAILED_PRECONDITION',
	},
	adminRemoveStaff: { data: aboutSomebody, served: 'FAILED_PRECONDITION' },
	adminGetProposals: { data: {} },
	adminDecideProposal: {
		data: () => ({ id: randomUUID(), decision: 'approve', reason: 'test' }),
		served: 'NOT_FOUND',
	},
	adminForgiveChargebacks: { data: aboutSomebody },
	adminDeleteUser: { data: aboutSomebody },
	adminGetActions: { data: {} },
	adminGetLog: { data: {} },
	adminGetFraudCases: { data: {} },
	adminHandleFraudCases: {
		data: async () => ({ uids: [(await somebody()).uid], deed: 'watch', reason: 'We look into it.' }),
	},
	adminGetFraudNotes: { data: somebody },
	adminGetFraudPrecision: {},
};

describe('a call', () => {
	test.each(Object.entries(calls))('%s', async (name, call) => {
		await compare(call, rows[name as CallName] ?? {}, ({ elsewhere }, data) =>
			send('POST', `/api/${name}`, elsewhere, { data: data ?? null }),
		);
	});

	test('at the address of a Functions emulator is the same', async () => {
		const some: Condition[] = ['anonymous', 'user', 'ageless', 'banned', 'signedOut'];
		const ask = ({ elsewhere }: Person) => send('POST', '/lootpass/us-central1/createUser', elsewhere, { data: null });
		await compare({ access: 'user' }, {}, ask, some);
	});

	test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('by %s is no call, whoever makes it', async (method) => {
		const { elsewhere } = await people.make('admin');
		const answer = await send(method, '/api/createUser', elsewhere, method === 'GET' ? undefined : { data: null });
		expect(await outcomeOf(answer)).toBe('INVALID_ARGUMENT');
	});

	test('that nobody knows is told from one that is refused, however it is made', async () => {
		const { elsewhere } = await people.make('admin');
		for (const method of ['POST', 'GET', 'PUT']) {
			const answer = await send(method, '/api/noSuchCall', elsewhere, method === 'GET' ? undefined : { data: null });
			expect([answer.status, await outcomeOf(answer)]).toEqual([404, 'UNIMPLEMENTED']);
		}
	});
});
