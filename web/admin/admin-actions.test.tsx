import type { CallName, CallResult } from '../../contract/calls.ts';
import { CLAIM_DAYS } from '../../contract/limits.ts';
import { offerwall, treasury, user } from '../test/admin-answers.ts';
import type { Partly } from '../test/example-of.ts';
import { type Answers, example, UID } from '../test/fake-server.ts';
import { act, openAdminPages, payloadsOf, rows } from '../test/open-admin.ts';
import { expectText, screen, textsOf, within } from '../test/render-page.tsx';

type Subject = { address: string; of: object; reads: Answers; shows?: readonly string[] };
type More = { fields?: Record<string, string>; sends?: object; gives?: object; name?: string };
type Action = [button: string, subject: keyof typeof subjects, call: CallName, result: string, more?: More];

const openAdmin = openAdminPages();
const USER = `/admin/users/${UID}`;
const ORDER = '/admin/withdrawals/W-1';
const ORDER_ID = { orderId: 'W-1' };
const REASON = 'Their support confirmed it.';
const WAITS = 'Needs approval by a second admin';
const adjustment = { id: UID, uid: UID, amount: 4001, is_own: false, state: 'waiting' } as const;
const settlement = {
	id: UID,
	order_id: 'W-1',
	uid: UID,
	outcome: 'refunded',
	state: 'waiting',
	is_own: false,
} as const;
const shared = { id: UID, uid: UID, state: 'waiting', proposer_name: 'first', is_allowed: true } as const;
const order = { order_id: 'W-1', uid: UID, vendor: 'rbxcrate', amount: 50, state: 'needs-review' } as const;
const posting = { id: '7', outcome: 'disabled-wall', canReplay: true, request: 'reward=12.00' } as const;

const userWith = (given: Partly<CallResult<'adminGetUser'>> = {}) => ({
	...{ address: USER, of: { uid: UID } },
	reads: { adminGetUser: { ...user, ...given } },
});
const orderWith = (given: Partly<CallResult<'adminGetWithdrawal'>>) => ({
	...{ address: ORDER, of: ORDER_ID },
	reads: { adminGetWithdrawal: { ...order, ...given } },
});
const wallWith = (enabled: boolean) => ({
	...{ address: '/admin/offerwalls/wall', of: { id: 'wall' } },
	reads: { adminGetOfferwalls: [{ ...offerwall, enabled }] },
});
const proposed = (kind: 'adjustment' | 'settlement' | 'call', of: object, given: object) => ({
	...{ address: '/admin/actions?show=approvals', of: { id: UID, ...of } },
	reads: { adminGetProposals: { items: [{ ...shared, kind, ...given }] } },
});
const refund = { order_id: 'W-1', amount: 50, input: { outcome: 'refunded' } };
const promo = { address: '/admin/promo-codes', of: { code: 'SPRING' } };

const subjects = {
	user: userWith(),
	paused: { ...userWith({ flags: { paused_reason: 'We look.' } }), shows: ['Withdrawals paused: We look.'] },
	banned: { ...userWith({ flags: { banned_at: 1, ban_reason: 'Cheated.' } }), shows: ['Banned: Cheated.'] },
	charged: { ...userWith({ flags: { chargebacks: 1, chargebacks_to_ban: 3 } }), shows: ['1 of 3'] },
	adjusted: {
		...userWith({ adjustments: [{ ...adjustment, is_own: true }] }),
		...{ of: { uid: UID, id: UID }, shows: [WAITS] },
	},
	order: {
		...orderWith({ refusal: 'insufficient_customer_balance', deeds: ['send-again', 'refund', 'mark-paid', 'settle'] }),
		shows: ['Needs review', 'insufficient_customer_balance'],
	},
	held: { ...orderWith({ state: 'screening' }), of: { order_id: 'W-1' } },
	unknown: { ...orderWith({ state: 'unknown', deeds: ['cancel'] }), shows: ['Checking with vendor'] },
	proposed: {
		...orderWith({ settlements: [{ ...settlement, is_own: true, outcome: 'paid', proof: 'sale 1' }] }),
		of: { orderId: 'W-1', id: UID },
		shows: ['Settlement by two admins', 'Needs approval', 'Proof: sale 1'],
	},
	adjustment: { ...proposed('adjustment', { uid: UID }, { amount: 4001 }), shows: ['first', '4,001.00 R$'] },
	refund: { ...proposed('settlement', ORDER_ID, refund), shows: ['first', 'Refund 50.00 R$'] },
	payment: {
		...proposed('settlement', ORDER_ID, { ...refund, input: { outcome: 'paid' } }),
		shows: ['Settle 50.00 R$ as paid'],
	},
	proposal: proposed('call', {}, {}),
	wall: wallWith(true),
	disabled: { ...wallWith(false), shows: ['Off'] },
	settings: {
		...{ address: '/admin/settings', of: {}, shows: ['Set on the serverAbove the stock'] },
		reads: {
			adminGetSettings: {
				items: [
					{ name: 'MARGIN_FLOOR_PERCENT', value: 5, source: 'database', editable: true, takes_two: true },
					{ name: 'PAYOUT_USD_PER_THOUSAND', value: 4.5, source: 'default', editable: true },
					{ name: 'STOCK_POLICY', value: 'queue', source: 'environment', editable: false },
				],
			},
		},
	},
	postback: {
		...{ address: '/admin/logs?show=callbacks', of: { id: '7' }, reads: { adminFindCallbacks: { items: [posting] } } },
		shows: ['Offerwall off', 'reward=12.00'],
	},
	endpoint: {
		...{ address: '/admin/connect', of: { id: UID } },
		reads: { adminGetKeys: [], adminGetEndpoints: [{ id: UID, url: 'https://bot.example/', state: 'paused' }] },
		shows: ['No machine keys yet.', 'https://bot.example/', 'Paused'],
	},
	key: {
		...{ address: '/admin/connect', of: { id: UID }, reads: { adminGetKeys: [{ id: UID, state: 'active' }] } },
		shows: ['Machine keys', 'Active', 'Never'],
	},
	ending: { address: '/admin/wind-down', of: { ends_at: null }, reads: { getWindDown: { ends_at: 4e12 } } },
	serving: {
		...{ address: '/admin/wind-down', of: {}, reads: { getWindDown: { ends_at: null } } },
		shows: ['No end announced'],
	},
	owed: {
		address: '/admin/treasury',
		of: { wall_id: 'wall', month: '2026-01' },
		reads: { adminGetTreasury: treasury },
	},
	promo: { ...promo, reads: { adminGetPromoCodes: { items: [{ code: 'SPRING', usesMax: 100 }] } }, shows: ['0 / 100'] },
} satisfies Record<string, Subject>;

const requestId = expect.any(String);
const approve: More = { sends: { approve: true } };
const reject: More = { sends: { approve: false } };
const moves = (amount: number, state: string): More => ({
	fields: { 'Amount in R$ (negative to deduct)': String(amount) },
	sends: { amount, requestId },
	gives: { amount, state },
});
const release: More = { sends: { decision: 'pay' }, gives: { state: 'sending' } };
const message: More = { fields: { 'Message to the user': 'Hello.' }, sends: { message: 'Hello.', reason: undefined } };
const older: More = { fields: { 'Minimum age (13 or more)': '16' }, sends: { minAge: 16, holdHours: 0 } };
const margin: More = {
	fields: { 'Lowest margin (%, 0: off) *': '20' },
	sends: { changes: { MARGIN_FLOOR_PERCENT: '20' } },
	gives: { changed: true },
};
const refunded: More = { sends: { outcome: 'refunded', requestId } };
const paid: More = {
	fields: { "Proof of payment, such as the platform's sale ID": 'sale 1' },
	sends: { outcome: 'paid', proof: 'sale 1', requestId },
};
const stream: More = {
	fields: { 'Code (letters, digits, dashes)': 'stream-1', 'R$ per use': '2.50', 'Total uses': '100' },
	sends: { code: 'stream-1', amount: 2.5, usesMax: 100, perUser: 1, startsAt: null, endsAt: null },
	gives: { code: 'STREAM-1' },
};
const end: More = {
	fields: { [`Withdrawals until (at least ${CLAIM_DAYS} days after approval)`]: '2031-05-09T12:00' },
	sends: { ends_at: new Date('2031-05-09T12:00').getTime() },
	gives: { proposal: UID },
};
const payment: More = {
	...{ name: 'Wall, 2026-01', fields: { 'Amount in $': '60' }, gives: { done: true } },
	sends: { kind: 'paid', usd: 60, reference: null, request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
};
const labels: Record<string, string> = {
	...{ Message: 'Send', 'Record payment': 'Record', 'Create promo code': 'Create code' },
	...{ 'Settle as refunded': 'Propose', 'Settle as paid': 'Propose' },
};

const actions: Action[] = [
	['Message', 'user', 'adminMessageUser', 'Message sent.', message],
	['Sign out everywhere', 'user', 'adminEndSessions', '2 sessions ended.', { gives: { ended: 2 } }],
	['Ban', 'user', 'adminBanUser', 'User banned.'],
	['Delete account', 'user', 'adminDeleteUser', '25.25 R$ was forfeited.', { gives: { forfeited: 25.25 } }],
	['Resume withdrawals', 'paused', 'adminResumeUser', 'Withdrawals resumed.'],
	['Unban', 'banned', 'adminUnbanUser', 'User unbanned.'],
	['Reset chargebacks', 'charged', 'adminForgiveChargebacks', 'Chargebacks reset.'],
	['Adjust balance', 'user', 'adminAdjustBalance', 'Balance adjusted by 5.25 R$.', moves(5.25, 'booked')],
	['Adjust balance', 'user', 'adminAdjustBalance', '5,000.00 R$ is above the daily limit', moves(5000, 'waiting')],
	['Cancel proposal', 'adjusted', 'adminDecideAdjustment', 'Proposal cancelled.', reject],
	['Approve', 'adjustment', 'adminDecideAdjustment', '4,001.00 R$ booked.', approve],
	['Reject', 'adjustment', 'adminDecideAdjustment', 'Proposal rejected.', reject],
	['Send again', 'order', 'adminResendWithdrawal', 'status: Sending', { gives: { state: 'sending' } }],
	['Refund', 'order', 'adminRefundWithdrawal', 'Failed, refunded', { gives: { state: 'failed' } }],
	['Mark as paid', 'order', 'adminMarkWithdrawalPaid', 'status: Completed', { gives: { state: 'completed' } }],
	['Release', 'held', 'adminDecideScreening', 'status: Sending', release],
	['Cancel order', 'unknown', 'adminCancelWithdrawal', 'status: Checking with vendor', { gives: { state: 'unknown' } }],
	['Settle as refunded', 'order', 'adminProposeSettlement', 'Sent for approval by a second admin.', refunded],
	['Settle as paid', 'order', 'adminProposeSettlement', 'Sent for approval by a second admin.', paid],
	['Cancel proposal', 'proposed', 'adminDecideSettlement', 'Proposal cancelled.', reject],
	['Approve', 'refund', 'adminDecideSettlement', '50.00 R$ refunded.', approve],
	['Approve', 'payment', 'adminDecideSettlement', '50.00 R$ settled as paid.', approve],
	['Approve', 'proposal', 'adminDecideProposal', 'Approved and applied.', { sends: { decision: 'approve' } }],
	['Turn off', 'wall', 'adminChangeOfferwall', 'Offerwall turned off.', { sends: { enabled: false } }],
	['Edit money', 'settings', 'adminChangeSettings', 'Saved.', margin],
	['Edit money', 'settings', 'adminChangeSettings', WAITS, { ...margin, gives: { proposal: UID } }],
	['Turn on', 'disabled', 'adminChangeOfferwall', WAITS, { sends: { enabled: true }, gives: { proposal: UID } }],
	['Change age and hold', 'wall', 'adminChangeOfferwall', 'Saved.', older],
	['Replay', 'postback', 'adminReplayCallback', 'Outcome: Booked.', { gives: { outcome: 'booked' } }],
	['Revoke', 'key', 'adminRevokeKey', 'Key revoked.'],
	['Remove', 'endpoint', 'adminRemoveEndpoint', WAITS, { gives: { proposal: UID } }],
	['Cancel the end', 'ending', 'adminSetWindDown', 'Cancelled. The service continues.', { gives: { ends_at: null } }],
	['Announce the end', 'serving', 'adminSetWindDown', WAITS, end],
	['Record payment', 'owed', 'adminEnterWallPayment', 'Recorded.', payment],
	['Close code', 'promo', 'adminClosePromoCode', 'Code closed.'],
	['Create promo code', 'promo', 'adminCreatePromoCode', 'STREAM-1 created.', stream],
];

test.each(actions)(
	'%s (%s) sends %s with its fields and shows: %s',
	async (button, subject, call, result, more = {}) => {
		const { address, of, reads, shows = [] }: Subject = subjects[subject];
		const { fields = {}, sends = {}, gives = example, ...named } = more;
		const { person, server } = openAdmin(address, { ...reads, [call]: gives });
		await within(await screen.findByRole('main')).findAllByRole('button', { name: button });
		for (const text of shows) await expectText(text);
		if (button === 'Cancel proposal') expect(screen.queryByRole('button', { name: /^(Approve|Settle)/ })).toBeNull();
		const filled = 'Message to the user' in fields ? fields : { ...fields, Reason: REASON };
		await act(person, button, filled, { confirm: labels[button] ?? button, ...named });
		await expectText(result, await screen.findByRole('dialog'));
		expect(payloadsOf(server, call)).toEqual([{ ...of, reason: REASON, ...sends }]);
	},
);

test('a settlement needs a reason of at least 20 characters', async () => {
	const { address, reads } = subjects.order;
	const { person, server } = openAdmin(address, reads);
	await act(person, 'Settle as refunded', { Reason: 'It is lost.' }, { confirm: 'Propose' });
	const dialog = screen.getByRole('dialog');
	await expectText('we refund 50.00 R$ to the user', dialog);
	await expectText('Reason: enter at least 20 characters.', dialog);
	expect(payloadsOf(server, 'adminProposeSettlement')).toEqual([]);
});

test('an order settled as paid shows its approval and its entry in the ledger', async () => {
	const settlements = [{ ...settlement, outcome: 'paid' as const, state: 'settled' as const }];
	const transfers = [{ kind: 'withdrawal-paid', amount: 50 }];
	openAdmin(ORDER, orderWith({ state: 'completed', transfers, settlements }).reads);
	for (const text of ['Completed', 'Approved', 'Withdrawal paid']) await expectText(text);
});

test('an order that the vendor reports as paid warns against paying it again', async () => {
	const reviews = [{ id: 1, kind: 'refunded-but-paid' as const, resolved_at: null }];
	openAdmin(ORDER, orderWith({ state: 'failed', reviews, transfers: [{ kind: 'withdrawal-hold', amount: 50 }] }).reads);
	expect((await screen.findByRole('alert')).textContent).toContain("Don't pay it again");
	await expectText('−50.00 R$');
});

test('an admin can end one session of a user, and a deleted user has no actions', async () => {
	const reads = userWith({ sessions: [{ id: UID, device: 'Chrome on Linux' }] }).reads;
	const { person, server, router } = openAdmin(USER, { ...reads, adminEndSessions: { ended: 1 } });
	const list = within(await screen.findByRole('region', { name: 'Sessions' }));
	server.answers.adminGetUser = user;
	await person.click(list.getByRole('button', { name: 'Sign out' }));
	await expectText('Session ended.');
	await expectText('Not signed in.');
	expect(server.requests).toContainEqual({ name: 'adminEndSessions', payload: { uid: UID, sessionId: UID } });
	server.answers.adminGetUser = { ...user, flags: { deleted_at: 1 } };
	await router.navigate('/admin/users');
	await screen.findByRole('heading', { level: 1, name: 'Users' });
	await router.navigate(USER);
	await expectText('Deleted');
	expect(screen.queryByRole('group', { name: 'Actions' })).toBeNull();
});

test('the details of an action show the state before and after, its details and its address', async () => {
	const change = { before: { ban_reason: null }, after: { ban_reason: 'Several accounts.' }, more: { role: 'owner' } };
	const item = { id: '1', action: 'ban', ...change, ip: '127.0.0.1', actor: { uid: UID, name: 'second' } };
	const { person } = openAdmin('/admin/actions', { adminGetActions: { items: [item], actions: ['ban'] } });
	await person.click(await screen.findByText('Show'));
	expect(textsOf('term')).toEqual(['Before', 'After', 'Details', 'IP address']);
	for (const text of ['second', 'Ban reason: –', 'Ban reason: Several accounts.', 'Role: Owner', '127.0.0.1']) {
		expect(rows()[0]).toContain(text);
	}
});
