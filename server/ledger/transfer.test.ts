import { expect, test } from 'vitest';
import { asRobuxCents } from '../../contract/money.ts';
import { isCovered, type NewTransfer, type TransferKind, toPosting, transferKinds } from './transfer.ts';

const kinds = Object.keys(transferKinds) as TransferKind[];
const amount = asRobuxCents(100);

function posting(kind: TransferKind) {
	const facts = transferKinds[kind];
	const wall = facts.debit === 'partner' || facts.credit === 'partner' ? 'w' : undefined;
	return toPosting({ kind, uid: 'u', amount, reference: 'r', wall, atMs: 0 });
}

test.each(kinds)('a %s takes from one account exactly what it gives to the other', (kind) => {
	const { debit, credit, balanceChange, pendingChange } = posting(kind);
	const change = (account: string) => (credit === account ? 100 : 0) - (debit === account ? 100 : 0);
	expect(debit).not.toBe(credit);
	expect(balanceChange).toBe(change('wallet'));
	expect(pendingChange).toBe(change('pending'));
});

test('only a reversal may take a wallet below zero', () => {
	expect(kinds.filter((kind) => isCovered(posting(kind), asRobuxCents(99)) && posting(kind).balanceChange < 0)).toEqual(
		['reversal'],
	);
});

test('what adds is welcome in a wallet below zero', () => {
	expect(isCovered(posting('credit'), asRobuxCents(-5000))).toBe(true);
	expect(isCovered(posting('withdrawal-refund'), asRobuxCents(-5000))).toBe(true);
});

test('earned counts credits less reversals, and nothing else', () => {
	const counted = kinds.filter((kind) => posting(kind).earnedChange !== 0);
	expect(counted).toEqual(['credit', 'reversal', 'credit-release']);
	expect(posting('reversal').earnedChange).toBe(-100);
});

test('a partner account needs its wall, other accounts take none', () => {
	const transfer: NewTransfer = { kind: 'credit', uid: 'u', amount, reference: 'r', atMs: 0 };
	expect(() => toPosting(transfer)).toThrow(RangeError);
	expect(() => toPosting({ ...transfer, kind: 'promotion', wall: 'w' })).toThrow(RangeError);
	expect(toPosting({ ...transfer, wall: 'w' })).toMatchObject({ debit: 'partner:w', credit: 'wallet' });
});
