import { newEmail, openSite, PASSWORD, signUpForm } from '../../test/sites/identity-site.ts';
import { bearer } from '../../test/sites/json-client.ts';
import { openTestDatabase } from '../../test/support/database.ts';

const site = openSite(openTestDatabase());
const from = '192.0.2.44';

const post = (path: string, payload: object, headers = {}) =>
	site.app.inject({ method: 'POST', url: path, payload, headers, remoteAddress: from });

async function notesOf(work: () => Promise<unknown>) {
	site.notes.length = 0;
	await work();
	return site.notes.filter((note) => 'outcome' in note || 'code' in note);
}

test('every sign-in event is logged with outcome, user and IP, without secrets', async () => {
	const email = newEmail();
	const wrong = 'wrong horse battery';
	let uid = '';
	const noted = await notesOf(async () => {
		uid = (await post('/auth/sign-up/email', signUpForm({ email }))).json().user.id;
		await post('/auth/sign-in/email', { email, password: wrong });
		const { token } = (await post('/auth/sign-in/email', { email, password: PASSWORD })).json();
		await post('/auth/sign-in/custom-token', { token: 'x' });
		await post('/auth/change-password', { currentPassword: wrong, newPassword: wrong }, bearer(token));
		await post('/auth/sign-out', {}, bearer(token));
	});
	expect(noted).toEqual([
		{ path: '/auth/sign-up/email', outcome: 'done', uid, ip: from },
		{ path: '/auth/sign-in/email', outcome: 'auth/invalid-credential', ip: from },
		{ path: '/auth/sign-in/email', outcome: 'done', uid, ip: from },
		{ path: '/auth/sign-in/custom-token', outcome: 'auth/invalid-custom-token', ip: from },
		{ path: '/auth/change-password', outcome: 'auth/wrong-password', ip: from },
		{ path: '/auth/sign-out', outcome: 'done', ip: from },
	]);
	for (const secret of [email, PASSWORD, wrong]) expect(JSON.stringify(noted)).not.toContain(secret);
});

test('a refused call is logged with the reason and without the query', async () => {
	const { uid, accessToken } = await site.signUp();
	await site.ban(uid, 'Cheating.');
	const noted = await notesOf(async () => {
		await post('/api/createUser?secret=1', { data: null }, bearer(accessToken));
		await post('/api/createUser', { data: null });
	});
	expect(noted).toEqual([
		{ method: 'POST', path: '/api/createUser', code: 'permission-denied', reason: 'banned', ip: from },
		{ method: 'POST', path: '/api/createUser', code: 'unauthenticated', reason: 'must-be-logged-in', ip: from },
	]);
});
