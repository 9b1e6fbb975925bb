import { expectText, openPages, screen } from '../../test/render-page.tsx';

const renderPage = openPages();
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
