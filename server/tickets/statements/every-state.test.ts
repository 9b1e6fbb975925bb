import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type RuleId, rules, type StatementKind, statement } from '../../../contract/accounts/statements.ts';
import { insertOrders } from '../../../test/payouts/fake-withdrawals.ts';
import { openTestDatabase } from '../../../test/support/database.ts';
import { transferKinds } from '../../ledger/transfer.ts';
import { cellOf, inTransaction, type Tx } from '../../lib/db/database.ts';
import { findStatement, toPersonal } from './find-statement.ts';

const { owner } = openTestDatabase();
const ORDER = 'W-1';
const uid = randomUUID();
const seen = new Set<RuleId>();

type About = { kind: StatementKind; id?: string };
type Walk = {
	/** The constraint that lists the values, so a new value is tested too. */
	listedBy: string;
	/** Values that take nothing from the user. */
	isQuiet?: readonly string[];
	make(tx: Tx, value: string): Promise<About>;
};

const walks: Record<string, Walk> = {
	'a ban': {
		listedBy: 'users_ban_rule_check',
		async make(tx, rule) {
			await sql`insert into users (uid, created_at, banned_at, ban_reason, ban_rule)
				values (${uid}, now(), now(), 'x', ${rule})`.execute(tx);
			return { kind: 'ban' };
		},
	},
	'a pause': {
		listedBy: 'users_pause_rule_check',
		async make(tx, rule) {
			await sql`insert into users (uid, created_at, paused_reason, pause_rule)
				values (${uid}, now(), 'x', ${rule})`.execute(tx);
			return { kind: 'pause' };
		},
	},
	'a withdrawal': {
		listedBy: 'withdrawals_state_check',
		isQuiet: ['requested', 'sending', 'completed'],
		async make(tx, state) {
			await insertOrder(tx, state);
			return { kind: 'withdrawal', id: ORDER };
		},
	},
	'a hold of ours': {
		listedBy: 'held_credits_cause_check',
		make: (tx, cause) => insertHold(tx, { cause, isUntil: true }),
	},
	'a claim': {
		listedBy: 'claims_state_check',
		isQuiet: ['open', 'asked-partner', 'settled'],
		async make(tx, state) {
			await sql`insert into claims (uid, reference, opened_at, changed_at, wall, steps, answer, state, said)
				values (${uid}, 'C-1', now(), now(), 'w', 1, 'never-arrived', ${state}, 'x')`.execute(tx);
			return { kind: 'claim', id: 'C-1' };
		},
	},
	'a case': {
		listedBy: 'fraud_cases_state_check',
		isQuiet: ['closed'],
		async make(tx, state) {
			await sql`insert into fraud_cases (uid, state, score, opened_at, changed_at)
				values (${uid}, ${state}, 50, now(), now())`.execute(tx);
			return { kind: 'review' };
		},
	},
	'a difference': {
		listedBy: 'payout_reviews_kind_check',
		// `not-ours` is about an order that only the vendor knows.
		isQuiet: ['not-ours'],
		async make(tx, kind) {
			await insertOrder(tx, 'completed');
			await sql`insert into payout_reviews (vendor, order_id, uid, kind, details, found_at)
				values ('manual', ${ORDER}, ${kind === 'not-ours' ? null : uid}, ${kind}, '{}', now())`.execute(tx);
			return { kind: 'review', id: ORDER };
		},
	},
};

// spec: bad-day.reasons
test.each(Object.entries(walks))(
	'%s has a statement in every state except those that take nothing from the user',
	async (_what, { listedBy, isQuiet = [], make }) => {
		const values = await listedIn(listedBy);
		expect(values).toEqual(expect.arrayContaining([...isQuiet]));
		for (const value of values) {
			const found = await reasonOf((tx) => make(tx, value));
			if (isQuiet.includes(value)) expect(found, value).toBeUndefined();
			else expectWhole(found, value);
		}
	},
);

const takes = Object.entries(transferKinds).filter(([, { debit, credit }]) => {
	const isTheirs = (account: string) => account === 'wallet' || account === 'pending';
	return isTheirs(debit) && !isTheirs(credit);
});
/** The user asked for these, here or on the former site, so they need no statement. */
const isRequired = ['withdrawal-hold', 'forfeit', 'import-cancel'];

test.each(takes)("a ledger entry has a statement if it takes money without the user's request: %s", async (kind) => {
	const found = await reasonOf(async (tx) => ({ kind: 'reversal', id: await insertTransfer(tx, kind) }));
	if (isRequired.includes(kind)) expect(found).toBeUndefined();
	else expectWhole(found, kind);
});

test.each([
	['credit-hold', true],
	['credit-hold', false],
	['boost-hold', true],
])('a ledger entry has a statement while it is not spendable: %s, with an end time: %j', async (kind, isUntil) => {
	expectWhole(await reasonOf((tx) => insertHold(tx, { cause: null, isUntil, kind })), kind);
});

test('every rule occurs in a statement', () => expect([...seen].sort()).toEqual(Object.keys(rules).sort()));

type Reason = Awaited<ReturnType<typeof findStatement>>;

function expectWhole(found: Reason, what: string): void {
	expect(found, `${what} has no statement of reasons`).toBeDefined();
	if (!found) return;
	statement.parse(toPersonal(found));
	const { kinds, version } = rules[found.rule];
	expect(kinds as readonly string[], what).toContain(found.kind);
	expect(found.version, what).toBe(version);
	seen.add(found.rule);
}

/** Rolls back, because the inserted rows do not balance. */
async function reasonOf(make: (tx: Tx) => Promise<About>): Promise<Reason> {
	let found: Reason;
	const undone = new Error('undone');
	const looking = inTransaction(owner, async (tx) => {
		const { kind, id = null } = await make(tx);
		found = await findStatement(tx, uid, { kind, id });
		throw undone;
	});
	await expect(looking).rejects.toBe(undone);
	return found;
}

async function listedIn(name: string): Promise<string[]> {
	const said = await cellOf<string>(owner)`select pg_get_constraintdef(oid) from pg_constraint where conname = ${name}`;
	return [...(said ?? '').matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value);
}

async function insertOrder(tx: Tx, state: string): Promise<void> {
	const [order] = await insertOrders(tx, { uid, order_id: ORDER, state, vendor: 'manual' });
	if (state === 'screening')
		await sql`insert into screenings (uid, withdrawal_id, rules, until, needs_person, started_at)
			values (${uid}, ${order?.id}, '{amount}', now(), true, now())`.execute(tx);
}

async function insertTransfer(tx: Tx, kind: string): Promise<string> {
	const id = randomUUID();
	const isAdjustment = kind === 'adjustment-down';
	const reference = isAdjustment ? `adjustment/${id}` : `offer/w/1/${kind.replace('boost-hold', 'boost')}`;
	if (isAdjustment)
		await sql`insert into adjustments (uid, id, amount, reason, state, proposed_by, proposed_at, expires_at, decided_by,
			decided_at) values (${uid}, ${id}, -1, 'x', 'booked', ${id}, now(), now(), ${id}, now())`.execute(tx);
	const stored = cellOf<string>(tx)`
		insert into transfers (uid, at, amount, payout_micros, kind, debit, credit, reference)
		values (${uid}, now(), 1, 1, ${kind}, 'a', 'b', ${reference}) returning id::text
	`;
	return (await stored) ?? '';
}

type NewHold = { cause: string | null; isUntil: boolean; kind?: string };

async function insertHold(tx: Tx, { cause, isUntil, kind = 'credit-hold' }: NewHold): Promise<About> {
	const holdId = await insertTransfer(tx, 'credit-hold');
	await sql`
		insert into held_credits (uid, hold_id, wall, transaction_id, release_at, cause)
		values (${uid}, ${holdId}, 'w', '1', ${isUntil ? new Date() : null}, ${cause})
	`.execute(tx);
	return { kind: 'hold', id: kind === 'credit-hold' ? holdId : await insertTransfer(tx, kind) };
}
