import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answers } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { button, says, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const owed = { spendable: 1_200, held_back: 30, on_its_way: 5 };
const state = (windDown: object | null = null) => ({
	...{ wind_down: windDown, with_balance: 1_234, owed },
	days: windDown ? [{ day: '2031-05-01', ...owed }] : [],
});
const ending = { announced_at: 1, ends_at: 4e12, is_over: false, told: 1_200, told_at: null };
const open = (answers: Answers) => openAdmin('/admin/wind-down', answers);

test('the end is proposed with its date, and a second person is waited for', async () => {
	const { person, server } = open({ adminGetWindDown: state(), adminSetWindDown: { proposal: 'p' } });
	await says('Goes on');
	await person.click(button('Announce the end'));
	const dialog = within(await screen.findByRole('dialog'));
	fireEvent.change(dialog.getByLabelText(/^Withdrawals until/), { target: { value: '2031-05-09T12:00' } });
	await person.type(dialog.getByLabelText('Reason'), 'We close.');
	await person.click(dialog.getByRole('button', { name: 'Announce the end' }));
	await says(/needs a second person/);
	expect(server.asked.find(({ name }) => name === 'adminSetWindDown')?.payload).toMatchObject({
		ends_at: new Date('2031-05-09T12:00').getTime(),
		reason: expect.stringContaining('We close.'),
	});
});

test('while it ends the page shows who was told and what is owed, and takes it back', async () => {
	const { person, server } = open({ adminGetWindDown: state(ending), adminSetWindDown: state() });
	await says('Is ending');
	await says('People told1,200');
	await says('Still being told');
	await says('2031-05-01');
	await person.click(button('Take it back'));
	const dialog = within(await screen.findByRole('dialog'));
	await person.type(dialog.getByLabelText('Reason'), 'It was a mistake.');
	await person.click(dialog.getByRole('button', { name: 'Take it back' }));
	await says('The service goes on.');
	expect(server.asked.find(({ name }) => name === 'adminSetWindDown')?.payload).toMatchObject({ ends_at: null });
});

test('once its date has come it cannot be taken back', async () => {
	open({ adminGetWindDown: state({ ...ending, ends_at: 2, is_over: true, told_at: 2 }) });
	await says('Has ended');
	expect(screen.queryByRole('button', { name: 'Take it back' })).toBeNull();
});
