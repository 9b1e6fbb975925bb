import { UID } from '../../test/fake-server.ts';
import { fillDialog, openAdminPages, payloadsOf } from '../../test/open-admin.ts';
import { button, expectText, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const uids = [UID, UID.replace('1', '2')];
const signal = { signal: 'instant-completions', points: 45, details: { completions: 6, seconds: 10 } } as const;

// spec: 2.sidebar-pages
test('the sidebar leads to the fraud cases, and one action handles each selected case', async () => {
	const items = uids.map((uid) => ({ uid, name: uid, state: 'open' as const, signals: [signal], paused: true }));
	const { person, server } = openAdmin('/admin', {
		adminGetFraudCases: { items },
		adminHandleFraudCases: { done: 1, refused: [] },
	});
	await person.click(await screen.findByRole('link', { name: 'Fraud check' }));
	await expectText('6 completions within 10 seconds of the previous one');
	await expectText('Paused');
	await person.click(screen.getByLabelText('Select all shown'));
	await expectText('2 cases selected');
	await person.click(button('Message'));
	const reason = 'Who else plays at your place?';
	await fillDialog(person, { fields: { 'Message to the users': reason }, confirm: 'Message' });
	await expectText('2 done.');
	expect(payloadsOf(server, 'adminHandleFraudCases')).toEqual(
		uids.map((uid) => ({ uids: [uid], deed: 'message', reason })),
	);
});

test.each([
	['open', ['Add note', 'Watch', 'Message', 'Pause withdrawals', 'Close cases']],
	['watching', ['Add note', 'Reopen', 'Message', 'Pause withdrawals', 'Close cases']],
	['closed', ['Add note', 'Reopen']],
])('selected cases that are %s offer the actions %j', async (state, actions) => {
	const { person, server } = openAdmin(`/admin/fraud?show=${state}`, { adminGetFraudCases: { items: [{ uid: UID }] } });
	await person.click(await screen.findByLabelText(/^Select (?!all)/));
	const offered = within(screen.getByRole('group', { name: 'Actions for selected cases' }));
	expect((await offered.findAllByRole('button')).map(({ textContent }) => textContent)).toEqual([...actions, 'Clear']);
	expect(server.requests).toContainEqual({ name: 'adminGetFraudCases', payload: { state, cursor: null } });
});
