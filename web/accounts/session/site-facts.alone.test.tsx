import { expectText, openPages, screen } from '../../test/render-page.tsx';

const renderPage = openPages();
const answers = {
	'/auth/ways': { signUp: false, google: false, mail: false, served: true },
	'/auth/password-policy': { refused: 500, code: undefined },
};

test('the pages hide disabled features and say what is unavailable', async () => {
	const { router } = renderPage('/sign-up', { user: null, answers });
	await expectText("New accounts can't be created right now. Try again later.");
	await router.navigate('/reset-password');
	await expectText("We can't send email right now.");
	await router.navigate('/login');
	await screen.findByRole('button', { name: 'Sign in' });
	expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
	expect(screen.queryByRole('link', { name: /Forgot|Create an account/ })).toBeNull();
});

// spec: 5.password-policy
test('requires six characters when the password policy cannot be fetched', async () => {
	const { person } = renderPage('/account', { answers });
	await person.click(await screen.findByRole('button', { name: 'Change password' }));
	await expectText('At least 6 characters.');
	await person.type(screen.getByLabelText('Current password'), 'x');
	await person.type(screen.getByLabelText('New password'), '12345{Enter}');
	await expectText('Choose a password with at least 6 characters.');
});
