import { refusal } from '../../test/fake-server.ts';
import { expectText, openPages, screen, waitFor } from '../../test/render-page.tsx';

const renderPage = openPages();

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
