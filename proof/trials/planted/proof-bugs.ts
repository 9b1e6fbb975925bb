import { inFolder } from './bug.ts';

const bug = inFolder('server/public-proof');

export const proofBugs = [
	bug('a checkpoint that was signed anew still follows', 'check-log.ts', 'seal-transfers.test.ts', {
		from: 'checkpoint.n === row.n && checkpoint.previous === previous;',
		to: 'checkpoint.n === row.n;',
	}),
	bug('a node hashes one of its sums', 'liabilities/sum-tree.ts', 'liabilities/cheating-operator.test.ts', {
		from: 'both.writeBigInt64BE(right.sum, 1 + NODE_BYTES);',
		to: 'both.writeBigInt64BE(0n, 1 + NODE_BYTES);',
	}),
	bug('a receipt of a transfer that never was holds', 'receipts/check-receipt.ts', 'receipts/receipts.test.ts', {
		from: "if (!found) return 'no-transfer';",
		to: "if (!found) return 'holds';",
	}),
	bug('debts are netted against what is owed', 'liabilities/store-liabilities.ts', 'liabilities/liabilities.test.ts', {
		from: 'greatest(w.balance, 0) as spendable',
		to: 'w.balance as spendable',
	}),
	bug(
		'who came since the keys were made is left out',
		'liabilities/liability-trees.ts',
		'liabilities/liabilities.test.ts',
		{
			from: 'if (made.length > 0) people +=',
			to: 'if (made.length < 0) people +=',
		},
	),
	bug(
		'the database hashes a node without its sums',
		'liabilities/store-liabilities.ts',
		'liabilities/liabilities.test.ts',
		{
			from: 'string_agg(int8send(sum) || hash',
			to: 'string_agg(hash',
		},
	),
	bug('a path leads to what is not published', 'routes.ts', 'proof-endpoints.test.ts', {
		from: 'size > (await selectPublishedSize(db)) || ',
		to: '',
	}),
];
