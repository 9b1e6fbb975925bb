import { act } from '@testing-library/react';
import { refusal as said } from '../../contract/refusals.ts';
import { carriedToken } from '../accounts/hand-off/carried-token.ts';
import { type Answers, refusal, UID, unreachable } from '../test/fake-server.ts';
import { button, expectText, openPages, screen, waitFor } from '../test/render-page.tsx';
import { authState, session, sessionHint } from './visitor.ts';

const openPage = openPages();
const OTHER = '00000000-0000-4000-8000-000000000002';
const handOffAnswers: Answers = { verifyWebSession: { token: 'sign-in' }, '/auth/sign-in/custom-token': {} };
const someone = { avatar_url: null, roblox_username: 'other', role: null, robux: 7, last_access: null };

const tokenOf = (uid: string) => ({
	token: `e.${btoa(JSON.stringify({ sub: uid, iat: Math.floor(Date.now() / 1_000) }))}.s`,
	expiresAt: Date.now() + 86_400_000,
});

// The order of these tests matters: the shared session keeps its access token between them.

test('“Try again” exchanges the hand-off token if the server was unreachable at first', async () => {
	let isUnavailable = true;
	let isIn = false;
	const { person, server } = openPage('/withdraw', {
		answers: {
			...handOffAnswers,
			'/auth/token': () =>
				isUnavailable ? unreachable : isIn ? tokenOf(UID) : { refused: 401, code: 'auth/invalid-user-token' },
			'/auth/sign-in/custom-token': () => {
				isIn = true;
				return {};
			},
		},
		state: { kind: 'unreachable' },
	});
	await act(() => session.start('address'));
	await expectText('No connection');
	isUnavailable = false;
	await person.click(button('Try again'));
	await expectText('Withdraw Robux');
	expect(server.requests).toContainEqual({ name: 'verifyWebSession', payload: { token: 'address' } });
	expect(sessionHint.isSet()).toBe(true);
});

// spec: 4.token-leads
test.each(['/', '/admin', '/admin/users', '/ADMIN/Users'])(
	'a hand-off token at %s leads a user who is no admin to the withdraw page',
	async (path) => {
		const { router } = openPage(path, { answers: handOffAnswers, state: { kind: 'exchanging' } });
		sessionHint.clear();
		await act(() => session.start('address'));
		await expectText('Withdraw Robux', await screen.findByRole('main'));
		await waitFor(() => expect(router.state.location.pathname).toBe('/withdraw'));
		await waitFor(() => expect(authState.get()).toMatchObject({ kind: 'signed-in', handOff: 'none' }));
		await act(() => router.navigate('/admin'));
		await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
	},
);

test('an expired token is reported, and the user stays signed in', async () => {
	const over = said('hand-off-invalid').message;
	const { person } = openPage('/withdraw', {
		answers: { ...handOffAnswers, verifyWebSession: refusal('unauthenticated', over) },
		state: { kind: 'unreachable' },
	});
	await act(() => session.start('address'));
	await person.click(await screen.findByRole('button', { name: 'Sign out and use the link' }));
	await expectText(over);
	expect(screen.queryByRole('button', { name: 'Sign out and use the link' })).toBeNull();
	expect(authState.get()).toMatchObject({ kind: 'signed-in', uid: UID });
	expect(sessionHint.isSet()).toBe(true);
});

test('the token of another account is used after the user confirms', async () => {
	let uid = UID;
	const { person, server } = openPage('/withdraw', {
		answers: {
			...handOffAnswers,
			'/auth/token': () => tokenOf(uid),
			'/auth/sign-in/custom-token': () => {
				uid = OTHER;
				return {};
			},
			[`/data/users/${OTHER}`]: someone,
		},
		state: { kind: 'unreachable' },
	});
	await act(() => session.start('address'));
	await expectText("You're already signed in as @builder, so we didn't use the sign-in link.");
	await person.click(button('Sign out and use the link'));
	await waitFor(() => expect(authState.get()).toMatchObject({ kind: 'signed-in', uid: OTHER }));
	await expectText('7.00 R$');
	expect(screen.queryByText(/we didn't use the sign-in link/)).toBeNull();
	const steps = ['verifyWebSession', 'POST /auth/sign-out', 'POST /auth/sign-in/custom-token'];
	expect(server.requests.map(({ name }) => name).filter((name) => steps.includes(name))).toEqual(steps);
});

test('an unused token survives a reload, once and for a minute', () => {
	carriedToken.put({ token: 'address', untilMs: 60_000 });
	expect(carriedToken.take(59_999)).toBe('address');
	expect(carriedToken.take(59_999)).toBeUndefined();
	carriedToken.put({ token: 'address', untilMs: 60_000 });
	expect(carriedToken.take(60_000)).toBeUndefined();
});
