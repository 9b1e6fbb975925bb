import { expect, test } from 'vitest';
import { button, openPages, says, screen } from '../../test/render-page.tsx';

// What the site offers is asked once for all pages: so these two have a file of their own.
const renderPage = openPages();
const answers = {
	'/auth/ways': { signUp: false, google: false, mail: false, served: true },
	'/auth/password-policy': { refused: 500, code: undefined },
};

test('where something is switched off, the pages say so', async () => {
	const { router } = renderPage('/sign-up', { user: null, answers });
	await says("New accounts can't be created right now. Try again later.");
	await router.navigate('/reset-password');
	await says("We can't send email right now.");
	await router.navigate('/login');
	await screen.findByRole('button', { name: 'Sign in' });
	expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
	expect(screen.queryByRole('link', { name: /Forgot|Create an account/ })).toBeNull();
});

// spec: 5.password-policy
test("without the project's policy the provider's default of six is asked for", async () => {
	const { person } = renderPage('/account', { answers });
	await says('builder@example.com');
	await person.click(button('Change password'));
	await says('At least 6 characters.');
	await person.type(screen.getByLabelText('Current password'), 'x');
	await person.type(screen.getByLabelText('New password'), '12345{Enter}');
	await says('Choose a password with at least 6 characters.');
});
