import { refusal as said } from '../../../contract/refusals.ts';
import { account, refusal, UID } from '../../test/fake-server.ts';
import { button, expectText, openPages, screen, waitFor } from '../../test/render-page.tsx';

const renderPage = openPages();
const versions = { en: ['a'.repeat(64)], de: ['b'.repeat(64)] };

test('asks for agreement to changed documents above a page that stays usable', async () => {
	const user = { to_agree: { is_changed: true, versions } };
	const { server, person } = renderPage('/withdraw-history', {
		user,
		answers: { agreeToDocuments: refusal('unavailable', 'Too busy.') },
	});
	await expectText("We've updated our terms of service or privacy policy.");
	expect(screen.getByRole('link', { name: 'terms of service' }).getAttribute('href')).toBe('/terms-of-service');
	await screen.findByText('No withdraw history found.');
	await person.click(button('I agree'));
	await expectText('Too busy.', await screen.findByRole('alert'));
	server.answers.agreeToDocuments = { to_agree: null };
	await person.click(button('I agree'));
	await waitFor(() => expect(screen.queryByRole('region', { name: 'Terms and privacy policy' })).toBeNull());
	expect(server.requests.filter(({ name }) => name === 'agreeToDocuments').at(-1)?.payload).toEqual({
		versions: versions.en,
	});
});

test('a tab is counted once, and visitors of a partner read on every page that it is paid', async () => {
	sessionStorage.setItem('origin', JSON.stringify({ code: 'ada', campaign: null, site: 'a.example' }));
	const partner = { name: 'Ada', landing: 'I like it.', is_paid: true };
	const { server, router } = renderPage('/', { user: null, answers: { noteVisit: { partner } } });
	await expectText('You came through Ada, who is paid when you are paid.', await screen.findByRole('complementary'));
	await router.navigate('/sign-up');
	await expectText('I like it.');
	renderPage('/help', { user: null, answers: { noteVisit: refusal('unavailable') } });
	await expectText('Help');
	const sent = server.requests.filter(({ name }) => name.endsWith('noteVisit')).map(({ payload }) => payload);
	expect(sent).toEqual([{ code: 'ada', campaign: null, site: 'a.example', repeat: false }]);
});

test('a tab without a code is not asked about again', async () => {
	sessionStorage.setItem('origin', JSON.stringify({ code: null, campaign: null, site: null }));
	sessionStorage.setItem('counted', 'yes');
	const { server } = renderPage('/', { user: null });
	await waitFor(() => expect(server.requests).not.toEqual([]));
	expect(server.requests.filter(({ name }) => name.endsWith('noteVisit'))).toEqual([]);
});

const ends_at = new Date(2031, 4, 1, 18).getTime();

test('pages show the end-of-service banner, and withdrawals below the usual minimum are accepted', async () => {
	const { router, person, server } = renderPage('/earn', { user: { robux: 3 }, answers: { getWindDown: { ends_at } } });
	await expectText(/you can't earn anything new. Withdraw your balance by May 1, 2031/);
	await router.navigate('/withdraw');
	const amount = (await screen.findByLabelText('Amount')) as HTMLInputElement;
	await person.type(amount, '2');
	await person.tab();
	expect(amount.value).toBe('2');
	await expectText('Required pass price');
	expect(server.requests.filter(({ name }) => name === 'getWindDown')).toHaveLength(1);
});

test('pages say that the service has shut down once its end has passed', async () => {
	renderPage('/earn', { answers: { getWindDown: { ends_at: 2 } } });
	await expectText(/has shut down. Withdrawals closed on/);
});

test('a user who must confirm their email first is sent to the confirmation page', async () => {
	const { message, reason } = said('confirm-email-first');
	const refused = () => refusal('permission-denied', message, { reason });
	const { router } = renderPage('/withdraw', {
		answers: {
			[`/data/users/${UID}`]: refused,
			createUser: refused,
			getNotices: refused,
			'/auth/account': { ...account, emailVerified: false },
		},
	});
	await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'));
});
