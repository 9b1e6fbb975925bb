import { type Bug, inFolder } from './bug.ts';

const bug = inFolder('server/ledger');

export const ledgerBugs: readonly Bug[] = [
	bug('the unique key of references is gone', '/db/migrations/001-baseline.sql', 'keys.test.ts', {
		from: 'create unique index transfers_reference on',
		to: 'create index transfers_reference on',
	}),
	bug('the application may rewrite the books', '/db/grants.sql', '/server/lib/db/roles.test.ts', {
		from: 'grant select, insert on transfers to',
		to: 'grant select, insert, update on transfers to',
	}),
	bug('the wallet is read without its lock', 'store.ts', 'post-transfer.test.ts', {
		from: 'from wallets where uid = $1 for no key update',
		to: 'from wallets where uid = $1',
	}),
	bug('a batch does not lock its wallets', 'store.ts', 'batch.test.ts', {
		from: 'closed_at is null order by uid for no key update',
		to: 'closed_at is null order by uid',
	}),
	bug('a withdrawal may overdraw', 'transfer.ts', 'transfer.test.ts', {
		from: "credit: 'payouts:held' }",
		to: "credit: 'payouts:held', mayOverdraw: true }",
	}),
	bug('a reference with other content counts as a replay', 'post-transfer.ts', 'post-transfer.test.ts', {
		from: "if (!('id' in outcome)) throw new ReferenceConflict(reference);",
		to: "if (outcome.status === 'conflict') return { id: outcome.booked.id, replayed: true };",
	}),
	bug('a replay in a batch is booked again', 'batch.ts', 'batch.test.ts', {
		from: 'if (first) return repeat(first, posting);',
		to: '',
	}),
	bug('a closed wallet is still paid into', 'batch.ts', 'batch.test.ts', {
		from: 'const has = funds.get(posting.uid);',
		to: 'const has = funds.get(posting.uid) ?? { pending: 0 as RobuxCents };',
	}),
	bug('a transfer without its wallet is kept', 'store-postings.ts', 'keys.test.ts', {
		from: '1 / ((select count(*) from moved) = $30::int)::int as "isWhole" from inserted',
		to: 'sign($30::int) as "isWhole" from inserted',
	}),
	bug('what is paid out does not count as withdrawn', 'transfer.ts', 'post-transfer.test.ts', {
		from: "facts.credit === 'payouts:paid' ? amount : 0",
		to: '0',
	}),
];
