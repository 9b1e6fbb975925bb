import { type Fixture, hashed, sent } from './documented.ts';

const wannadsCredit = sent(
	'subId={uid}&transId={tx}&reward=100&payout=0.5&status=1&userIp=203.0.113.7&campaign_id=7' +
		'&campaign_name=Level 30&country=NL&uuid=click-{tx}',
);
/** A fixed length keeps digits of a neighbouring value out of the id. */
const FIXED_LENGTH = 'tx[0-9]{8}|[0-9a-f-]{36}';

export const wannads: Fixture = {
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

export const wannadsFamily: Record<string, Fixture> = {
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
