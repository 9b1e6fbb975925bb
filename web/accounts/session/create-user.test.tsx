import { originOfTab } from '../../lib/origin.ts';
import { createUserIfMissing } from './create-user.ts';

test('a new account gets the valid tags of the page that the tab opened first', async () => {
	history.replaceState(null, '', '/?via=a%20b&utm_source=mail&utm_campaign=black%20friday');
	originOfTab();
	history.replaceState(null, '', '/sign-up');
	const call = vi.fn(async () => ({ created: true }));
	await createUserIfMissing(call as never);
	expect(call).toHaveBeenLastCalledWith(
		'noteSource',
		{ code: null, campaign: 'mail/black-friday', site: null },
		undefined,
	);
	sessionStorage.clear();
});
