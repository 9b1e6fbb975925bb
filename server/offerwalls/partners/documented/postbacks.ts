import { createHmac } from 'node:crypto';
import { addressSigned, digest, type Fixture, hashed, sent, value } from './documented.ts';
import { weakSigners } from './weak-postbacks.ts';

const wannadsCredit = sent(
	'subId={uid}&transId={tx}&reward=100&payout=0.5&status=1&userIp=203.0.113.7&campaign_id=7' +
		'&campaign_name=Level 30&country=NL&uuid=click-{tx}',
);
/** A fixed length keeps digits of a neighbouring value out of the id. */
const FIXED_LENGTH = 'tx[0-9]{8}|[0-9a-f-]{36}';

const wannads: Fixture = {
	credit: wannadsCredit,
	reversal: { transId: '{new}', status: '2' },
	others: { test: { debug: '1' } },
	...hashed('signature', 'md5', '', 'subId', 'transId', 'reward', 'secret'),
	open: {
		'path-key': ['status', 'uuid'],
		'first-stands': ['payout'],
		'no-money': ['userIp', 'campaign_id', 'campaign_name', 'country'],
	},
	formats: { transId: FIXED_LENGTH },
	successBody: 'OK',
	duplicateBody: 'DUP',
};
const wannadsForm: Fixture = { ...wannads, arrival: 'form' };

const wannadsFamily: Record<string, Fixture> = {
	easywall: wannads,
	objectivewall: wannads,
	dermoney: wannads,
	adrevmedia: wannads,
	adswedmedia: wannads,
	adwallx: wannads,
	revenuecpa: wannads,
	tplayad: wannads,
	bitswall: { ...wannads, successBody: 'ok' },
	revtoo: wannadsForm,
	revlum: wannadsForm,
	offery: wannads,
	sparkwall: {
		credit: sent('user_id={uid}&amount=100&payout=100&transaction_id={tx}&offerid=7&offername=Level 30&status=1'),
		reversal: { status: '2' },
		...hashed('signature', 'md5', '', 'user_id', 'transaction_id', 'payout', 'secret'),
		open: { 'path-key': ['status'], 'no-money': ['amount', 'offerid', 'offername'] },
		formats: { transaction_id: FIXED_LENGTH },
		rate: 1,
		successBody: 'OK',
	},
};

const bitlabsCredit = sent(
	'USER:UID={uid}&TX={tx}&VALUE:CURRENCY=100&VALUE:USD=0.5&REF=&ACTIVITY:TYPE=COMPLETE&OFFER:ID=7' +
		'&OFFER:NAME=Level 30&OFFER:TASK:STATE=COMPLETED',
);
const ayetCredit = sent(
	'transaction_id={tx}&external_identifier={uid}&currency_amount=100&payout_usd=0.5' +
		"&is_chargeback=0&offer_id=7&offer_name=Level 30: it's *new* ~!",
);
const pollfishParts = 'cpa device_id request_uuid reward_name reward_value status reason timestamp tx_id'.split(' ');

export const fixtures: Record<string, Fixture> = {
	bitlabs: {
		credit: bitlabsCredit,
		reversal: {
			'OFFER:TASK:STATE': '',
			TX: '{new}',
			REF: '{tx}',
			'ACTIVITY:TYPE': 'RECONCILIATION',
			'VALUE:CURRENCY': '-100',
			'VALUE:USD': '-0.5',
		},
		others: { 'screen-out': { 'ACTIVITY:TYPE': 'SCREENOUT', 'VALUE:CURRENCY': '1', 'OFFER:TASK:STATE': '' } },
		pending: { 'OFFER:TASK:STATE': 'PENDING' },
		rejected: { 'OFFER:TASK:STATE': 'RECONCILED', 'ACTIVITY:TYPE': 'RECONCILIATION' },
		bonus: { 'ACTIVITY:TYPE': 'START_BONUS', 'OFFER:TASK:STATE': '' },
		sign: addressSigned('hash', 'sha1', 'hex'),
		covered: Object.keys(bitlabsCredit),
		successBody: 'OK',
	},
	lootably: {
		credit: sent(
			'userID={uid}&transactionID={tx}&ip=203.0.113.7&offerName=Level 30&offerID=7&revenue=0.5000' +
				'&currencyReward=100.00&status=1',
		),
		reversal: { status: '0' },
		...hashed('hash', 'sha256', '', 'userID', 'ip', 'revenue', 'currencyReward', 'secret'),
		open: { 'path-key': ['transactionID', 'status'], 'no-money': ['offerName', 'offerID'] },
		formats: { revenue: '\\d+\\.\\d{4}' },
		successBody: '1',
	},
	ayet: {
		credit: ayetCredit,
		reversal: {
			transaction_id: 'r-{tx}',
			is_chargeback: '1',
			currency_amount: '-100',
			payout_usd: '-0.5',
			chargeback_reason: 'Duplicate install',
		},
		sign: (fields, secret) => {
			const encode = (text: string) =>
				encodeURIComponent(text)
					.replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
					.replaceAll('%20', '+');
			const names = Object.keys(fields).sort();
			const text = names.map((name) => `${encode(name)}=${encode(value(fields, name))}`).join('&');
			return {
				fields,
				headers: { 'x-ayetstudios-security-hash': createHmac('sha256', secret).update(text).digest('hex') },
			};
		},
		covered: Object.keys(ayetCredit),
		successBody: 'OK',
	},
	timewall: {
		credit: sent('userID={uid}&transactionID={tx}&revenue=1.25&currencyAmount=100&type=credit&ip=203.0.113.7'),
		reversal: { type: 'chargeback', revenue: '-1.25', currencyAmount: '-100' },
		others: { noted: { type: 'hold_cancelled', currencyAmount: '-5' } },
		...hashed('hash', 'sha256', '', 'userID', 'revenue', 'secret'),
		open: { 'path-key': ['transactionID', 'type'], 'no-money': ['currencyAmount', 'ip'] },
		rate: 80,
		successBody: 'OK',
	},
	theoremreach: {
		credit: sent('user_id={uid}&app_id=13079&reward=100&status=1&currency=0.5&screenout=2&profiler=2&tx_id={tx}'),
		reversal: { reversal: 'true', reward: '-100' },
		others: { 'screen-out': { screenout: 'true', reward: '1' }, test: { debug: 'true' } },
		sign: addressSigned('hash', 'sha1', 'base64url'),
		covered: ['user_id', 'reward', 'currency', 'tx_id', 'status', 'screenout', 'profiler', 'app_id'],
		successBody: '1',
	},
	notik: {
		credit: sent('user_id={uid}&amount=100&payout=0.5&txn_id={tx}&offer_id=7&offer_name=Level 30&rewarded_txn_id='),
		reversal: { amount: '-100', txn_id: '{new}', rewarded_txn_id: '{tx}' },
		sign: addressSigned('hash', 'sha1', 'hex'),
		covered: ['user_id', 'amount', 'payout', 'txn_id', 'offer_id', 'offer_name', 'rewarded_txn_id'],
		successBody: '1',
	},
	wannads,
	tapjoy: {
		credit: sent('id={tx}&snuid={uid}&currency=100&mac_address='),
		...hashed('verifier', 'md5', ':', 'id', 'snuid', 'currency', 'secret'),
		open: { 'no-money': ['mac_address'] },
		successBody: 'OK',
	},
	adgem: {
		credit: sent(
			'player_id={uid}&amount=100&payout=0.5&transaction_id={tx}&campaign_id=7&request_id=r-1' +
				'&timestamp=1700000000',
		),
		reversal: { amount: '-100', payout: '-0.5' },
		sign: addressSigned('verifier', 'sha256', 'hex'),
		covered: ['player_id', 'amount', 'payout', 'transaction_id', 'campaign_id', 'request_id', 'timestamp'],
		successBody: 'OK',
	},
	kiwiwall: {
		credit: sent('status=1&trans_id={tx}&sub_id={uid}&gross=0.5&amount=100&offer_name=Level 30'),
		reversal: { status: '2', amount: '-100', gross: '-0.5' },
		...hashed('signature', 'md5', ':', 'sub_id', 'amount', 'secret'),
		open: { 'path-key': ['status', 'trans_id'], 'first-stands': ['gross'], 'no-money': ['offer_name'] },
		successBody: '1',
	},
	pollfish: {
		credit: sent(
			'cpa=50&device_id=dev-1&request_uuid={uid}&reward_name=Coins&reward_value=100&status=eligible' +
				'&reason=&timestamp=1700000000000&tx_id={tx}',
		),
		others: { 'screen-out': { status: 'noteligible', reason: 'quota_full' }, test: { debug: 'true' } },
		sign: (fields, secret) => {
			const text = pollfishParts.map((name) => value(fields, name)).join(':');
			return { fields: { ...fields, signature: createHmac('sha1', secret).update(text).digest('base64') } };
		},
		covered: pollfishParts,
		absentIsEmpty: ['reason'],
		successBody: 'OK',
	},
	adjoe: {
		credit: sent('trans_uuid={tx}&user_uuid={uid}&currency=coins&coin_amount=100&device_id=dev-1&sdk_app_id=app-1'),
		...hashed(
			'sid',
			'sha1',
			'',
			...['trans_uuid', 'user_uuid', 'currency', 'coin_amount', 'device_id', 'sdk_app_id', 'secret'],
		),
		formats: {
			trans_uuid: 'tx[0-9]{8}|[0-9a-f-]{36}',
			currency: '[a-z]+',
			device_id: 'dev-\\d',
			sdk_app_id: 'app-\\d',
		},
		successBody: 'OK',
	},
	pubscale: {
		credit: sent('user_id={uid}&value=100.0&token={tx}'),
		sign: (fields, secret) => {
			const whole = Math.floor(Number(value(fields, 'value')));
			const text = `${secret}.${value(fields, 'user_id')}.${whole}.${value(fields, 'token')}`;
			return { fields: { ...fields, signature: digest('md5', text) } };
		},
		covered: ['user_id', 'token'],
		open: { 'first-stands': ['value'] },
		successBody: 'OK',
	},
	...wannadsFamily,
	...weakSigners,
};
