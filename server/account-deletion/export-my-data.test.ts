import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { myData } from '../../contract/accounts/account.ts';
import { bearer, send } from '../../test/sites/json-client.ts';
import { openTestProduct } from '../../test/sites/product.ts';
import { tablesWith } from '../../test/support/dump.ts';
import { soon, usersOf } from '../../test/support/users.ts';
import { personalParts } from '../app/features.ts';
import { recordAudit } from '../lib/audit.ts';
import { inTransaction } from '../lib/db/database.ts';
import { readInPages } from '../lib/db/read-in-pages.ts';
import { bookSides } from '../seed/store-seed.ts';
import { insertEvent } from '../withdrawals/payouts/store-events.ts';
import type { WithdrawalKey } from '../withdrawals/store.ts';
import { exportMyData } from './export-my-data.ts';

const { product, database } = openTestProduct({ env: { RATE_LIMITS: 'on' } });
const { signUp, completeOffer, readyToWithdraw } = usersOf(product);
const { owner } = database;

test('exports everything stored about the caller, and no secrets', async () => {
	const user = await readyToWithdraw(50);
	const { uid } = user;
	await user.call('processWithdrawal', user.request);
	await vi.waitFor(async () => {
		expect((await user.call('getWithdrawHistory')).result.items).toMatchObject([{ status: 'Completed' }]);
	}, soon);
	const by = randomUUID();
	const { rows: paid } = await sql<WithdrawalKey>`select uid, id from withdrawals where uid = ${uid}`.execute(owner);
	const event = { kind: 'deed' as const, details: { deed: 'complete', by } };
	for (const order of paid) await insertEvent(database.app, order, event, new Date());
	const settlement = { outcome: 'paid', reason: 'Seen in their sales.', proof: 'sale 7', state: 'settled' };
	for (const { id } of paid) {
		await sql`
			insert into payout_settlements (id, order_id, uid, outcome, reason, proof, state, proposed_by, proposed_at,
				decided_by, decided_at)
			select gen_random_uuid(), order_id, uid, 'paid', ${settlement.reason}, ${settlement.proof}, 'settled', ${by}, now(),
				gen_random_uuid(), now()
			from withdrawals where uid = ${uid} and id = ${id}
		`.execute(owner);
	}
	const entry = { atMs: Date.now(), uid, action: 'pause', details: { reason: 'a look' } };
	await inTransaction(database.app, async (tx) => {
		await recordAudit(tx, { ...entry, actor: randomUUID(), details: { ...entry.details, ip: '198.51.100.7' } });
		await recordAudit(tx, { ...entry, actor: 'system' });
	});

	const { result } = await user.call('exportMyData');
	expect(myData.parse(result)).toEqual(result);
	expect(result).toMatchObject({
		is_complete: true,
		account: {
			uid,
			email: expect.stringContaining('@example.com'),
			name: 'Person',
			birth_year: 2000,
			created_at: expect.any(Number),
			sign_in_methods: [{ provider: 'credential' }],
			mailed_links: [{ purpose: 'verify-email' }],
		},
		sessions: [{ device: expect.any(String), ip_address: expect.any(String), created_at: expect.any(Number) }],
		profile: { roblox_username: user.request.roblox_username, linked_at: expect.any(Number) },
		wallet: { robux: user.reward - 50, pending: 0, earned: user.reward, withdrawn: 50 },
		offers: [{ earning_source: 'sandbox', kind: 'credit', amount: user.reward, name: expect.any(String) }],
		withdrawals: [{ state: 'completed', amount: 50, price: 71, roblox_username: user.request.roblox_username }],
		payout_events: expect.arrayContaining([
			expect.objectContaining({ withdrawal_id: paid[0]?.id, kind: 'attempt', details: { number: 1 }, times: 1 }),
			expect.objectContaining({ kind: 'deed', details: { deed: 'complete' } }),
		]),
		payout_settlements: [{ ...settlement, order_id: expect.any(String), decided_at: expect.any(Number) }],
		notices: [{ kind: 'withdrawal-paid', is_read: false }],
		ledger: [
			{ kind: 'withdrawal-paid', amount: 50 },
			{ kind: 'withdrawal-hold', amount: 50 },
			{ kind: 'credit', amount: user.reward, credit: 'wallet', debit: 'partner:sandbox' },
		],
		audit_entries: [
			{ by: 'system', action: 'pause', details: { reason: 'a look' } },
			{ by: 'admin', action: 'pause' },
		],
	});
	expect(result.offers[0].ledger_id).toBe(result.ledger[2].id);
	for (const hidden of ['198.51.100.7', by]) expect(JSON.stringify(result)).not.toContain(hidden);

	const { rows } = await sql<{ secret: string }>`
		select token as secret from auth_session where user_id = ${uid}
		union all select password from auth_account where user_id = ${uid}
		union all select encode(code_hash, 'hex') from action_codes where uid = ${uid}
	`.execute(owner);
	expect(rows.length).toBeGreaterThanOrEqual(3);
	for (const { secret } of rows) expect(JSON.stringify(result)).not.toContain(secret);
});

test('exports nothing about other users', async () => {
	const [person, other] = [await signUp(), await signUp()];
	await other.call('createUser');
	await completeOffer(other.uid);
	await vi.waitFor(async () => expect((await other.document()).robux).toBeGreaterThan(0), soon);
	const { result } = await person.call('exportMyData');
	expect(result.wallet).toMatchObject({ robux: 0 });
	for (const list of ['offers', 'withdrawals', 'payout_events', 'payout_settlements', 'ledger', 'audit_entries']) {
		expect(result[list], list).toEqual([]);
	}
	expect(tablesWith([`export: ${JSON.stringify(result)}`], other.uid)).toEqual([]);
});

test('exportMyData is limited to five exports an hour, with Retry-After', async () => {
	const { accessToken } = await signUp();
	const request = () => send('POST', `${product().url}/api/exportMyData`, { data: null }, bearer(accessToken));
	const answers = await Promise.all(Array.from({ length: 7 }, request));
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
	const [refused] = answers.filter(({ status }) => status === 429);
	expect(refused?.body.error.status).toBe('RESOURCE_EXHAUSTED');
	expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_500);
});

test('exports each of 30,000 offers once, newest first', async () => {
	const { uid } = await signUp();
	await inTransaction(owner, async (tx) => {
		const made = sql`
			select ${uid}::uuid as uid, now() - n * interval '1 minute' as at, 100 as amount, 500000 as micros, 'credit' as kind,
				'partner:sandbox' as debit, 'wallet' as credit, 'offer/sandbox/many-' || n || '/credit' as reference,
				'offer' as offer_id, 'A survey with a name of a usual length' as offer_name
			from generate_series(1, 30000) n`;
		await bookSides(tx, made);
	});
	const data = await exportMyData({ ...product().deps, ...personalParts }, { uid, sessionId: '' });
	expect(data.is_complete).toBe(true);
	for (const ids of [data.offers.map((offer) => offer.ledger_id), data.ledger.map((line) => line.id)]) {
		expect(ids).toHaveLength(30_000);
		expect(ids.every((id, index) => index === 0 || id < (ids[index - 1] as number))).toBe(true);
	}
});

test('a list above the limit is cut and marked incomplete', async () => {
	const numbers = Array.from({ length: 4_500 }, (_, index) => index);
	const select = async (last: number | undefined, limit: number) => numbers.slice((last ?? -1) + 1).slice(0, limit);
	const read = (max: number) => readInPages(select, (row) => row, max);
	expect(await read(4_499)).toEqual({ lines: numbers.slice(0, 4_499), isComplete: false });
	expect(await read(4_500)).toEqual({ lines: numbers, isComplete: true });
	expect(await read(4_000)).toMatchObject({ isComplete: false });
});
