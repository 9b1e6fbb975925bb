import { robuxToWire } from '../../contract/money.ts';
import type { NewEvent } from '../lib/outbox.ts';
import type { Posting, TransferKind } from './transfer.ts';

const creditTypes: { [Kind in TransferKind]?: 'credit.booked' | 'credit.reversed' } = {
	credit: 'credit.booked',
	'credit-release': 'credit.booked',
	reversal: 'credit.reversed',
};
const withdrawalTypes: { [Kind in TransferKind]?: 'withdrawal.requested' | 'withdrawal.paid' | 'withdrawal.refunded' } =
	{
		'withdrawal-hold': 'withdrawal.requested',
		'withdrawal-paid': 'withdrawal.paid',
		'withdrawal-refund': 'withdrawal.refunded',
	};

export function eventsOf({ kind, uid, amount: cents, atMs, wall = '', reference }: Posting): NewEvent[] {
	const amount = robuxToWire(cents);
	const [credit, withdrawal] = [creditTypes[kind], withdrawalTypes[kind]];
	if (credit) return [{ type: credit, uid, atMs, data: { reference, amount, wall_id: wall } }];
	const [, withdrawal_id = ''] = reference.split('/');
	return withdrawal ? [{ type: withdrawal, uid, atMs, data: { withdrawal_id, amount } }] : [];
}
