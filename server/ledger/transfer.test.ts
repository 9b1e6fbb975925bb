import { asRobuxCents } from '../../contract/money.ts';
import {
	isCovered,
	isSameContent,
	type NewTransfer,
	needsNoCheck,
	type TransferKind,
	toPosting,
	transferKinds,
} from './transfer.ts';

const kinds = Object.keys(transferKinds) as TransferKind[];
const amount = asRobuxCents(100);

function posting(kind: TransferKind) {
	const facts = transferKinds[kind];
	const wall = facts.debit === 'partner' || facts.credit === 'partner' ? 'w' : undefined;
	return toPosting({ kind, uid: 'u', amount, reference: 'r', wall, atMs: 0 });
}

test.each(kinds)('a %s debits one account by exactly what it credits to the other', (kind) => {
	const { debit, credit, balanceChange, pendingChange } = posting(kind);
	const change = (account: string) => (credit === account ? 100 : 0) - (debit === account ? 100 : 0);
	expect(debit).not.toBe(credit);
	expect(balanceChange).toBe(change('wallet'));
	expect(pendingChange).toBe(change('pending'));
});

test('only reversals and claim returns may take a wallet below zero', () => {
	expect(kinds.filter((kind) => isCovered(posting(kind), asRobuxCents(99)) && posting(kind).balanceChange < 0)).toEqual(
		['reversal', 'claim-return', 'boost-reversal', 'bounty-reversal', 'import-reversal'],
	);
});

test('credits and refunds are allowed in a wallet below zero', () => {
	expect(isCovered(posting('credit'), asRobuxCents(-5000))).toBe(true);
	expect(isCovered(posting('withdrawal-refund'), asRobuxCents(-5000))).toBe(true);
});

test('only credits, released credits and reversals change the earned figure', () => {
	const counted = kinds.filter((kind) => posting(kind).earnedChange !== 0);
	expect(counted).toEqual(['credit', 'reversal', 'credit-release']);
	expect(posting('reversal').earnedChange).toBe(-100);
});

test('each kind moves money between its two accounts', () => {
	expect(kinds.map((kind) => `${kind}: ${posting(kind).debit} > ${posting(kind).credit}`)).toEqual([
		'credit: partner:w > wallet',
		'reversal: wallet > partner:w',
		'credit-hold: partner:w > pending',
		'credit-release: pending > wallet',
		'credit-cancel: pending > partner:w',
		'withdrawal-hold: wallet > payouts:held',
		'withdrawal-paid: payouts:held > payouts:paid',
		'withdrawal-refund: payouts:held > wallet',
		'promotion: house:promotions > wallet',
		'adjustment-up: house:adjustments > wallet',
		'adjustment-down: wallet > house:adjustments',
		'claim-return: wallet > house:adjustments',
		'forfeit: wallet > house:forfeited',
		'loss: house:losses > partner:w',
		'boost: house:boosts > wallet',
		'boost-reversal: wallet > house:boosts',
		'boost-hold: house:boosts > pending',
		'boost-release: pending > wallet',
		'boost-cancel: pending > house:boosts',
		'boost-loss: house:losses > house:boosts',
		'bounty-hold: house:referrals > pending',
		'bounty-release: pending > wallet',
		'bounty-cancel: pending > house:referrals',
		'bounty-reversal: wallet > house:referrals',
		'import: house:imported > wallet',
		'import-hold: house:imported > pending',
		'import-release: pending > wallet',
		'import-cancel: pending > house:imported',
		'import-reversal: wallet > partner:w',
	]);
});

test('only paid withdrawals change the withdrawn figure', () => {
	expect(kinds.filter((kind) => posting(kind).withdrawnChange !== 0)).toEqual(['withdrawal-paid']);
	expect(posting('withdrawal-paid').withdrawnChange).toBe(100);
});

test('a withdrawal may empty the wallet to the last cent', () => {
	expect(isCovered(posting('withdrawal-hold'), asRobuxCents(100))).toBe(true);
	expect(isCovered(posting('withdrawal-hold'), asRobuxCents(99))).toBe(false);
	expect(isCovered(posting('withdrawal-paid'), asRobuxCents(-1))).toBe(true);
});

test('only transfers that take from a wallet and may not overdraw it need a balance check', () => {
	const checked = ['withdrawal-hold', 'adjustment-down', 'forfeit'];
	expect(kinds.filter((kind) => !needsNoCheck(posting(kind)))).toEqual(checked);
});

test.each([0, -1, 0.5, Number.NaN, 2 ** 53])('rejects an amount of %d', (no) => {
	const transfer: NewTransfer = { kind: 'credit', uid: 'u', amount: no as never, reference: 'r', wall: 'w', atMs: 0 };
	expect(() => toPosting(transfer)).toThrow(`cannot transfer ${no}`);
	expect(toPosting({ ...transfer, amount: asRobuxCents(1) }).amount).toBe(1);
});

test('the error for a missing or unexpected wall names the kind', () => {
	const transfer: NewTransfer = { kind: 'credit', uid: 'u', amount, reference: 'r', atMs: 0 };
	expect(() => toPosting(transfer)).toThrow('credit needs a wall');
	expect(() => toPosting({ ...transfer, kind: 'promotion', wall: 'w' })).toThrow('promotion takes no wall');
});

test('isSameContent compares reference, amount, kind and both accounts', () => {
	const booked = posting('credit');
	expect(isSameContent(booked, posting('credit'))).toBe(true);
	const others = [{ reference: 'x' }, { amount: 101 }, { kind: 'loss' }, { debit: 'partner:x' }, { credit: 'pending' }];
	for (const other of others) expect(isSameContent({ ...booked, ...other }, posting('credit'))).toBe(false);
});
