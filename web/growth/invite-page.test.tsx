import { expectText, openPages, screen } from '../test/render-page.tsx';

const renderPage = openPages();

test('shows the link, everyone invited by state, and when the bounties are paid', async () => {
	const terms = { first: 20, second: 50, paid: 100, days: 60, boost_percent: 0, hold_days: 3, countries: ['DE'] };
	const invite = { url: 'https://x.example/?via=abc', invited: { joined: 4, first_paid: 2 }, earned: 90, terms };
	renderPage('/invite', { answers: { getInvite: invite } });
	expect(await screen.findByDisplayValue(invite.url)).toBeDefined();
	for (const text of ['4', '90.00', 'another 50.00', 'paid 100.00', 'within 60 days', 'from: DE']) {
		await expectText(text, screen.getByRole('main'));
	}
	expect(screen.queryByText(/on top of/)).toBeNull();
});
