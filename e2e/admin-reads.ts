/** Something that a page of the admin area reads, and what it says when it does not come. */
export type Read = {
	/** A call, or an address of figures. */
	name: string;
	/** What the page says then. */
	said: string;
	/** What stands on the page once it has come. */
	shows: string;
	/** What comes in the server's place, for the most part nothing at all. Without it the server answers. */
	answer?: unknown;
	/** What is pressed for it to be read, where that is not done by itself. */
	after?: string;
};

const noItems = { items: [], nextCursor: null };

/** A list that turns out to be empty. */
const list = (name: string, said: string, shows: string, answer: object = noItems): Read => ({
	name,
	said,
	shows,
	answer,
});

const fraudCase = {
	uid: '00000000-0000-4000-8000-000000000001',
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

const noBusiness = { days: [], walls: [], costOfThousand: null, cohorts: [], countedAt: null };
const noWork = { adjustments: 0, settlements: 0, withdrawals: 0, manual_payouts: 0, differences: 0, fraud_cases: 0 };
const noActions = { ...noItems, actions: [] };
const lowStock = { kind: 'stock', message: 'The stock is low.', raised_at: 1 };

/** Each list and card of each address, by what people call the place. `:uid` and `:order` stand for somebody's own. */
export const adminReads: Record<string, Record<string, readonly Read[]>> = {
	'the dashboard': {
		'/admin': [
			list('adminGetWaitingWork', 'What waits for you could not be counted.', 'Nothing waits for you.', noWork),
			list('adminGetVendorFunds', 'The vendor could not be asked.', 'Not known', []),
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
			{ name: 'adminGetUser', said: 'The user could not be loaded.', shows: 'Chargebacks that count' },
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
		'/admin/users/:uid?show=actions': [
			list('adminGetActions', 'The actions could not be read.', 'Nothing of this kind was done.', noActions),
		],
	},
	'the fraud check, the actions and the logs': {
		'/admin/fraud': [list('adminGetFraudCases', 'The cases could not be read.', 'There is no such case.')],
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
		],
		'/admin/logs': [list('adminGetLog', 'The log could not be read.', 'Nothing of this kind happened.')],
		'/admin/logs?show=callbacks': [
			list('adminFindCallbacks', 'The postbacks could not be read.', 'No partner called like this.'),
		],
	},
	'the withdrawals': {
		'/admin/withdrawals': [
			list('adminGetPayoutAlerts', 'The alerts could not be read.', lowStock.message, [lowStock]),
			list('adminGetWithdrawals', 'The withdrawals could not be read.', 'There are no such withdrawals.'),
		],
		'/admin/withdrawals?show=work-list': [
			list('adminGetManualPayouts', 'The work list could not be read.', 'Nothing has to be paid by hand.', []),
		],
		'/admin/withdrawals?show=differences': [
			list('adminGetPayoutReviews', 'The differences could not be read.', 'Nothing differs.', []),
		],
		'/admin/withdrawals?show=controls': [
			{ name: 'adminGetPayoutSettings', said: 'The settings could not be read.', shows: 'Change caps and alerts' },
			{ name: 'adminGetVendorFunds', said: 'The vendors could not be asked.', shows: 'New orders go here' },
		],
		'/admin/withdrawals/:order': [
			{ name: 'adminGetWithdrawal', said: 'The withdrawal could not be read.', shows: 'In the books' },
		],
	},
	'the offerwalls and the promo codes': {
		'/admin/offerwalls': [
			list('adminGetOfferwalls', 'The offerwalls could not be read.', 'There is no offerwall yet', []),
		],
		'/admin/promo-codes': [
			list('adminGetPromoCodes', 'The promo codes could not be read.', 'There is no promo code yet.'),
		],
		'/admin/promo-codes?one': [
			list('adminGetPromoCodes', 'The promo codes could not be read.', promoCode.code, {
				items: [promoCode],
				nextCursor: null,
			}),
			{
				...list('adminGetPromoRedemptions', 'The redemptions could not be read.', 'Nobody has redeemed it yet.'),
				after: 'Redemptions',
			},
		],
	},
};
