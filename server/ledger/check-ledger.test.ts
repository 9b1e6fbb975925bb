import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { asRobuxCents } from '../../contract/money.ts';
import { openTestDatabase } from '../../test/support/database.ts';
import { inTransaction } from '../lib/db/database.ts';
import { checkLedger } from './check-ledger.ts';
import { postTransfer } from './post-transfer.ts';
import type { TransferKind } from './transfer.ts';
import { openWallet } from './wallet.ts';

const { app, owner } = openTestDatabase({ afterEachTest: async () => {} });

/** Books sample transfers, corrupts them as the database owner, runs the checks and rolls back. */
async function brokenRules(statement: string): Promise<string[]> {
	const uid = randomUUID();
	await openWallet(app, uid);
	const post = (kind: TransferKind, amount: number, reference: string) =>
		inTransaction(app, (tx) =>
			postTransfer(tx, {
				kind,
				uid,
				wall: ['withdrawal-hold', 'credit-release'].includes(kind) || kind.startsWith('boost') ? undefined : 'w',
				amount: asRobuxCents(amount),
				reference,
				atMs: Date.now(),
			}),
		);
	await post('credit', 500, `offer/w/${uid}/credit`);
	await post('reversal', 200, `offer/w/${uid}/reversal`);
	await post('credit-hold', 300, `offer/w/held-${uid}/credit`);
	await post('credit-release', 300, `offer/w/held-${uid}/release`);
	await post('reversal', 300, `offer/w/held-${uid}/reversal`);
	await post('boost', 50, `offer/w/${uid}/boost`);
	await post('boost-reversal', 20, `offer/w/${uid}/boost-reversal`);
	await post('boost-hold', 30, `offer/w/held-${uid}/boost`);
	await post('boost-release', 30, `offer/w/held-${uid}/boost-release`);
	await post('boost-reversal', 30, `offer/w/held-${uid}/boost-reversal`);
	await post('withdrawal-hold', 100, `withdrawal/${uid}/hold`);

	const spoiled = new Error('rolled back on purpose');
	let rules: string[] = [];
	await inTransaction(owner, async (tx) => {
		expect(await checkLedger(tx)).toEqual([]);
		await sql.raw(statement.replaceAll(':uid', uid)).execute(tx);
		rules = (await checkLedger(tx)).map(({ rule }) => rule);
		throw spoiled;
	}).catch((error) => {
		if (error !== spoiled) throw error;
	});
	return rules;
}

const violations: Record<string, string[]> = {
	'everything sums to zero': ['update wallets set balance = balance + 1'],
	'each wallet equals its transfers': [
		"update wallets set balance = balance - 1 where uid = ':uid'",
		"update wallets set earned = earned + 1 where uid = ':uid'",
		"update wallets set withdrawn = withdrawn + 1 where uid = ':uid'",
		"delete from wallets where uid = ':uid'",
		"delete from transfers where uid = ':uid'",
	],
	'no pending balance is negative': ["update wallets set pending = -1 where uid = ':uid'"],
	'a wallet is only negative because of reversals': ["update wallets set balance = -551 where uid = ':uid'"],
	'a closed wallet is empty': ["update wallets set closed_at = now() where uid = ':uid'"],
	'the shared accounts equal their transfers in every quarter of an hour': [
		"update account_buckets set starts_at = '2020-01-01T00:15Z' where account = 'payouts:held'",
		"delete from account_buckets where account = 'partner:w'",
	],
	'what partners owe equals their transfers in every quarter of an hour': [
		"update transfers set payout_micros = 1 where uid = ':uid' and kind = 'credit'",
	],
	'a credit is reversed at most once, by at most its amount': [
		"update transfers set amount = 501 where uid = ':uid' and reference = 'offer/w/:uid/reversal'",
		"update transfers set reference = 'offer/w/else/credit' where uid = ':uid' and kind = 'credit'",
		"update transfers set kind = 'credit-cancel' where uid = ':uid' and kind = 'credit-hold'",
		"update transfers set reference = 'offer/w/else/release' where uid = ':uid' and kind = 'credit-release'",
	],
	'losses belong to closed wallets': [
		`insert into transfers (uid, at, amount, kind, debit, credit, reference)
			values (':uid', now(), 300, 'loss', 'house:losses', 'partner:w', 'offer/w/lost-:uid/reversal')`,
	],
	'only held credits are released or cancelled, in full': [
		"update transfers set amount = 299 where uid = ':uid' and kind = 'credit-release'",
		"update transfers set reference = 'offer/w/else/release' where uid = ':uid' and kind = 'credit-release'",
	],
	'a held credit is not both released and cancelled': [
		`insert into transfers (uid, at, amount, kind, debit, credit, reference)
			values (':uid', now(), 300, 'credit-cancel', 'pending', 'partner:w', 'offer/w/held-:uid/cancel')`,
	],
	'each boost has a credit in the same state': [
		"update transfers set reference = 'offer/w/else/boost' where uid = ':uid' and kind = 'boost'",
		"update transfers set kind = 'boost' where uid = ':uid' and kind = 'boost-hold'",
	],
	'a boost follows its credit by the same share': [
		"delete from transfers where uid = ':uid' and kind = 'boost-reversal' and amount = 30",
		"update transfers set amount = 19 where uid = ':uid' and kind = 'boost-reversal' and amount = 20",
		"update transfers set amount = 29 where uid = ':uid' and kind = 'boost-release'",
	],
	'a boost is only reversed or released if it was given': [
		"delete from transfers where uid = ':uid' and kind = 'boost'",
	],
};

test.each(Object.entries(violations))('%s: the check reports each violation', async (rule, statements) => {
	for (const statement of statements) expect(await brokenRules(statement), statement).toContain(rule);
});
