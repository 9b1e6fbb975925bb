import { randomUUID } from 'node:crypto';
import { type CallName, calls } from '../../contract/calls.ts';
import { type Condition, outcomeOf, type Person } from './access-people.ts';
import { aboutOther, type Other, openAccessTable, otherPerson, type Row } from './access-table.ts';

const { people, handOffCode, compare, send } = openAccessTable();

const team = {
	...{ issuer: 'https://10.0.0.1', client_id: 'x', hosted_domain: null, claim: 'groups' },
	...{ roles: { Help: 'support' }, second_factor: [] },
};

const noBounties = {
	...{ first: 0, second: 0, paid: 1, boost_percent: 0, boost_max: 0, month_max: 0, hold_days: 0 },
	...{ countries: null, margin_floor: 0 },
};

const all = (row: Row, ...names: string[]) =>
	Object.fromEntries(names.flatMap((some) => some.split(' ')).map((name) => [name, row]));

const plus = (whom: typeof otherPerson, more: () => object) => async (person: Person, other: Other) => ({
	...(await whom(person, other)),
	...more(),
});

const rows: Partial<Record<CallName, Row>> = {
	...all(
		{ data: aboutOther },
		'adminBanUser adminUnbanUser adminPauseUser adminResumeUser adminEndSessions adminResetSecondFactor',
		'adminForgiveChargebacks adminDeleteUser',
	),
	...all(
		{ data: otherPerson },
		'adminGetSessions adminGetUser adminGetUserLedger adminGetUserOffers adminGetUserWithdrawals adminGetStatements',
		'adminGetFraudNotes',
	),
	...all(
		{ data: {} },
		'adminGetBusiness adminGetWorkplace adminFindCallbacks noteSource noteVisit adminGetAdjustments',
		'adminGetProposals adminGetClaims adminGetThreads adminGetActions adminGetLog adminGetFraudCases',
	),
	...all(
		{ data: { orderId: 'W-NONE', reason: 'test' }, served: 'NOT_FOUND' },
		'adminResendWithdrawal adminCancelWithdrawal adminRefundWithdrawal adminMarkWithdrawalPaid',
		'adminRefuseManualPayout',
	),
	...all(
		{ data: { orderId: 'W-NONE' }, served: 'NOT_FOUND' },
		'adminGetWithdrawal adminTakeManualPayout adminGiveBackManualPayout adminPayWithCode',
	),
	...all({ data: { id: 'nothing' }, served: 'NOT_FOUND' }, 'getOffer openOffer createOfferLink'),
	...all(
		{ data: () => ({ id: randomUUID(), reason: 'test' }), served: 'NOT_FOUND' },
		'adminRemoveEndpoint adminRevokeKey adminStopProposal',
	),
	...all({ data: { id: '1' }, served: 'NOT_FOUND' }, 'getReceipt adminReplayCallback'),
	...all({ data: { id: 'sandbox' } }, 'adminGetOfferPromises adminCertifyOfferwall adminSendTestPostback'),
	...all({ data: { code: 'unknown' }, served: 'NOT_FOUND' }, 'acceptStaffInvite stopProposal'),
	...all({ data: { reference: 'NONE' }, served: 'NOT_FOUND' }, 'adminGetClaim getThread adminGetThread'),
	...all({ data: { reference: 'NONE', reason: 'x' }, served: 'NOT_FOUND' }, 'adminDeclineClaim adminCloseThread'),
	...all({ data: { reference: 'NONE', text: 'x' }, served: 'NOT_FOUND' }, 'replyToThread adminReplyToThread'),
	getStart: { data: { page: '/admin' } },
	checkWebSession: { data: { token: 'unknown' } },
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
	requestPayout: { data: { method: 'gift-card', amount: 5 }, served: 'FAILED_PRECONDITION' },
	getReward: { data: { id: '1' } },
	agreeToDocuments: { data: { versions: ['0'.repeat(64)] } },
	checkPass: { data: { placeId: 1, amount: 5 }, served: 'INVALID_ARGUMENT' },
	getWithdrawal: { data: () => ({ id: randomUUID() }), served: 'NOT_FOUND' },
	markNoticesRead: { data: { upTo: 1 } },
	savePush: { data: { endpoint: 'https://10.0.0.1', p256dh: '', auth: '', kinds: [] }, served: 'INVALID_ARGUMENT' },
	saveWeeklyMail: { data: { is_on: false } },
	deleteAccount: { stale: 'requires-recent-login', adminWithoutCode: 'PERMISSION_DENIED' },
	adminSearch: { data: { query: 'user' } },
	adminTakeOverManualPayout: {
		data: async (_: Person, other: Other) => ({ orderId: 'W-NONE', from: (await other()).uid, reason: 'test' }),
		served: 'NOT_FOUND',
	},
	adminMarkManualPayoutPaid: { data: { orderId: 'W-NONE', purchaseReference: 'x' }, served: 'NOT_FOUND' },
	adminSetPayoutMethod: {
		data: { method: 'gift-card', is_on: false, usd_per_thousand: 1, amount_min: 1, reason: 'test' },
	},
	adminAddPayoutCodes: { data: () => ({ value: 1, codes: [randomUUID()] }) },
	adminRemovePayoutCodes: { data: { value: 9, reason: 'test' } },
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
	getLiabilityProof: { data: {}, served: 'NOT_FOUND' },
	finishGameAccountProof: { data: { username: 'unknown_name' }, served: 'NOT_FOUND' },
	adminSetScreeningRules: { data: { rules: [{ rule: 'amount', is_on: true, threshold: 1000 }], reason: 'test' } },
	adminDecideScreening: { data: { order_id: 'W-NONE', decision: 'pay', reason: 'test' }, served: 'NOT_FOUND' },
	adminMessageUser: { data: plus(otherPerson, () => ({ message: 'Hello.' })) },
	adminExportDispute: { data: plus(aboutOther, () => ({ wall_id: 'sandbox' })) },
	redeemPromoCode: { data: { code: 'UNKNOWN-CODE' }, served: 'unknown-code' },
	adminSetOfferShown: { data: { id: 'sandbox', offer_id: 'x', shown: false, reason: 'test' } },
	adminGetSources: { data: { from: 0, to: 1 } },
	adminSwitchSource: { data: { kind: 'site', source: 'none.example', enabled: true, reason: 'test' } },
	adminSavePartnerCode: {
		data: async (_: Person, other: Other) => ({
			...{ code: 'ada-plays', name: 'Ada', landing: 'Hello.', terms: 'None.', bounties: null, reason: 'test' },
			uid: (await other()).uid,
		}),
	},
	adminSetBountyTerms: { data: { terms: noBounties, reason: 'Over.' } },
	adminCreatePromoCode: {
		data: () => ({ code: `C-${randomUUID()}`, amount: 5, usesMax: 1, reason: 'For the opening.' }),
	},
	adminClosePromoCode: { data: { code: 'UNKNOWN-CODE', reason: 'Over.' }, served: 'unknown-code' },
	adminGetPromoRedemptions: { data: { code: 'UNKNOWN-CODE' } },
	adminDecideHeldCredits: { data: { id: 'sandbox', decision: 'release', reason: 'Checked.' } },
	adminChangeOfferwall: { data: { id: 'sandbox', enabled: true, reason: 'It works again.' } },
	adminSaveOfferwall: {
		data: () => ({
			entry: { id: `w-${randomUUID()}`, partner: 'wannads', name: 'Wall', secret: 'known-to-one-wall-only' },
			reason: 'They asked.',
		}),
	},
	adminRemoveOfferwall: { data: { id: 'sandbox', reason: 'Over.' }, served: 'FAILED_PRECONDITION' },
	adminOrderOfferwalls: { data: { ids: ['unknown'], reason: 'Better.' }, served: 'FAILED_PRECONDITION' },
	adminSetRate: {
		data: { wall_id: 'sandbox', country: null, rate: 1, from: 0, reason: 'A trial.' },
		served: 'FAILED_PRECONDITION',
	},
	adminSetBoost: { data: { wall_id: 'sandbox', percent: 0, from: 0, until: 4e12, reason: 'It is over.' } },
	adminGetRateEffect: { data: { wall_id: 'sandbox', percent: 10 } },
	adminDecideImported: { data: plus(aboutOther, () => ({ id: null, outcome: 'decided' })) },
	adminAdjustBalance: { data: plus(aboutOther, () => ({ amount: 1, requestId: randomUUID() })) },
	adminDecideAdjustment: { data: plus(otherPerson, () => ({ id: randomUUID(), approve: false })), served: 'NOT_FOUND' },
	adminInviteStaff: { data: () => ({ email: `${randomUUID()}@test.example`, role: 'viewer' }) },
	adminChangeStaffRole: { data: plus(aboutOther, () => ({ role: 'viewer' })), served: 'FAILED_PRECONDITION' },
	adminSaveView: { data: { page: '/admin/users', name: 'Mine', query: 'orderBy=last_access' } },
	adminRemoveView: { data: { page: '/admin/users', name: 'None' } },
	adminRemoveStaff: { data: aboutOther, served: 'FAILED_PRECONDITION' },
	adminSaveEndpoint: { data: { url: 'https://example.com/', events: ['user.banned'], enabled: true, reason: 'test' } },
	adminReplayEvents: { data: () => ({ id: randomUUID(), from: 0 }), served: 'NOT_FOUND' },
	adminCreateKey: { data: () => ({ name: 'Bot', permissions: ['read-dashboard'], expires_at: Date.now() + 60_000 }) },
	adminTestProvider: { data: team, served: 'INVALID_ARGUMENT' },
	adminSaveProvider: { data: () => ({ ...team, test: randomUUID(), reason: 'test' }), served: 'FAILED_PRECONDITION' },
	adminRemoveProvider: { data: { reason: 'test' }, served: 'NOT_FOUND' },
	adminTakeSecret: { data: () => ({ proposal: randomUUID() }), served: 'NOT_FOUND' },
	adminDecideProposal: { data: () => ({ id: randomUUID(), decision: 'approve', reason: 'test' }), served: 'NOT_FOUND' },
	adminWithdrawInvite: { data: { email: 'unknown@test.example', reason: 'test' }, served: 'NOT_FOUND' },
	adminChangeSettings: { data: { changes: {}, reason: 'test' } },
	adminSetSiteMode: { data: { mode: 'team', reason: 'test' } },
	openClaim: { data: { wall_id: 'unknown' }, served: 'NOT_FOUND' },
	adminSetWindDown: { data: { ends_at: 0, reason: 'test' }, served: 'FAILED_PRECONDITION' },
	adminGetTransfers: { data: { account: 'partner' } },
	adminGetBalances: { data: { side: 'spendable' } },
	adminGetWallPayments: { data: { wall_id: 'sandbox', month: '2026-01' } },
	adminEnterWallPayment: {
		data: () => ({
			...{ wall_id: 'sandbox', month: '2026-01', kind: 'paid', usd: 1 },
			...{ request_id: randomUUID(), reason: 'test' },
		}),
	},
	adminGetReconciliation: { data: { from: '2026-01-01', to: '2026-01-31' } },
	adminUploadReport: {
		data: {
			...{ wall_id: 'sandbox', from: '2026-01-01', to: '2026-01-02', csv: 'Date,Payout\n', reason: 'test' },
			columns: { date: 'Date', usd: 'Payout' },
		},
		served: 'INVALID_ARGUMENT',
	},
	adminSetReportTerms: {
		data: { wall_id: 'sandbox', zone: 'UTC', tolerance_usd: 1, tolerance_percent: 0, reason: 'test' },
	},
	adminSettleDifference: { data: { wall_id: 'sandbox', day: '2026-01-01', reason: 'test' }, served: 'NOT_FOUND' },
	adminSettleClaim: { data: { reference: 'C-NONE', amount: 1, reason: 'test' }, served: 'NOT_FOUND' },
	openThread: { data: { subject: 'Help', text: 'Hello.' } },
	getStatement: { data: { kind: 'ban' }, served: 'NOT_FOUND' },
	openThreadByCode: { data: { code: 'unknown' }, served: 'UNAUTHENTICATED' },
	sendThreadLink: { data: { email: 'unknown@test.example' } },
	adminHandleFraudCases: {
		data: async (_: Person, other: Other) => ({ uids: [(await other()).uid], deed: 'watch', reason: 'A look.' }),
	},
};

// spec: 5.admin-role, 6.enforcement, open.enforcement
describe('a call', () => {
	test.each(Object.entries(calls))('to %s has the expected outcome for every kind of caller', async (name, call) => {
		const reads = /^(admin)?(get|find)/i.test(name);
		await compare({ ...call, reads }, rows[name as CallName] ?? {}, ({ elsewhere }, data) =>
			send('POST', `/api/${name}`, elsewhere, { data: data ?? null }),
		);
	});

	// spec: 7.region
	test('a call has the same outcomes at the address of a Functions emulator', async () => {
		const some: Condition[] = ['anonymous', 'user', 'ageless', 'banned', 'signedOut'];
		const request = ({ elsewhere }: Person) =>
			send('POST', '/lootpass/us-central1/createUser', elsewhere, { data: null });
		await compare({ access: 'user' }, {}, request, some);
	});

	test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('with the method %s is rejected', async (method) => {
		const { elsewhere } = await people.make('admin');
		const answer = await send(method, '/api/createUser', elsewhere, method === 'GET' ? undefined : { data: null });
		expect(await outcomeOf(answer)).toBe('INVALID_ARGUMENT');
	});

	test('with an unknown name gets 404 for every method', async () => {
		const { elsewhere } = await people.make('admin');
		for (const method of ['POST', 'GET', 'PUT']) {
			const answer = await send(method, '/api/noSuchCall', elsewhere, method === 'GET' ? undefined : { data: null });
			expect([answer.status, await outcomeOf(answer)]).toEqual([404, 'UNIMPLEMENTED']);
		}
	});
});
