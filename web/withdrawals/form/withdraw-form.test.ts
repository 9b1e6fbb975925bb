import {
	amountOf,
	continueAttempt,
	emptyWithdrawForm,
	isOutcomeUncertain,
	nextWithdrawForm,
	passPriceFor,
	problemBeforeSending,
	type WithdrawFormEvent,
} from './withdraw-form.ts';

const after = (...events: WithdrawFormEvent[]) => events.reduce(nextWithdrawForm, emptyWithdrawForm);

const typed = (text: string): WithdrawFormEvent => ({ kind: 'amount-typed', text });

// spec: 4.first-game
test('selects the first game, and keeps a chosen one after a reload if it still exists', () => {
	expect(after({ kind: 'games-loaded', placeIds: [7, 8] }).placeId).toBe(7);
	const chosen = after({ kind: 'games-loaded', placeIds: [7, 8] }, { kind: 'game-chosen', placeId: 8 });
	expect(nextWithdrawForm(chosen, { kind: 'games-loaded', placeIds: [9, 8] }).placeId).toBe(8);
	expect(nextWithdrawForm(chosen, { kind: 'games-loaded', placeIds: [9] }).placeId).toBe(9);
	expect(nextWithdrawForm(chosen, { kind: 'games-loaded', placeIds: [] }).placeId).toBeUndefined();
});

// spec: 5.amount-number
test('drops characters other than digits, but never turns a fraction into a larger number', () => {
	expect(after(typed('1e3')).amountText).toBe('13');
	expect(after(typed('2-0')).amountText).toBe('20');
	expect(after(typed('12.5')).amountText).toBe('12.5');
	expect(passPriceFor('12.5')).toBeUndefined();
});

test.each([
	['1,500', ',', 1_500],
	['10,000', ',', 10_000],
	['1,234,567.5', ',', 1_234_567.5],
	['1.500', '.', 1_500],
	['50.000', '.', 50_000],
	['1.500,00', '.', 1_500],
	['10,5', ',', 10.5],
	['10.00', '.', 10],
	['50.000', ',', Number.NaN],
	['10,000', '.', Number.NaN],
	['1,5,00', ',', Number.NaN],
	['1.500,00', ',', Number.NaN],
	['1,50.000', ',', Number.NaN],
])('the form reads %s as the page writes amounts, with %s between thousands', (text, thousands, amount) => {
	expect(amountOf(text, thousands)).toBe(amount);
});

test('the form lowers an amount with thousands to the maximum, and refuses an ambiguous one in words', () => {
	expect(after(typed('10,000'))).toMatchObject({ amountText: '1500', correction: 'lowered' });
	const form = after(typed('50.000'), { kind: 'amount-left' });
	expect(form).toMatchObject({ amountText: '50.000', correction: 'none' });
	expect(passPriceFor(form.amountText)).toBeUndefined();
	const request = { roblox_username: 'builder', placeId: 7, amount: amountOf(form.amountText) };
	expect(problemBeforeSending(request, { isSignedIn: true })).toMatch(/digits/);
});

// spec: 4.form-states
test('the form is locked while submitting, and new input clears the old message', () => {
	const submitting = after(typed('100'), { kind: 'submitted' });
	expect(nextWithdrawForm(submitting, typed('200'))).toBe(submitting);
	expect(nextWithdrawForm(submitting, { kind: 'game-chosen', placeId: 1 })).toBe(submitting);
	const problem = { message: 'No', code: 'not-found' as const };
	const refused = nextWithdrawForm(submitting, { kind: 'refused', problem });
	expect(refused.progress).toEqual({ kind: 'error', problem });
	expect(nextWithdrawForm(refused, typed('101')).progress).toEqual({ kind: 'idle' });
});

// spec: 5.submit-order, 8.form
test('checks sign-in, then missing fields, then the range before sending', () => {
	const request = { roblox_username: 'player', placeId: 7, amount: 50 };
	const problemOf = (change: object, isSignedIn = true) =>
		problemBeforeSending({ ...request, ...change }, { isSignedIn });
	expect(problemOf({ placeId: null, amount: 4 }, false)).toBe('Not logged in');
	for (const missing of [{ roblox_username: null }, { placeId: null, amount: 4 }, { amount: null }]) {
		expect(problemOf(missing)).toBe('Please fill in all fields');
	}
	for (const amount of [4, 1501]) expect(problemOf({ amount })).toBe('Amount must be between 5 and 1500');
	expect(problemOf({ amount: 7.5 })).toBe('Amount must be a whole number');
	expect(problemOf({})).toBeUndefined();
});

test('a retry keeps its request id and a changed form gets a new one', () => {
	let made = 0;
	const newId = () => `id-${++made}`;
	const first = continueAttempt(undefined, 'game 7, 100', newId);
	expect(continueAttempt(first, 'game 7, 100', newId)).toBe(first);
	expect(continueAttempt(first, 'game 7, 101', newId).requestId).toBe('id-2');
});

test('the outcome is uncertain only after timeouts and internal errors', () => {
	const codes = ['deadline-exceeded', 'internal', 'unavailable', 'not-found', undefined] as const;
	expect(codes.map(isOutcomeUncertain)).toEqual([true, true, false, false, false]);
});
