import { expect, test } from 'vitest';
import { offerwall, partner } from '../../test/admin-answers.ts';
import type { Answers } from '../../test/fake-server.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { says, screen, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const lootably = {
	...{ ...partner, id: 'lootably', name: 'Lootably', certainty: 'vendor' as const, uncertain: null, known_ips: [] },
	feeds: [{ kind: 'lootably', credentials: ['apiKey', 'placementID'] }],
};
const entry = {
	...{ id: 'wall', partner: 'lootably', name: 'Wall', enabled: true, secret: null, pathKey: null },
	...{ allowedIps: ['203.0.113.7'], minAge: 18, claims: { kind: 'adscend', publisherId: '1', profileId: '2' } },
	feed: { kind: 'lootably', apiKey: null, placementID: null },
};
const here = { ...offerwall, version: 3, entry, partner: 'lootably', name: 'Wall' };
const open = (walls: object[] = [offerwall], answers: Answers = {}) =>
	openAdmin('/admin/offerwalls', {
		adminGetOfferwalls: walls,
		adminGetPartners: [lootably, partner],
		adminSaveOfferwall: { proposal: '1' },
		...answers,
	});
const payloadOf = ({ server }: ReturnType<typeof open>, name: string) =>
	server.asked.filter((one) => one.name === name).at(-1)?.payload;

test('a wall is added of a partner, whose certainty is told, and waits for a second person', async () => {
	const opened = open();
	const { person } = opened;
	await person.click(await screen.findByRole('button', { name: 'Add an offerwall' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Add an offerwall' }));
	await dialog.findByLabelText('Partner');
	await says(/Several public integrations agree/);
	await says(/Compare with its dashboard: that status 2 takes back/);
	await person.type(dialog.getByLabelText(/^Id,/), 'kiwi');
	await person.type(dialog.getByLabelText(/^Name/), 'Kiwi');
	const secret = dialog.getByLabelText('Secret') as HTMLInputElement;
	expect(secret.type).toBe('password');
	await person.type(secret, 'hush-8Kd02mVqPz');
	await person.click(dialog.getByRole('button', { name: 'Make one' }));
	await person.click(dialog.getByRole('button', { name: 'Known ones' }));
	await person.type(dialog.getByLabelText('Reason'), 'They pay well.');
	await person.click(dialog.getByRole('button', { name: 'Add an offerwall' }));
	await says(/This needs a second person/);
	expect(payloadOf(opened, 'adminSaveOfferwall')).toMatchObject({
		version: 0,
		entry: {
			...{ id: 'kiwi', partner: 'kiwiwall', name: 'Kiwi', secret: 'hush-8Kd02mVqPz', enabled: true, feed: null },
			...{ pathKey: expect.stringMatching(/^[\w-]{32}$/), allowedIps: ['34.193.235.172'], minAge: 13 },
		},
	});
});

test('a change sends back what was read: secrets that stay as null, and what the form does not show', async () => {
	const opened = open([here], { adminSaveOfferwall: { id: 'wall', version: 4, changed: true } });
	const { person } = opened;
	await person.click(await screen.findByRole('button', { name: 'Change' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Change' }));
	const name = await dialog.findByLabelText(/^Name/);
	for (const label of ['Secret', /^Path key/, 'apiKey']) {
		expect(dialog.getByLabelText(label)).toHaveProperty('value', '');
		expect(dialog.getByLabelText(label)).toHaveProperty('placeholder', 'Stays as it is');
	}
	await person.clear(name);
	await person.type(name, 'Wall & Co');
	await person.type(dialog.getByLabelText('Reason'), 'A new name.');
	await person.click(dialog.getByRole('button', { name: 'Change' }));
	await says(/It is in force everywhere/);
	expect(payloadOf(opened, 'adminSaveOfferwall')).toMatchObject({
		version: 3,
		entry: { ...entry, name: 'Wall & Co', secret: null, pathKey: null },
	});
});

test('what departs from the contract has to be JSON, and nothing is sent before', async () => {
	const opened = open([here]);
	const { person } = opened;
	await person.click(await screen.findByRole('button', { name: 'Change' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Change' }));
	await person.type(await dialog.findByLabelText(/as JSON/), 'status');
	await person.type(dialog.getByLabelText('Reason'), 'As they say.');
	await person.click(dialog.getByRole('button', { name: 'Change' }));
	await says(/has to be an object in JSON/);
	expect(payloadOf(opened, 'adminSaveOfferwall')).toBeUndefined();
});

test('a wall that is on cannot be removed', async () => {
	open([here]);
	expect(await screen.findAllByRole('button', { name: 'Change' })).toHaveLength(1);
	expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('certifying shows each case with what came of it', async () => {
	const cases = [
		{ name: 'A completed offer', expected: 'read as credit', got: 'read as credit', passed: true },
		{ name: 'A screen-out', expected: 'read as screen-out', got: 'read as credit', passed: false },
	];
	const { person } = open([offerwall], { adminCertifyOfferwall: { passed: false, cases } });
	await person.click(await screen.findByRole('button', { name: 'Certify' }));
	await says(/Not everything is as the partner documents it. Nothing was booked./);
	const list = within(screen.getByRole('list', { name: 'What was played' }));
	expect(list.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual([
		'As it should be',
		'Not as it should be',
	]);
	await says(/expected: read as screen-out; got: read as credit/);
});

test('the order is changed by moving up, and sent as a whole', async () => {
	const opened = open([offerwall, { ...here, id: 'other', name: 'Other' }], { adminOrderOfferwalls: { ids: [] } });
	const { person } = opened;
	await person.click(await screen.findByRole('button', { name: 'Change the order' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Change the order' }));
	await person.click(dialog.getByRole('button', { name: 'Move Other up' }));
	await person.type(dialog.getByLabelText('Reason'), 'It pays more.');
	await person.click(dialog.getByRole('button', { name: 'Change the order' }));
	await says('The order is changed.');
	expect(payloadOf(opened, 'adminOrderOfferwalls')).toEqual({ ids: ['other', 'wall'], reason: 'It pays more.' });
});
