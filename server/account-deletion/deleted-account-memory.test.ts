import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { DAY_MS } from '../../contract/durations.ts';
import { reasonMessageOf } from '../../contract/refusals.ts';
import { signed } from '../../test/partners/play.ts';
import { openDeletions } from '../../test/support/deletions.ts';
import { dumpRows, tablesWith } from '../../test/support/dump.ts';
import { silentLog } from '../../test/support/stubs.ts';
import { forgetAccounts } from '../accounts/memory/account-memory.ts';
import { ensureUserRecord } from '../accounts/user-record/ensure-user-record.ts';
import { banUser } from '../accounts/user-record/restrict-user.ts';
import { inTransaction, rowsOf } from '../lib/db/database.ts';
import { recallAccount } from '../offerwalls/booking/chargebacks/pass-on-chargebacks.ts';
import { redeemPromoCode } from '../promotions/redeem-promo-code.ts';
import { findReasons } from '../tickets/statements/find-statement.ts';
import { readScreeningFacts } from '../withdrawals/screening/store-screenings.ts';

const { database, payouts, walls, memory, remove, newUser, take, walletOf, recordOf } = openDeletions();
const { app, owner } = database;
const { clock } = payouts;
const published: string[] = [];
const deps = { db: app, clock, log: silentLog, memory, publish: (uid: string) => published.push(uid) };
const recall = (uid: string) => recallAccount(deps, { uid });

async function withAddress(uid: string, email: string, isConfirmed = true): Promise<string> {
	await sql`
		insert into auth_user (id, name, email, email_verified, age_known) values (${uid}, 'P', ${email}, ${isConfirmed}, true)
	`.execute(owner);
	return uid;
}

async function cashedOut(email: string, isConfirmed = true) {
	const actor = await payouts.newUser(60);
	await ensureUserRecord({ db: app, clock }, actor.uid);
	await withAddress(actor.uid, email, isConfirmed);
	const credits = [randomUUID(), randomUUID(), randomUUID()];
	for (const tx of credits) await walls().send(signed('wannads', actor.uid, tx));
	await payouts.submit(actor);
	await payouts.workUntilClosed(actor.uid);
	await remove(actor.uid);
	const takeBack = async (count = 3) => {
		for (const tx of credits.slice(0, count)) {
			await walls().send(signed('wannads', actor.uid, tx, { transId: '{new}', status: '2' }));
		}
		await recall(actor.uid);
	};
	return { uid: actor.uid, takeBack };
}

const isShared = async (uid: string, platformUserId: number) =>
	inTransaction(app, async (tx) => {
		const facts = await readScreeningFacts({ ...deps, db: tx }, { uid, id: randomUUID(), platformUserId });
		return facts.isSharedGameAccount;
	});
const newEmail = () => `${randomUUID()}@test.example`;
const isBanned = async (uid: string) => (await recordOf(uid))?.banned_at !== null;
const chargebacksOf = async (uid: string) => (await rowsOf(owner)`select from chargebacks where uid = ${uid}`).length;

async function comeBack(email: string, isConfirmed = true) {
	const uid = await withAddress(await newUser(20), email, isConfirmed);
	await recall(uid);
	return { uid, state: async () => [await chargebacksOf(uid), await isBanned(uid)] };
}

test('the returning user is banned by later reversals of the old account, but not debited for them', async () => {
	const email = newEmail();
	const gone = await cashedOut(email);
	const { uid, state } = await comeBack(email.toUpperCase());
	expect(await state()).toEqual([0, false]);
	await gone.takeBack(2);
	expect(await state()).toEqual([2, false]);
	await gone.takeBack();
	await gone.takeBack();
	expect(await state()).toEqual([3, true]);
	expect(await walletOf(uid)).toMatchObject({ balance: 2_000 });
	expect(published).toContain(uid);
});

test('the returning user is banned for earlier reversals when the address is confirmed', async () => {
	const email = newEmail();
	await (await cashedOut(email)).takeBack();
	const back = await withAddress(await newUser(20), email);
	await Promise.all([recall(back), recall(back)]);
	expect([await chargebacksOf(back), await isBanned(back)]).toEqual([3, true]);
});

test('the returning user is still banned by reversals of earlier accounts after a second deletion', async () => {
	const email = newEmail();
	const first = await cashedOut(email);
	const second = await cashedOut(email);
	await recall(second.uid);
	await first.takeBack(1);
	await second.takeBack(2);
	expect(await (await comeBack(email)).state()).toEqual([3, true]);
});

test('the returning user is treated as a new user after the retention period', async () => {
	const email = newEmail();
	const gone = await cashedOut(email);
	await gone.takeBack();
	clock.advance(181 * DAY_MS);
	const { state } = await comeBack(email);
	await forgetAccounts(deps);
	expect(await state()).toEqual([0, false]);
	expect(await rowsOf(owner)`select from deleted_account_memory where uid = ${gone.uid}`).toEqual([]);
});

test.each([
	['the deleted account had not confirmed it', false, true],
	['the new account has not confirmed it', true, false],
])(
	'chargebacks of a deleted account are not carried over to an account with the same email address if %s',
	async (_name, wasConfirmed, isConfirmed) => {
		const email = newEmail();
		await (await cashedOut(email, wasConfirmed)).takeBack();
		expect(await (await comeBack(email, isConfirmed)).state()).toEqual([0, false]);
	},
);

test('chargebacks of a deleted account are not carried over for a shared game account, which only flags the withdrawal', async () => {
	const gone = await cashedOut(newEmail());
	await gone.takeBack();
	const { uid: other, state } = await comeBack(newEmail());
	expect(await state()).toEqual([0, false]);
	const { platform_user_id } = (await recordOf(other)) ?? {};
	const platformUserId = Number(platform_user_id);
	expect(await isShared(other, platformUserId)).toBe(true);
	expect(await isShared(other, platformUserId + 1)).toBe(false);
	clock.advance(181 * DAY_MS);
	expect(await isShared(other, platformUserId)).toBe(false);
});

describe('every address that an account ever confirmed', () => {
	const name = () => `p${randomUUID().replaceAll('-', '')}`;
	const pairs = (['gmail.com', 'test.example'] as const).flatMap((host) =>
		[false, true].map((isDeleted): [string, boolean] => [host, isDeleted]),
	);
	const pair = async (host: string, robux = 60) => {
		const [mailbox, uid] = [name(), await newUser()];
		await withAddress(uid, `${name()}@test.example`);
		await sql`
			insert into former_addresses (uid, email, confirmed, replaced_at, undo_until, had_second_factor)
			values (${uid}, ${`${mailbox}@${host}`}, true, now(), now(), false)
		`.execute(owner);
		const open = async (isConfirmed = true) => {
			const actor = await payouts.newUser(robux);
			await ensureUserRecord({ db: app, clock }, actor.uid);
			await withAddress(actor.uid, `${mailbox}+2@${host}`, isConfirmed);
			return actor;
		};
		return { uid, open };
	};

	test.each(pairs)(
		'an address of %s passes a ban on only where tags are ignored; account deleted: %s',
		async (host, isDeleted) => {
			const { uid, open } = await pair(host);
			const early = isDeleted ? undefined : (await open()).uid;
			await inTransaction(app, (tx) => banUser(tx, { uid, reason: 'Cheating.', atMs: clock.now() }));
			if (isDeleted) await remove(uid);
			const later = early ?? (await open()).uid;
			await recall(isDeleted ? later : uid);
			expect(await isBanned(later)).toBe(host === 'gmail.com');
			if (host === 'gmail.com') expect(published).toContain(later);
			if (host !== 'gmail.com' || !isDeleted) return;
			expect(reasonMessageOf(String((await recordOf(later))?.ban_reason)).reason).toBe('banned-earlier-account');
			expect(await findReasons.ban(app, later, '')).toMatchObject({ rule: 'staff', said: null });
		},
	);

	test.each(pairs)(
		'an address of %s counts for promo codes only where tags are ignored; deleted: %s',
		async (host, isDeleted) => {
			const { uid, open } = await pair(host);
			const code = `C-${randomUUID().slice(0, 13).toUpperCase()}`;
			await sql`
			insert into promo_codes (code, amount, uses_max, per_user, starts_at, created_at, created_by)
			values (${code}, 100, 9, 1, now() - interval '1 day', now(), ${randomUUID()})
		`.execute(owner);
			const redeem = async (who: string) =>
				redeemPromoCode(deps, { code }, { actor: { uid: who, sessionId: randomUUID() }, ip: '192.0.2.1' }).then(
					() => 'redeemed',
					(error) => error.details.reason,
				);
			expect(await redeem(uid)).toBe('redeemed');
			if (isDeleted) await remove(uid);
			expect(await redeem((await open(false)).uid)).toBe(host === 'gmail.com' ? 'own-limit' : 'redeemed');
		},
	);

	test.each(pairs)(
		'an address of %s keeps a debt only where tags are ignored; deleted: %s',
		async (host, isDeleted) => {
			const { uid, open } = await pair(host);
			const tx = randomUUID();
			await walls().send(signed('wannads', uid, tx));
			await take(uid, 80);
			await walls().send(signed('wannads', uid, tx, { transId: '{new}', status: '2' }));
			if (isDeleted) await remove(uid);
			const withdrawn = payouts.submit(await open()).then(
				() => 'withdrawn',
				(error) => error.details.reason,
			);
			expect(await withdrawn).toBe(host === 'gmail.com' ? 'balance-below-zero' : 'withdrawn');
		},
	);
});

test('the memory of a deleted account reveals neither its address nor its game account', async () => {
	const email = newEmail();
	const { uid } = await cashedOut(email);
	const { rows } = await sql<{ kind: string; digest: Buffer }>`
		select kind, digest from deleted_account_memory where uid = ${uid} order by kind
	`.execute(owner);
	expect(rows.map(({ kind, digest }) => [kind, digest.length])).toEqual([
		['email', 32],
		['game-account', 32],
	]);
	expect(tablesWith(await dumpRows(owner), email)).toEqual([]);
});
