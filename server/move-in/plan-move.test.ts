import { Readable } from 'node:stream';
import { accounts, collections, hashConfig } from '../../sandbox/firebase/project.ts';
import { createMovePlan, planMoney } from './plan-move.ts';
import { amountOf, msOf, readFields } from './sources/document-values.ts';
import { objectsIn } from './sources/read-files.ts';
import { mapping, type SourceAccount } from './sources/source.ts';

function planSandbox() {
	const documents = new Map((collections.users ?? []).map(({ id, fields }) => [id, readFields(fields)]));
	const parameters = { ...hashConfig, memCost: hashConfig.memoryCost };
	const { add, end } = createMovePlan(documents, { ...mapping.parse({}), parameters });
	for (const account of accounts.slice(0, 16)) add(account as SourceAccount);
	for (const account of accounts.slice(16)) documents.delete(account.localId);
	return end();
}

test.each<[what: string, value: unknown, cents: number, problem: string | undefined]>([
	['float dust', 12.299999999999999, 1230, undefined],
	['whole', 250, 25_000, undefined],
	['thousandths', 7.126, 713, 'rounded to hundredths'],
	['NaN', Number.NaN, 0, 'NaN'],
	['negative', -20, 0, 'negative'],
	['text', '12', 0, 'not a number'],
	['missing', undefined, 0, 'missing'],
	['null', null, 0, 'missing'],
	['infinite', Number.POSITIVE_INFINITY, 0, 'too large'],
	['beyond exact', 1e15, 0, 'too large'],
])('reads a balance that is %s', (_what, value, cents, problem) => {
	expect(amountOf(value)).toEqual(problem ? { cents, problem } : { cents });
});

test.each<[unknown, number | undefined]>([
	[1_764_000_000_000, 1_764_000_000_000],
	['1764000000000', 1_764_000_000_000],
	[1_764_000_000, 1_764_000_000_000],
	['2026-05-04T12:30:00.5Z', Date.UTC(2026, 4, 4, 12, 30, 0, 500)],
	[readFields({ at: { _seconds: 1_764_000_000, _nanoseconds: 5e8 } }).at, 1_764_000_000_500],
	[readFields({ at: { timestampValue: '2026-05-04T12:30:00Z' } }).at, Date.UTC(2026, 4, 4, 12, 30)],
	['yesterday', undefined],
	[-5, undefined],
	[null, undefined],
])('reads %j as a time', (value, ms) => expect(msOf(value)).toBe(ms));

test('reads typed and plain fields alike', () => {
	const typed = {
		role: { stringValue: 'Admin' },
		robux: { integerValue: '5' },
		stats: { mapValue: { fields: { days: { arrayValue: { values: [{ doubleValue: 1.5 }, { nullValue: null }] } } } } },
	};
	expect(readFields(typed)).toEqual({ role: 'Admin', robux: 5, stats: { days: [1.5, null] } });
	expect(readFields({ role: 'Admin', stats: { days: [1.5] } })).toEqual({ role: 'Admin', stats: { days: [1.5] } });
});

test('plans every kind of account of a real project', () => {
	const plan = planSandbox();
	const planned = Object.fromEntries(plan.accounts.map((account) => [account.id.replace(/0+$/, ''), account]));
	expect(planned).toMatchObject({
		PasswordPlayer: { email: 'pat@mailbox.example', verified: true, balance: 1230 },
		GooglePlayer: { googleId: '100000000000000000001', password: undefined, lastAccessMs: Date.UTC(2026, 5, 1) },
		Admin: { isAdmin: true },
		Disabled: { isDisabled: true, balance: 9_900 },
		Anonymous: { email: undefined, password: undefined, verified: false },
		PhoneOnly: { email: undefined, password: undefined, verified: false },
		OtherCase: { email: undefined, password: undefined, verified: false },
		HiddenHash: { password: undefined },
		EmptyHash: { password: undefined },
	});
	expect(plan).toMatchObject({ found: 16, admins: 1, methods: { google: 1, phone: 1, anonymous: 1 } });
	expect(plan.skipped).toMatchObject([{ reason: 'the id has the form of a uid' }]);
	const nameOf = (id: string) => id.replace(/0{3,}$/, '').slice(0, 14);
	expect(plan.problems.map(({ id, problem }) => `${nameOf(id)}: ${problem.slice(0, 50)}`)).toEqual([
		'*: 1 password hashes are hidden: the service account ',
		'Admin: admin, gets an invitation',
		'Anonymous: no email address (anonymous)',
		'Disabled: disabled',
		'OtherCase: the email address is that of PasswordPlayer0000000',
		'OtherCase: the game account is also that of PasswordPlayer000',
		'PasswordPlayer: the game account is also that of OtherCase00000000',
		'PhoneOnly: no email address (phone)',
		'Rich: the balance is above the limit of a single credit',
		'3f2b8c1e-5d4a-: a document without an account',
		'Gone: a document without an account',
	]);
	expect(plan.differences.map(({ id, source, imported, reason }) => [nameOf(id), source, imported, reason])).toEqual([
		['EmptyHash', 'NaN', 0, 'NaN'],
		['Negative', -20, 0, 'negative'],
		['TextBalance', 'many', 0, 'not a number'],
		['Thousandths', 7.126, 7.13, 'rounded to hundredths'],
		['3f2b8c1e-5d4a-', 8, 0, 'a document without an account'],
		['Gone', 17, 0, 'a document without an account'],
	]);
	const sum = plan.accounts.reduce((cents, { balance }) => cents + balance, 0);
	expect(plan.total).toBe(sum + 2_500);
});

test('an unconfirmed account does not take the address of the account that confirmed it', () => {
	const { add, end } = createMovePlan(new Map(), mapping.parse({}));
	add({ localId: 'a', email: 'Pat@mailbox.example', passwordHash: 'x' });
	add({ localId: 'b', email: 'pat@mailbox.example', emailVerified: true });
	add({ localId: 'b', email: 'again@mailbox.example' });
	const plan = end();
	expect(plan.accounts.map(({ id, email }) => [id, email])).toEqual([
		['a', undefined],
		['b', 'pat@mailbox.example'],
	]);
	expect(plan.skipped).toEqual([{ id: 'b', reason: 'the id occurs twice' }]);
});

test.each<
	[what: string, booked: number, held: number, balance: number, isSpendable: boolean, kinds: string[], after: number[]]
>([
	['the first balance is held', 0, 0, 500, false, ['import-hold 500 s'], [500, 500, 0]],
	['the first balance is final', 0, 0, 500, true, ['import 500 s'], [500, 0, 0]],
	['a balance of 0 books nothing', 0, 0, 0, true, [], [0, 0, 0]],
	['nothing changed', 500, 500, 500, false, [], [500, 500, 0]],
	['a held balance rose', 500, 500, 700, false, ['import-hold 200 s/4'], [700, 700, 0]],
	['a held balance fell', 500, 500, 300, false, ['import-cancel 200 s/4'], [300, 300, 0]],
	['the final balance rose', 500, 500, 700, true, ['import 200 s/4', 'import-release 500 s/5'], [700, 0, 0]],
	['the final balance fell', 500, 500, 300, true, ['import-cancel 200 s/4', 'import-release 300 s/5'], [300, 0, 0]],
	['a released balance fell', 500, 0, 300, true, [], [500, 0, 200]],
	['a partly released balance fell', 500, 100, 300, false, ['import-cancel 100 s/4'], [400, 0, 100]],
])('plans transfers when %s', (_what, booked, held, balance, isSpendable, kinds, [total, rest, missing]) => {
	const transfers = booked === 0 ? 0 : 3;
	const plan = planMoney({ booked, held, transfers }, { balance, isSpendable, stem: 's' });
	expect(plan.bookings.map(({ kind, amount, reference }) => `${kind} ${amount} ${reference}`)).toEqual(kinds);
	expect([plan.booked, plan.held, plan.missing]).toEqual([total, rest, missing]);
	expect(plan.transfers).toBe(transfers + kinds.length);
});

test('finds the accounts of an export in chunks of any size', async () => {
	const users = [{ localId: 'a"}', tags: ['[', { x: '\\"{' }] }, { localId: 'b' }, {}];
	const text = JSON.stringify({ kind: 'x', users });
	for (const size of [1, 7, 1_000]) {
		const chunks = text.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
		const found: unknown[] = [];
		for await (const object of objectsIn(Readable.from(chunks))) found.push(JSON.parse(object));
		expect(found).toEqual(users);
	}
});
