import { user } from '../test/admin-answers.ts';
import { UID } from '../test/fake-server.ts';
import { openAdminPages, rows } from '../test/open-admin.ts';
import { expectText, screen, waitFor, within } from '../test/render-page.tsx';

const openAdmin = openAdminPages();

test('an entry of the action log shows the type of its reason, even without a note', async () => {
	const action = { id: '1', action: 'ban' };
	const items = [
		{ ...action, reason: 'Three in a minute.', reason_code: 'false-offers' },
		{ ...action, id: '2', reason_code: 'several-accounts' },
		{ ...action, id: '3', reason: 'A note alone.', reason_code: 'other' },
	];
	openAdmin('/admin/actions', { adminGetActions: { items, actions: ['ban'] } });
	await expectText('A note alone.');
	const expected = ['Fake completions: Three in a minute.', 'Multiple accounts', 'A note alone.'];
	for (const [n, text] of expected.entries()) expect(rows()[n]).toContain(text);
	expect(rows()[2]).not.toContain('Other');
});

test('the reason dialog accepts a note, a type, or both, and requires at least one', async () => {
	const standing = { uid: UID, paused_reason: 'x', changed: true };
	const { person, server } = openAdmin(`/admin/users/${UID}`, { adminGetUser: user, adminPauseUser: standing });
	const calls = () => server.requests.filter(({ name }) => name === 'adminPauseUser').map(({ payload }) => payload);
	for (const [kind, note] of [
		[undefined, 'A note.'],
		['Chargebacks', 'A note.'],
		['Chargebacks', undefined],
	]) {
		await person.click(await screen.findByRole('button', { name: 'Pause withdrawals' }));
		const dialog = await screen.findByRole('dialog');
		const pause = within(dialog).getByRole('button', { name: 'Pause withdrawals' });
		if (!kind) {
			await person.click(pause);
			await expectText('Enter a reason or choose a reason type.', dialog);
		}
		if (kind) await person.selectOptions(within(dialog).getByLabelText('Reason type'), kind);
		if (note) await person.type(within(dialog).getByLabelText('Reason', { exact: true }), note);
		await person.click(pause);
		await person.click(await within(dialog).findByRole('button', { name: 'Done' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	}
	expect(calls().map((payload) => (payload as { reason: string }).reason)).toEqual([
		'A note.',
		'chargebacks: A note.',
		'chargebacks',
	]);
});
