import { noWork } from '../test/fake-server.ts';
import { offerwall, partner, rateEffect } from './offerwall-reads.ts';
import { reconciliation, treasury } from './treasury-reads.ts';

/** For tests: something that a page of the admin area reads, and what it says when it does not come. */
export type Read = {
	name: string;
	said: string;
	shows: string;
	/** What comes then, for the most part nothing at all. */
	answer: unknown;
	/** What is pressed for it to be read, where that is not done by itself. */
	after?: string;
};

const uid = '00000000-0000-4000-8000-000000000001';
const noItems = { items: [], nextCursor: null };

const list = (name: string, said: string, shows: string, answer: object = noItems): Read => ({
	name,
	said,
	shows,
	answer,
});

const fraudCase = {
	uid,
	name: 'builder',
	state: 'watching',
	score: 70,
	signals: [],
	paused: false,
	banned: false,
	notes: 1,
	opened_at: 1,
	changed_at: 1,
};
const oneCase = { items: [fraudCase], nextCursor: null };
const note = { id: '1', at: 1, by: null, text: 'Brothers, by their papers.' };

const precision = { days: 90, opened: 4, confirmed: 3 };

const promoCode = {
	code: 'SPRING',
	amount: 5,
	uses: 1,
	usesMax: 10,
	perUser: 1,
	startsAt: 1,
	endsAt: null,
	closedAt: null,
	createdAt: 1,
	createdBy: '',
	state: 'open',
};

export const user = {
	uid,
	profile: {
		name: 'Person',
		email: 'person@example.com',
		email_verified: true,
		mail_refused: null,
		birth_year: 2000,
		two_factor_enabled: false,
		role: null,
		avatar_url: null,
		roblox_username: 'builder',
		platform_user_id: 7,
		linked_at: 1,
		created_at: 1,
		last_access: null,
	},
	flags: {
		banned_at: null,
		ban_reason: null,
		paused_reason: null,
		deleted_at: null,
		chargebacks: 0,
		chargebacks_forgiven: 0,
		chargebacks_to_ban: 3,
	},
	wallet: { robux: 1, pending: 0, earned: 1, withdrawn: 0, held: 0, adjusted: 0 },
	sessions: [],
	adjustments: [],
};
const withdrawal = {
	id: '1',
	order_id: 'W-1',
	uid,
	roblox_username: 'builder',
	state: 'completed',
	status: 'Completed',
	amount: 50,
	price: 71,
	vendor: 'rbxcrate',
	vendor_status: null,
	refusal: null,
	attempts: 1,
	created_at: 1,
	updated_at: 1,
	next_look_at: null,
	screening: null,
	place_id: 1,
	universe_id: 1,
	pass_id: 1,
	first_sent_at: 1,
	last_sent_at: 1,
	is_acknowledged: true,
	deeds: [],
	events: [],
	transfers: [{ kind: 'withdrawal', amount: 50, at: 1 }],
	manual: null,
	reviews: [],
	settlements: [],
};
const payoutSettings = {
	is_on: true,
	hour_cap: null,
	day_cap: null,
	person_day_cap: null,
	balance_alert_usd: null,
	stock_alert: null,
	cover_alert_days: null,
	sent_this_hour: 0,
	sent_today: 0,
};
const funds = {
	vendor: 'rbxcrate',
	is_current: true,
	balance_state: 'not-offered',
	balance_usd: null,
	stock_state: 'not-offered',
	stock: null,
	levels: null,
	circuit: null,
	asked_at: 1,
};

const screeningRules = {
	rules: [
		{ rule: 'amount', is_on: true, threshold: 1000 },
		{ rule: 'first-payout', is_on: false, threshold: null },
	],
	review_hours: 24,
	effect: {
		withdrawals: 40,
		is_cut: false,
		held: 4,
		held_amount: 5000,
		needs_person: 0,
		reversed_later: 1,
		by_rule: [
			{ rule: 'amount', held: 4 },
			{ rule: 'first-payout', held: 9 },
		],
	},
	figures: {
		withdrawals: 40,
		held: 2,
		share_held: 0.05,
		median_wait_ms: 5_400_000,
		waiting: 1,
		refunded: 0,
		reversed_later: 1,
	},
};

const claimFile = {
	claim: {
		reference: 'C-1',
		uid,
		user_name: 'builder',
		wall_id: 'sandbox',
		offer_id: null,
		offer: null,
		state: 'open',
		answer: 'never-arrived',
		amount: null,
		shown: null,
		opened_at: 1,
		changed_at: 1,
		note: 'Level 30 is done.',
		said: null,
		goal: null,
	},
	pictures: [],
	clicks: [],
	credits: [],
	callbacks: [],
	before: { settled: 0, declined: 0 },
};

const noThreads = {
	...noItems,
	figures: { since: 1, open: 0, oldest_asked_at: null, answers: 0, median_hours: null, p90_hours: null },
};
const threadFile = {
	thread: {
		...{ reference: 'S-1', uid, user_name: 'builder', subject: 'My pause', state: 'open', opened_at: 1, changed_at: 1 },
		about: { kind: 'pause', id: null },
		asked_at: 1,
	},
	messages: [{ from: 'user', by: null, text: 'I did nothing.', at: 1, by_decider: false }],
	statement: null,
	names: {},
	answered_by_another: false,
	is_banned: false,
};

const noBackups = {
	...{ is_on: false, latest: null, proven: null, archived_at: null, failing_since: null },
	...{ archive_problem: null, decrypted_at: null, restored: null },
};
const goesOn = {
	...{ wind_down: null, with_balance: 3, days: [] },
	owed: { spendable: 1_200, held_back: 0, on_its_way: 0 },
};
const noBusiness = { days: [], walls: [], costOfThousand: null, cohorts: [], countedAt: null };
const noCallbacks = { ...noItems, searchedBackTo: null };
const noActions = { ...noItems, actions: [] };
const lowStock = { kind: 'stock', message: 'The stock is low.', raised_at: 1 };

/** Each list and card of each address, by what people call the place. `:uid` and `:order` stand for somebody's own. */
export const adminReads: Record<string, Record<string, readonly Read[]>> = {
	'the dashboard': {
		'/admin': [
			list('adminGetWaitingWork', 'What waits for you could not be counted.', 'Nothing waits for you.', noWork),
			list('adminGetTreasury', 'What is owed could not be read.', '12.3 days of cover', treasury),
			list('adminGetVendorFunds', 'The vendor could not be asked.', 'Not known', []),
			list('adminGetBackups', 'The backups could not be read.', 'Nothing is backed up', noBackups),
			list(
				'/data/earnings/by-offerwall',
				'Offerwall earnings could not be loaded.',
				'No offerwall has earned anything yet.',
				[],
			),
			list('/data/users/active', 'Active users could not be loaded.', 'Nobody was here yet.', []),
			list('adminGetBusiness', 'The figures of the business could not be read.', 'Not counted yet', noBusiness),
		],
	},
	'the users': {
		'/admin/users': [list('adminGetUsers', 'Failed to load the users', 'No users found.', [])],
		'/admin/users/:uid': [
			list('adminGetUser', 'The user could not be loaded.', 'Chargebacks that count', user),
			list('adminGetUserLedger', 'The books could not be read.', 'Nothing was ever booked for this user.'),
			list('adminGetFraudCases', 'The fraud check could not be read.', 'Watched · Score 70', oneCase),
		],
		'/admin/users/:uid?show=offers': [
			list('adminGetUserOffers', 'The list could not be read.', 'This user has no offers yet.'),
		],
		'/admin/users/:uid?show=withdrawals': [
			list('adminGetUserWithdrawals', 'The list could not be read.', 'This user has not withdrawn yet.'),
		],
		'/admin/users/:uid?show=callbacks': [
			list('adminFindCallbacks', 'The list could not be read.', 'No partner has called about this user.', noCallbacks),
		],
		'/admin/users/:uid?show=messages': [
			list('adminGetThreads', 'The messages could not be read.', 'This user has not written to us.', noThreads),
			list('adminGetStatements', 'The reasons could not be read.', 'Nothing is held, paused or looked at.', {
				items: [],
				names: {},
			}),
		],
		'/admin/users/:uid?show=actions': [
			list('adminGetActions', 'The actions could not be read.', 'Nothing of this kind was done.', noActions),
		],
	},
	'the fraud check, the actions and the logs': {
		'/admin/fraud': [
			list('adminGetFraudCases', 'The cases could not be read.', 'There is no such case.'),
			list('adminGetFraudPrecision', 'How many were confirmed could not be read.', '3 of 4 cases', precision),
		],
		'/admin/fraud?show=watching': [
			list('adminGetFraudCases', 'The cases could not be read.', 'builder', oneCase),
			{ ...list('adminGetFraudNotes', 'The notes could not be read.', note.text, [note]), after: '1 note' },
		],
		'/admin/actions': [
			list('adminGetActions', 'The actions could not be read.', 'Nothing of this kind was done.', noActions),
		],
		'/admin/actions?show=approvals': [
			list('adminGetAdjustments', 'The adjustments could not be read.', 'No adjustment waits for a second admin.', {
				...noItems,
				approvalAbove: 1_000,
			}),
			list('adminGetSettlements', 'The settlements could not be read.', 'No settlement waits for a second admin.', []),
			list('adminGetProposals', 'The proposals could not be read.', 'Nothing else waits for a second person.'),
		],
		'/admin/staff': [
			list('adminGetStaff', 'The staff could not be read.', 'No invitation is open.', { staff: [], invites: [] }),
		],
		'/admin/logs': [list('adminGetLog', 'The log could not be read.', 'Nothing of this kind happened.')],
		'/admin/logs?show=callbacks': [
			list('adminFindCallbacks', 'The postbacks could not be read.', 'No partner called like this.', noCallbacks),
		],
	},
	'the withdrawals': {
		'/admin/withdrawals': [
			list('adminGetPayoutAlerts', 'The alerts could not be read.', lowStock.message, [lowStock]),
			list('adminGetWithdrawals', 'The withdrawals could not be read.', 'There are no such withdrawals.'),
		],
		'/admin/withdrawals?show=screening': [
			list('adminGetWithdrawals', 'What is held could not be read.', 'No withdrawal is held.'),
			list('adminGetScreeningRules', 'The rules could not be read.', 'Above this many R$ in 24 hours', screeningRules),
		],
		'/admin/withdrawals?show=work-list': [
			list('adminGetManualPayouts', 'The work list could not be read.', 'Nothing has to be paid by hand.', []),
		],
		'/admin/withdrawals?show=differences': [
			list('adminGetPayoutReviews', 'The differences could not be read.', 'Nothing differs.', []),
		],
		'/admin/withdrawals?show=controls': [
			list('adminGetPayoutSettings', 'The settings could not be read.', 'Change caps and alerts', payoutSettings),
			list('adminGetVendorFunds', 'The vendors could not be asked.', 'New orders go here', [funds]),
		],
		'/admin/withdrawals/:order': [
			list('adminGetWithdrawal', 'The withdrawal could not be read.', 'In the books', withdrawal),
		],
	},
	'the end of the service': {
		'/admin/wind-down': [list('adminGetWindDown', 'The state of the service could not be read.', 'Goes on', goesOn)],
	},
	'the treasury and the reconciliation': {
		'/admin/treasury': [list('adminGetTreasury', 'The treasury could not be read.', '1,200.00 R$', treasury)],
		'/admin/treasury?one': [
			list('adminGetTreasury', 'The treasury could not be read.', '1,200.00 R$', treasury),
			{
				...list('adminGetWallPayments', 'What was entered could not be read.', 'Nothing was entered yet.', []),
				after: 'Enter',
			},
		],
		'/admin/books': [list('adminGetTransfers', 'The books could not be read.', 'Nothing moved on this account.')],
		'/admin/books?show=spendable': [
			list('adminGetBalances', 'The balances could not be read.', 'Nobody has anything to withdraw.'),
		],
		'/admin/books?show=below-zero': [
			list('adminGetBalances', 'The balances could not be read.', 'Nobody is below zero.'),
		],
		'/admin/books?show=held-back': [
			list('adminGetHeldCredits', 'What is held back could not be read.', 'Nothing is held back.'),
		],
		'/admin/reconciliation': [
			list('adminGetReconciliation', 'The reports could not be read.', 'America/New_York', reconciliation),
		],
	},
	'the missing rewards': {
		'/admin/claims': [
			list('adminGetClaims', 'The claims could not be read.', 'Nobody waits for an answer.', {
				...noItems,
				walls: [],
				walls_since: 1,
			}),
		],
		'/admin/claims/C-1': [list('adminGetClaim', 'The claim could not be read.', 'Level 30 is done.', claimFile)],
	},
	'the messages': {
		'/admin/threads': [
			list('adminGetThreads', 'The messages could not be read.', 'Nobody waits for an answer.', noThreads),
		],
		'/admin/threads/S-1': [list('adminGetThread', 'The conversation could not be read.', 'I did nothing.', threadFile)],
	},
	'the offerwalls and the promo codes': {
		'/admin/offerwalls': [
			list('adminGetOfferwalls', 'The offerwalls could not be read.', 'There is no offerwall yet', []),
			{
				...list('adminGetPartners', 'The partners could not be read.', 'KiwiWall', [partner]),
				after: 'Add an offerwall',
			},
		],
		'/admin/offerwalls?one': [
			list('adminGetOfferwalls', 'The offerwalls could not be read.', 'KiwiWall', [offerwall]),
			{
				...list('adminGetRateEffect', 'What it would have cost could not be reckoned.', '18.00 R$', rateEffect),
				after: 'Set a boost',
			},
		],
		'/admin/promo-codes': [
			list('adminGetPromoCodes', 'The promo codes could not be read.', 'There is no promo code yet.'),
		],
		'/admin/promo-codes?one': [
			list('adminGetPromoCodes', 'The promo codes could not be read.', promoCode.code, {
				items: [promoCode],
				nextCursor: null,
			}),
		],
		'/admin/promo-codes/SPRING': [
			list('adminGetPromoRedemptions', 'The redemptions could not be read.', 'Nobody has redeemed it yet.'),
		],
	},
};
