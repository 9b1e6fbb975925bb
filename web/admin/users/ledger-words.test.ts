import { transferKinds } from '../../../server/ledger/transfer.ts';
import { accountInWords, kindInWords } from './ledger-words.ts';

test('every transfer kind and ledger account has a label', () => {
	for (const [kind, { debit, credit }] of Object.entries(transferKinds)) {
		expect(kindInWords({ kind }), kind).not.toBe(kind);
		for (const account of [debit, credit]) {
			const wall = { id: 'w', name: 'Wall' };
			expect(accountInWords(account === 'partner' ? 'partner:w' : account, wall), account).not.toBe(account);
		}
	}
	expect(accountInWords('partner:gone', null)).toBe('gone');
});
