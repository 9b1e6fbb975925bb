import { expectText, openPages, screen } from '../test/render-page.tsx';

const renderPage = openPages();
const open = (country_data: object | null) =>
	renderPage('/privacy-policy', {
		user: null,
		answers: { getPublicStatus: { at: 0, wrong: [], country_data, reply_hours: null } },
	});

test('the privacy policy credits the source of the country data with a link', async () => {
	open({ text: 'IP Geolocation by DB-IP', url: 'https://db-ip.com' });
	const link = await screen.findByRole('link', { name: 'IP Geolocation by DB-IP' });
	expect(link.getAttribute('href')).toBe('https://db-ip.com');
});

test('a source without a link is credited as text', async () => {
	open({ text: 'CC BY 4.0 by Example', url: null });
	await expectText('CC BY 4.0 by Example');
});
