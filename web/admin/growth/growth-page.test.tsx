import { UID } from '../../test/fake-server.ts';
import { act, fillDialog, openAdminPages, payloadsOf } from '../../test/open-admin.ts';
import { expectText, field, screen } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();

test('a partner code is saved with bounties of its own, after an estimate of their cost', async () => {
	const { person, server } = openAdmin('/admin/growth?show=partners', {
		adminGetBountyEffect: { periods: [{ days: 30, extra: 40 }], margin: 0.25 },
		adminSavePartnerCode: { proposal: UID },
	});
	await person.click(await screen.findByRole('button', { name: 'Add partner code' }));
	const who = { 'Name that visitors read': 'Ada', 'ID of the user who is paid': UID };
	const code = { 'Code (small letters, digits, dashes)': 'ada-plays', ...who };
	const fields = { ...code, 'Text for visitors': 'Hi.', 'Terms agreed with the partner': 'None.' };
	await fillDialog(person, { fields });
	await person.click(field('Bounties of its own'));
	await person.type(field('Country codes (empty: all)'), 'de, nl');
	await person.click(screen.getByRole('button', { name: 'Estimate the cost' }));
	await expectText('40.00 R$');
	await expectText('25.0% (minimum 0%)');
	await fillDialog(person, { fields: { Reason: 'New partner.' }, confirm: 'Save' });
	await expectText('Needs approval by a second admin');
	expect(payloadsOf(server, 'adminSavePartnerCode').at(-1)).toMatchObject({
		...{ code: 'ada-plays', name: 'Ada', uid: UID, landing: 'Hi.', terms: 'None.', reason: 'New partner.' },
		bounties: { first: 0, paid: 100, hold_days: 7, countries: ['DE', 'NL'] },
	});
});

test('a source is switched off and on with a reason, except direct visits', async () => {
	const items = [
		{ kind: 'site', source: 'a.example', enabled: true, joined: 4, ever_paid: 1 },
		{ kind: 'none', source: '', enabled: true },
	] as const;
	const answers = { adminGetSources: { items }, adminSwitchSource: { changed: true } };
	const { person, server } = openAdmin('/admin/growth', answers);
	await expectText('1 (25.0%)');
	await screen.findByRole('button', { name: 'Switch off' });
	await act(person, 'Switch off', { Reason: 'Forged.' });
	await expectText('Source switched off.');
	const payload = { kind: 'site', source: 'a.example', enabled: false, reason: 'Forged.' };
	expect(payloadsOf(server, 'adminSwitchSource')).toEqual([payload]);
});
