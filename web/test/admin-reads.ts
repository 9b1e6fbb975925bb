import { defaultCannedAnswers } from '../../contract/admin/canned-answers.ts';
import { offerwall, partner, rateEffect, reconciliation, screeningRules, treasury, user } from './admin-answers.ts';
import { UID } from './fake-server.ts';

type Read = { name: string; error: string; shows: string; answer?: object | undefined; after?: string };

const list = (name: string, error: string, shows: string, answer?: object): Read => ({ name, error, shows, answer });

const fraudCase = { uid: UID, name: 'builder', state: 'watching', score: 70, notes: 1 };
const oneCase = { items: [fraudCase] };
const withdrawal = { order_id: 'W-1', uid: UID, vendor: 'rbxcrate', transfers: [{ kind: 'withdrawal', amount: 50 }] };
const settings = {
	mode: 'team',
	items: [
		{ name: 'CANNED_ANSWERS', value: defaultCannedAnswers },
		{ name: 'MARGIN_FLOOR_PERCENT', value: 5 },
	],
};
const templates = list('adminGetSettings', "Couldn't load the templates.", 'Looking into it', settings);
const claim = { reference: 'C-1', uid: UID, wall_id: 'sandbox', note: 'Level 30 is done.' };
const thread = { reference: 'S-1', uid: UID, subject: 'My pause', about: { kind: 'pause' } };
const message = { from: 'user', text: 'I did nothing.' };
const note = 'Brothers, by their papers.';
const figures = { people: 40, completed: 40, credited: 30, minutes: 9, claimed: 10, settled: 4, reversed: 0 };
const feed = { kind: 'kiwi', state: 'good', since: null, lastAnswerAt: 1, offers: 3, skipped: 0, problem: null };
const offerPromise = { offer_id: '7', title: 'Island farm', ...figures, hidden: null };
const endpoint = { url: 'https://bot.example/events', events: ['user.banned'], state: 'on' };
const provider = {
	...{ issuer: 'https://id.team.example', client_id: 'lootpass', claim: 'groups' },
	...{ roles: { Money: 'finance' }, second_factor: ['mfa'] },
};
const firstRun = { mode: 'team', may_choose: true, limit: 1_000, steps: [{ step: 'email', is_done: true }] };
const move = { reports: [{ report: { project: 'old-loot' } }] };
const source = { kind: 'partner', source: 'ada-plays', enabled: true };
const giftCards = { method: 'gift-card', is_on: false, free_codes: [], given_codes: 0 };
const lowStock = {
	...{ kind: 'vendor-stock', message: 'The stock is low.', raised_at: 1 },
	...{ todo: 'Wait for stock.', page: '/admin/withdrawals' },
};

const ofUser = [
	list('adminGetUser', "Couldn't load the user.", 'Total withdrawn', user),
	list('adminGetUserOffers', "Couldn't load the user's offers.", 'No offers yet.'),
	list('adminGetUserLedger', "Couldn't load the user's ledger.", 'No ledger entries yet.'),
];

export const adminReads: Record<string, readonly Read[]> = {
	'/admin': [
		list('adminGetWaitingWork', "Couldn't load what needs attention.", 'missing-reward claim', { claims: 1 }),
		list('adminGetPayoutAlerts', "Couldn't load alerts.", 'Wait for stock.', [lowStock]),
		list('adminGetTreasury', "Couldn't load the amount owed.", '12.3 days of cover', treasury),
		list('adminGetVendorFunds', "Couldn't reach the vendor.", 'Unknown'),
		list('adminGetBackups', "Couldn't load backups.", 'Backups are off'),
		list('/data/earnings/by-offerwall', "Couldn't load offerwall earnings.", 'No earnings yet.'),
		list('/data/users/active', "Couldn't load active users.", 'No activity yet.'),
	],
	'/admin/business': [list('adminGetBusiness', "Couldn't load the figures.", 'No data yet')],
	'/admin/users': [list('adminGetUsers', "Couldn't load users.", 'No users found.')],
	'/admin/users/:uid': [
		list('adminGetUser', "Couldn't load the user.", 'Active chargebacks', user),
		list('adminGetUserLedger', "Couldn't load the ledger.", 'No ledger entries yet.'),
		list('adminGetFraudCases', "Couldn't load the fraud check.", 'Watching · Score 70', oneCase),
	],
	'/admin/users/:uid?show=offers': [list('adminGetUserOffers', "Couldn't load the list.", 'No offers yet.')],
	'/admin/users/:uid?show=withdrawals': [
		list('adminGetUserWithdrawals', "Couldn't load the list.", 'No withdrawals yet.'),
	],
	'/admin/users/:uid?show=callbacks': [list('adminFindCallbacks', "Couldn't load the list.", 'No postbacks yet.')],
	'/admin/users/:uid?show=messages': [
		list('adminGetThreads', "Couldn't load messages.", 'No messages yet.'),
		list('adminGetStatements', "Couldn't load restrictions.", 'No active restrictions.'),
	],
	'/admin/users/:uid?show=actions': [list('adminGetActions', "Couldn't load actions.", 'No matching actions.')],
	'/admin/fraud': [
		list('adminGetFraudCases', "Couldn't load cases.", 'No open cases.'),
		list('adminGetFraudPrecision', "Couldn't load the confirmation rate.", '3 of 4 cases', { opened: 4, confirmed: 3 }),
	],
	'/admin/fraud?show=watching': [
		list('adminGetFraudCases', "Couldn't load cases.", 'builder', oneCase),
		{ ...list('adminGetFraudNotes', "Couldn't load notes.", note, [{ text: note }]), after: '1 note' },
	],
	'/admin/actions': [list('adminGetActions', "Couldn't load actions.", 'No matching actions.')],
	'/admin/actions?show=approvals': [
		list('adminGetProposals', "Couldn't load proposals.", 'No requests are waiting for approval.'),
	],
	'/admin/staff': [list('adminGetStaff', "Couldn't load staff.", 'No open invitations.')],
	'/admin/connect': [
		list('adminGetKeys', "Couldn't load machine keys.", 'Warehouse', [{ name: 'Warehouse' }]),
		list('adminGetEndpoints', "Couldn't load event endpoints.", endpoint.url, [endpoint]),
	],
	'/admin/settings': [
		list('adminGetSettings', "Couldn't load the settings.", 'Lowest margin5%', settings),
		list('adminGetProvider', "Couldn't load team sign-in.", 'https://id.team.example', { applied: provider }),
	],
	'/admin/first-run': [list('adminGetFirstRun', "Couldn't load the first steps.", 'Team mode', firstRun)],
	'/admin/logs': [list('adminGetLog', "Couldn't load the log.", 'No matching events.')],
	'/admin/logs?show=callbacks': [list('adminFindCallbacks', "Couldn't load postbacks.", 'No matching postbacks.')],
	'/admin/withdrawals': [
		list('adminGetPayoutAlerts', "Couldn't load alerts.", lowStock.message, [lowStock]),
		list('adminGetWithdrawals', "Couldn't load withdrawals.", 'No open withdrawals.'),
	],
	'/admin/withdrawals?show=screening': [
		list('adminGetWithdrawals', "Couldn't load withdrawals on hold.", 'No withdrawals are on hold.'),
	],
	'/admin/withdrawals?show=hold-rules': [
		list('adminGetScreeningRules', "Couldn't load the rules.", 'Amount in 24 hours above (R$)', screeningRules),
	],
	'/admin/withdrawals?show=work-list': [
		list('adminGetManualPayouts', "Couldn't load manual payouts.", 'No manual payouts to make.'),
	],
	'/admin/withdrawals?show=differences': [
		list('adminGetPayoutReviews', "Couldn't load differences.", 'No differences.'),
	],
	'/admin/withdrawals?show=controls': [
		list('adminGetPayoutSettings', "Couldn't load payout settings.", 'Edit caps and alerts'),
		list('adminGetPayoutMethods', "Couldn't load payout methods.", 'Turn on gift cards', [giftCards]),
		list('adminGetVendorFunds', "Couldn't reach the vendors.", 'Active', [{ is_current: true }]),
	],
	'/admin/withdrawals/:order': [list('adminGetWithdrawal', "Couldn't load the withdrawal.", 'Ledger', withdrawal)],
	'/admin/wind-down': [list('getWindDown', "Couldn't load the end of service.", 'No end announced')],
	'/admin/treasury': [list('adminGetTreasury', "Couldn't load the treasury.", '1,200.00 R$', treasury)],
	'/admin/treasury?one': [
		list('adminGetTreasury', "Couldn't load the treasury.", '1,200.00 R$', treasury),
		{ ...list('adminGetWallPayments', "Couldn't load payments.", 'No entries yet.'), after: 'Record payment' },
	],
	'/admin/books': [list('adminGetTransfers', "Couldn't load the books.", 'No transfers on this account.')],
	'/admin/books?show=spendable': [list('adminGetBalances', "Couldn't load balances.", 'No user has a balance.')],
	'/admin/books?show=below-zero': [list('adminGetBalances', "Couldn't load balances.", 'No negative balances.')],
	'/admin/books?show=held-back': [
		list('adminGetHeldCredits', "Couldn't load held credits.", 'No credits are on hold.'),
	],
	'/admin/books?show=move': [list('adminGetMove', "Couldn't load the move.", 'Save signed report', move)],
	'/admin/reconciliation': [
		list('adminGetReconciliation', "Couldn't load the reconciliation.", 'America/New_York', reconciliation),
	],
	'/admin/claims': [list('adminGetClaims', "Couldn't load claims.", 'No claims here.')],
	'/admin/claims/C-1': [list('adminGetClaim', "Couldn't load the claim.", claim.note, { claim }), ...ofUser],
	'/admin/threads': [list('adminGetThreads', "Couldn't load messages.", 'No messages here.')],
	'/admin/threads/S-1': [
		list('adminGetThread', "Couldn't load the conversation.", message.text, { thread, messages: [message] }),
		templates,
		...ofUser,
	],
	'/admin/offerwalls': [
		list('adminGetOfferwalls', "Couldn't load offerwalls.", 'No offerwalls yet.'),
		{ ...list('adminGetPartners', "Couldn't load partners.", 'KiwiWall', [partner]), after: 'Add offerwall' },
	],
	'/admin/offerwalls/wall': [
		list('adminGetOfferwalls', "Couldn't load offerwalls.", 'KiwiWall', [{ ...offerwall, feed }]),
		list('adminGetOfferPromises', "Couldn't load the offers.", 'Island farm', [offerPromise]),
		{ ...list('adminGetRateEffect', "Couldn't calculate the cost.", '18.00 R$', rateEffect), after: 'Set boost' },
	],
	'/admin/growth': [list('adminGetSources', "Couldn't load the sources.", 'ada-plays', { items: [source] })],
	'/admin/growth?show=partners': [
		list('adminGetPartnerCodes', "Couldn't load the partner codes.", 'No partner codes yet.'),
	],
	'/admin/growth?show=bounties': [
		list('adminGetBountyEffect', "Couldn't load the bounties.", 'No bounties are paid.', { terms: null }),
	],
	'/admin/promo-codes': [list('adminGetPromoCodes', "Couldn't load promo codes.", 'No promo codes yet.')],
	'/admin/promo-codes?one': [
		list('adminGetPromoCodes', "Couldn't load promo codes.", 'SPRING', { items: [{ code: 'SPRING' }] }),
	],
	'/admin/promo-codes/SPRING': [list('adminGetPromoRedemptions', "Couldn't load redemptions.", 'No redemptions yet.')],
};
