import { offerwall, rateEffect } from '../../test/admin-answers.ts';
import type { Answers } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { expectText, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const open = (answers: Answers = {}) =>
	openAdmin('/admin/offerwalls/wall', {
		adminGetOfferwalls: [offerwall],
		adminGetRateEffect: rateEffect,
		adminSetRate: { proposal: '1' },
		adminSetBoost: { proposal: '1' },
		...answers,
	});

test('rates and boosts show their value, country and start', async () => {
	open();
	await expectText(/NL: 80.00 R\$ per \$1, from/);
	await expectText(/10% boost, from/);
});

test('the boost dialog shows the estimated cost before proposing', async () => {
	const { person, server } = open();
	await person.click(await screen.findByRole('button', { name: 'Set boost' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Set boost' }));
	await expectText('Last 7 days18.00 R$ ($0.09)', await dialog.findByRole('region', { name: 'Estimated past cost' }));
	await expectText('Margin45.6% (minimum 20%)');
	await person.clear(dialog.getByLabelText('Percent'));
	await person.type(dialog.getByLabelText('Percent'), '20');
	await person.type(dialog.getByLabelText('End'), '2031-05-01T18:00');
	await person.type(dialog.getByLabelText('Reason'), 'For the weekend.');
	await person.click(dialog.getByRole('button', { name: 'Set boost' }));
	await expectText('Needs approval by a second admin under Recent actions. Nothing has changed yet.');
	const lastPayload = (name: string) => server.requests.filter((one) => one.name === name).at(-1)?.payload;
	expect(lastPayload('adminGetRateEffect')).toEqual({ wall_id: 'wall', percent: 20 });
	expect(lastPayload('adminSetBoost')).toMatchObject({
		wall_id: 'wall',
		percent: 20,
		until: new Date('2031-05-01T18:00').getTime(),
		reason: 'For the weekend.',
	});
});

test("a country's rate is set from now on, and the dialog names unknown figures", async () => {
	const set = { id: 2, country: 'DE', rate: 85, from: 1, until: null };
	const { person, server } = open({ adminGetRateEffect: { ...rateEffect, margin: null }, adminSetRate: set });
	await person.click(await screen.findByRole('button', { name: 'Set rate' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Set rate' }));
	const rate = dialog.getByLabelText(/^R\$ per \$1/);
	await person.clear(rate);
	await person.type(rate, '85');
	await person.type(dialog.getByLabelText(/^Country/), 'de');
	await expectText('Counts only offers that users in this country opened on our pages.');
	await expectText('Unknown. Set PAYOUT_USD_PER_THOUSAND, or wait for the first credits.');
	await person.type(dialog.getByLabelText('Reason'), 'It pays less there.');
	await person.click(dialog.getByRole('button', { name: 'Set rate' }));
	await expectText('Rate set.');
	expect(server.requests.find(({ name }) => name === 'adminSetRate')?.payload).toMatchObject({
		country: 'DE',
		rate: 85,
	});
});

test('the rate cannot be set when the partner sets the reward', async () => {
	open({ adminGetOfferwalls: [{ ...offerwall, rate: null }] });
	await screen.findByRole('button', { name: 'Set boost' });
	expect(screen.queryByRole('button', { name: 'Set rate' })).toBeNull();
});
