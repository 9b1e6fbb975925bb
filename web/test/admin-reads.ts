import { offerwall, partner, rateEffect, reconciliation, screeningRules, treasury, user } from './admin-answers.ts';
import { UID } from './fake-server.ts';

/** Something that a page of the admin area loads, and the error that it shows if that fails. */
type Read = {
	name: string;
	said: string;
	shows: string;
	/** What comes then; undefined: the smallest response. */
	answer?: object | undefined;
	/** What is pressed for it to be loaded, if that is needed. */
	after?: string;
};

const list = (name: string, said: string, shows: string, answer?: object): Read => ({ name, said, shows, answer });

const fraudCase = { uid: UID, name: 'builder', state: 'watching', score: 70, notes: 1 };
const oneCase = { items: [fraudCase] };
const withdrawal = { order_id: 'W-1', uid: UID, vendor: 'rbxcrate', transfers: [{ kind: 'withdrawal', amount: 50 }] };
const claim = { reference: 'C-1', uid: UID, wall_id: 'sandbox', note: 'Level 30 is done.' };
const thread = { reference: 'S-1', uid: UID, subject: 'My pause', about: { kind: 'pause' } };
const message = { from: 'user', text: 'I did nothing.' };
const note = 'Brothers, by their papers.';
const lowStock = { kind: 'stock', message: 'The stock is low.' };

/** The lists and cards of each address of the admin area. */
export const adminReads: Record<string, readonly Read[]> = {
	'/admin': [
		list('adminGetWaitingWork', 'What waits for you could not be counted.', 'Nothing waits for you.'),
		list('adminGetTreasury', 'What is owed could not be read.', '12.3 days of cover', treasury),
		list('adminGetVendorFunds', 'The vendor could not be asked.', 'Not known'),
		list('adminGetBackups', 'The backups could not be read.', 'Nothing is backed up'),
		list(
			'/data/earnings/by-offerwall',
			'Offerwall earnings could not be loaded.',
			'No offerwall has earned anything yet.',
		),
		list('/data/users/active', 'Active users could not be loaded.', 'Nobody was here yet.'),
		list('adminGetBusiness', 'The figures of the business could not be read.', 'Not counted yet'),
	],
	'/admin/users': [list('adminGetUsers', 'Failed to load the users', 'No users found.')],
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
		list('adminFindCallbacks', 'The list could not be read.', 'No partner has called about this user.'),
	],
	'/admin/users/:uid?show=messages': [
		list('adminGetThreads', 'The messages could not be read.', 'This user has not written to us.'),
		list('adminGetStatements', 'The reasons could not be read.', 'Nothing is held, paused or looked at.'),
	],
	'/admin/users/:uid?show=actions': [
		list('adminGetActions', 'The actions could not be read.', 'Nothing of this kind was done.'),
	],
	'/admin/fraud': [
		list('adminGetFraudCases', 'The cases could not be read.', 'There is no such case.'),
		list('adminGetFraudPrecision', 'How many were confirmed could not be read.', '3 of 4 cases', {
			opened: 4,
			confirmed: 3,
		}),
	],
	'/admin/fraud?show=watching': [
		list('adminGetFraudCases', 'The cases could not be read.', 'builder', oneCase),
		{ ...list('adminGetFraudNotes', 'The notes could not be read.', note, [{ text: note }]), after: '1 note' },
	],
	'/admin/actions': [list('adminGetActions', 'The actions could not be read.', 'Nothing of this kind was done.')],
	'/admin/actions?show=approvals': [
		list('adminGetAdjustments', 'The adjustments could not be read.', 'No adjustment waits for a second admin.'),
		list('adminGetSettlements', 'The settlements could not be read.', 'No settlement waits for a second admin.'),
		list('adminGetProposals', 'The proposals could not be read.', 'Nothing else waits for a second person.'),
	],
	'/admin/staff': [list('adminGetStaff', 'The staff could not be read.', 'No invitation is open.')],
	'/admin/logs': [list('adminGetLog', 'The log could not be read.', 'Nothing of this kind happened.')],
	'/admin/logs?show=callbacks': [
		list('adminFindCallbacks', 'The postbacks could not be read.', 'No partner called like this.'),
	],
	'/admin/withdrawals': [
		list('adminGetPayoutAlerts', 'The alerts could not be read.', lowStock.message, [lowStock]),
		list('adminGetWithdrawals', 'The withdrawals could not be read.', 'There are no such withdrawals.'),
	],
	'/admin/withdrawals?show=screening': [
		list('adminGetWithdrawals', 'What is held could not be read.', 'No withdrawal is held.'),
		list('adminGetScreeningRules', 'The rules could not be read.', 'Above this many R$ in 24 hours', screeningRules),
	],
	'/admin/withdrawals?show=work-list': [
		list('adminGetManualPayouts', 'The work list could not be read.', 'Nothing has to be paid by hand.'),
	],
	'/admin/withdrawals?show=differences': [
		list('adminGetPayoutReviews', 'The differences could not be read.', 'Nothing differs.'),
	],
	'/admin/withdrawals?show=controls': [
		list('adminGetPayoutSettings', 'The settings could not be read.', 'Change caps and alerts'),
		list('adminGetVendorFunds', 'The vendors could not be asked.', 'New orders go here', [{ is_current: true }]),
	],
	'/admin/withdrawals/:order': [
		list('adminGetWithdrawal', 'The withdrawal could not be read.', 'In the books', withdrawal),
	],
	'/admin/wind-down': [list('getWindDown', "Couldn't load the end of service. Try again.", 'No end announced')],
	'/admin/treasury': [list('adminGetTreasury', 'The treasury could not be read.', '1,200.00 R$', treasury)],
	'/admin/treasury?one': [
		list('adminGetTreasury', 'The treasury could not be read.', '1,200.00 R$', treasury),
		{
			...list('adminGetWallPayments', 'What was entered could not be read.', 'Nothing was entered yet.'),
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
	'/admin/claims': [list('adminGetClaims', 'The claims could not be read.', 'Nobody waits for an answer.')],
	'/admin/claims/C-1': [list('adminGetClaim', 'The claim could not be read.', claim.note, { claim })],
	'/admin/threads': [list('adminGetThreads', 'The messages could not be read.', 'Nobody waits for an answer.')],
	'/admin/threads/S-1': [
		list('adminGetThread', 'The conversation could not be read.', message.text, { thread, messages: [message] }),
	],
	'/admin/offerwalls': [
		list('adminGetOfferwalls', 'The offerwalls could not be read.', 'There is no offerwall yet'),
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
		list('adminGetPromoCodes', 'The promo codes could not be read.', 'SPRING', {
			items: [{ code: 'SPRING' }],
		}),
	],
	'/admin/promo-codes/SPRING': [
		list('adminGetPromoRedemptions', 'The redemptions could not be read.', 'Nobody has redeemed it yet.'),
	],
};
