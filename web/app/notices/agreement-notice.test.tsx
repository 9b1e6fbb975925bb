import { refusal } from '../../test/fake-server.ts';
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
