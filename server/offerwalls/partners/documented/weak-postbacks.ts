import { type Fixture, hashed, secretAs, sent, unsigned } from './documented.ts';

const closed = { entry: { pathKey: 'a-long-secret-path-key' }, successBody: 'OK' };
const unsignedAndClosed = { ...closed, sign: unsigned, covered: [] };

export const weakSigners: Record<string, Fixture> = {
	cpx: {
		credit: sent(
			'status=1&trans_id={tx}&user_id={uid}&amount_local=100.00&amount_usd=0.50&offer_ID=7' +
				'&ip_click=203.0.113.7&type=complete',
		),
		reversal: { status: '2' },
		others: { 'screen-out': { type: 'out', amount_local: '0' } },
		bonus: { type: 'bonus' },
		...hashed('secure_hash', 'md5', '-', 'trans_id', 'secret'),
		open: { door: ['status', 'user_id', 'amount_local', 'amount_usd', 'type'], 'no-money': ['offer_ID', 'ip_click'] },
		...closed,
		successBody: 'ok',
	},
	adgate: {
		credit: sent(
			's1={uid}&s2=7e0f2b6c-43bd-4f65-9c5a-0a1d8d3b6f10&conversion_id={tx}&points=100&payout=0.5' +
				'&state=approved&offer_id=7&offer_name=Level 30',
		),
		reversal: { state: 'rejected' },
		pending: { state: 'pending' },
		rejected: { state: 'rejected' },
		...unsignedAndClosed,
		open: { door: ['s1', 's2', 'conversion_id', 'points', 'payout', 'state'], 'no-money': ['offer_id', 'offer_name'] },
	},
	torox: {
		credit: sent(
			'id={tx}&oid=7&o_name=Level 30&amount=100&currency_name=Coins&user_id={uid}&payout=0.5' +
				'&ip_address=203.0.113.7',
		),
		reversal: { amount: '-100', payout: '-0.5' },
		...hashed('sig', 'md5', '-', 'oid', 'user_id', 'secret'),
		open: { door: ['id', 'amount', 'payout'], 'no-money': ['o_name', 'currency_name', 'ip_address'] },
		...closed,
		successBody: '1',
	},
	mychips: {
		credit: sent('user_id={uid}&transaction_id={tx}&reward=100&payout=0.5&offer_name=Level 30&status=approved'),
		reversal: { status: 'rejected' },
		...unsignedAndClosed,
		open: { door: ['user_id', 'transaction_id', 'reward', 'payout', 'status'], 'no-money': ['offer_name'] },
	},
	adscend: {
		credit: sent('OID=7&ONM=Level 30&PAY=0.5&CUR=100&SB1={uid}&STS=1&TID={tx}&IP=203.0.113.7'),
		reversal: { STS: '2', PAY: '-0.5', CUR: '-100' },
		...unsignedAndClosed,
		open: { door: ['PAY', 'CUR', 'SB1', 'STS', 'TID'], 'no-money': ['OID', 'ONM', 'IP'] },
		entry: { ...closed.entry, profile: '12' },
	},
	inbrain: {
		credit: sent(
			'PanelistId={uid}&RewardId={tx}&RewardType=survey_completed&Reward=100.0&RevenueAmount=0.5' +
				'&SessionId=s-1&IsTest=false',
		),
		reversal: { Reward: '-100.0' },
		others: { test: { IsTest: 'true' } },
		bonus: { RewardType: 'ad_hoc' },
		...hashed('Sig', 'md5', '', 'PanelistId', 'RewardId', 'secret'),
		open: { door: ['RewardType', 'Reward', 'RevenueAmount', 'IsTest'], 'no-money': ['SessionId'] },
		...closed,
		arrival: 'json',
	},
	revu: {
		credit: sent('uid={uid}&sid4={tx}&currency=100&currencytype=1&rate=5.75&campaign=7&name=Level'),
		reversal: { currencytype: '3', currency: '-100', rate: '-5.75' },
		bonus: { currencytype: '2' },
		...unsignedAndClosed,
		open: { door: ['uid', 'sid4', 'currency', 'rate', 'currencytype'], 'no-money': ['campaign', 'name'] },
	},
	'wannads-v2': {
		credit: sent('user_id={uid}&transaction_id={tx}&reward=100&status=credited&offer_id=7&offer_name=Level 30'),
		reversal: { status: 'rejected', reward: '-100' },
		...unsignedAndClosed,
		open: { door: ['user_id', 'transaction_id', 'reward', 'status'], 'no-money': ['offer_id', 'offer_name'] },
	},
	monlix: {
		credit: sent('userId={uid}&transactionId={tx}&rewardValue=100&payout=0.5&taskName=Level 30&status=1'),
		reversal: { status: '2' },
		sign: secretAs('secretKey'),
		covered: [],
		open: { door: ['userId', 'transactionId', 'rewardValue', 'payout', 'status'], 'no-money': ['taskName'] },
		...closed,
		duplicateBody: 'DUP',
	},
	adwork: {
		credit: sent('campaign_id=7&leadID={tx}&sid={uid}&commission=0.5&status=1&vc_value=100'),
		reversal: { status: '2' },
		...unsignedAndClosed,
		open: { door: ['leadID', 'sid', 'commission', 'status', 'vc_value'], 'no-money': ['campaign_id'] },
	},
	cpalead: {
		credit: sent('subid={uid}&payout=0.5&lead_id={tx}&virtual_currency=100&campaign_id=7'),
		reversal: { virtual_currency: '-100' },
		sign: secretAs('password'),
		covered: [],
		open: { door: ['subid', 'payout', 'lead_id', 'virtual_currency'], 'no-money': ['campaign_id'] },
		...closed,
	},
	rapidoreach: {
		credit: sent(
			'cmd=transactionComplete&userId=theirs&endUserId={uid}&amt=0.5&offerInvitationId=7&status=C' +
				'&currencyAmt=100&transactionId={tx}&offerTitle=Level 30',
		),
		reversal: { currencyAmt: '-100' },
		others: { 'screen-out': { status: 'F', currencyAmt: '0' } },
		...hashed('txnHash', 'md5', '', 'transactionId', 'secret'),
		open: {
			door: ['endUserId', 'amt', 'status', 'currencyAmt'],
			'no-money': ['cmd', 'userId', 'offerInvitationId', 'offerTitle'],
		},
		...closed,
		successBody: '1',
	},
};
