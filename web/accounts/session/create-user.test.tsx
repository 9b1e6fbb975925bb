import { originOfTab } from '../../lib/origin.ts';
import { createUserIfMissing } from './create-user.ts';

test('a new account gets the code of the page that the tab opened first', async () => {
	history.replaceState(null, '', '/?via=abc23&utm_campaign=a%20b');
	originOfTab();
	history.replaceState(null, '', '/sign-up');
	const call = vi.fn(async () => ({ created: true }));
	await createUserIfMissing(call as never);
	expect(call).toHaveBeenLastCalledWith('noteSource', { code: 'abc23', campaign: null, site: null }, undefined);
	sessionStorage.clear();
});
