import { fireEvent } from '@testing-library/react';
import type { Answers } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { button, expectText, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const open = (answers: Answers) => openAdmin('/admin/wind-down', answers);

test('announcing the end sends its date and reason and says that a second admin must approve it', async () => {
	const { person, server } = open({ getWindDown: { ends_at: null }, adminSetWindDown: { proposal: 'p' } });
	await expectText('No end announced');
	await person.click(button('Announce the end'));
	const dialog = within(await screen.findByRole('dialog'));
	fireEvent.change(dialog.getByLabelText(/^Withdrawals until/), { target: { value: '2031-05-09T12:00' } });
	await person.type(dialog.getByLabelText('Reason'), 'We close.');
	await person.click(dialog.getByRole('button', { name: 'Announce the end' }));
	await expectText(/Needs approval by a second admin/);
	expect(server.requests.find(({ name }) => name === 'adminSetWindDown')?.payload).toMatchObject({
		ends_at: new Date('2031-05-09T12:00').getTime(),
		reason: expect.stringContaining('We close.'),
	});
});

test('an end that has passed cannot be cancelled', async () => {
	open({ getWindDown: { ends_at: 2 } });
	await screen.findByRole('button', { name: 'Change date' });
	expect(screen.queryByRole('button', { name: 'Cancel the end' })).toBeNull();
});
