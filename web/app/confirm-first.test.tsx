import { refusal as said } from '../../contract/refusals.ts';
import { account, refusal, UID } from '../test/fake-server.ts';
import { openPages, waitFor } from '../test/render-page.tsx';

const openPage = openPages();

test('a user who must confirm their email first is sent to the confirmation page', async () => {
	const { message, reason } = said('confirm-email-first');
	const refused = () => refusal('permission-denied', message, { reason });
	const { router } = openPage('/withdraw', {
		answers: {
			[`/data/users/${UID}`]: refused,
			createUser: refused,
			getNotices: refused,
			'/auth/account': { ...account, emailVerified: false },
		},
	});
	await waitFor(() => expect(router.state.location.pathname).toBe('/verify-email'));
});
