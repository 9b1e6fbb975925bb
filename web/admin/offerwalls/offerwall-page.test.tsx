import { offerwall, partner, rateEffect } from '../../test/admin-answers.ts';
import type { Answers } from '../../test/fake-server.ts';
import { act, fillDialog, openAdminPages, payloadsOf } from '../../test/open-admin.ts';
import { expectText, screen, within } from '../../test/render-page.tsx';

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
const open = (walls: object[] = [offerwall], answers: Answers = {}, page = '/admin/offerwalls/wall') =>
	openAdmin(page, {
		adminGetOfferwalls: walls,
		adminGetPartners: [lootably, partner],
		adminGetRateEffect: rateEffect,
		...{ adminSaveOfferwall: { proposal: '1' }, adminSetRate: { proposal: '1' }, adminSetBoost: { proposal: '1' } },
		...answers,
	});

test("adding a wall shows how far the partner's contract is verified and waits for a second admin", async () => {
	const { person, server } = open([offerwall], {}, '/admin/offerwalls');
	await person.click(await screen.findByRole('button', { name: 'Add offerwall' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Add offerwall' }));
	await dialog.findByLabelText('Partner');
	await expectText(/Verified against several public integrations/);
	await expectText(/Check in the partner's dashboard: status 2 means reversal/);
	expect(dialog.getByLabelText<HTMLInputElement>('Secret').type).toBe('password');
	await person.click(dialog.getByRole('button', { name: 'Generate' }));
	await person.click(dialog.getByRole('button', { name: 'Use known IPs' }));
	const secret = 'hush-8Kd02mVqPz';
	const id = { 'ID (permanent, part of the callback URL)': 'kiwi' };
	const fields = { ...id, 'Display name': 'Kiwi', Secret: secret, Reason: 'They pay well.' };
	await fillDialog(person, { fields, confirm: 'Add offerwall' });
	await expectText(/Needs approval by a second admin/);
	expect(payloadsOf(server, 'adminSaveOfferwall').at(-1)).toMatchObject({
		version: 0,
		entry: {
			...{ id: 'kiwi', partner: 'kiwiwall', name: 'Kiwi', secret, enabled: true, feed: null },
			...{ pathKey: expect.stringMatching(/^[\w-]{32}$/), allowedIps: ['34.193.235.172'], minAge: 13 },
		},
	});
});

test('an edit sends null for unchanged secrets and keeps fields that the form does not show', async () => {
	const { person, server } = open([here], { adminSaveOfferwall: { id: 'wall', version: 4, changed: true } });
	await person.click(await screen.findByRole('button', { name: 'Edit' }));
	const dialog = within(await screen.findByRole('dialog', { name: 'Edit' }));
	await dialog.findByLabelText('Display name');
	for (const label of ['Secret', /^Path key/, 'apiKey']) {
		expect(dialog.getByLabelText(label)).toHaveProperty('value', '');
		expect(dialog.getByLabelText(label)).toHaveProperty('placeholder', 'Unchanged');
	}
	await fillDialog(person, { fields: { 'Display name': 'Wall & Co', Reason: 'A new name.' }, confirm: 'Edit' });
	await expectText(/The change is live/);
	expect(payloadsOf(server, 'adminSaveOfferwall').at(-1)).toMatchObject({
		version: 3,
		entry: { ...entry, name: 'Wall & Co', secret: null, pathKey: null },
	});
});

test('contract overrides must be JSON, and invalid ones are not sent', async () => {
	const { person, server } = open([here]);
	await act(person, 'Edit', { 'Overrides (JSON)': 'status', Reason: 'As they say.' }, { name: 'Edit' });
	await expectText(/must be a JSON object/);
	expect(payloadsOf(server, 'adminSaveOfferwall')).toEqual([]);
});

test('an enabled wall has no Remove button', async () => {
	open([here]);
	expect(await screen.findAllByRole('button', { name: 'Edit' })).toHaveLength(1);
	expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull();
});

test('certifying shows the outcome of each case', async () => {
	const cases = [
		{ name: 'Completed offer', expected: 'credit for this user', got: 'credit for this user', passed: true },
		{ name: 'Screen-out', expected: 'screen-out for this user', got: 'credit for this user', passed: false },
	];
	const { person } = open([offerwall], { adminCertifyOfferwall: { passed: false, cases } });
	await person.click(await screen.findByRole('button', { name: 'Run checks' }));
	await expectText(/Some checks failed. Nothing was booked./);
	const list = within(screen.getByRole('list', { name: 'Checks' }));
	expect(list.getAllByRole('img').map((mark) => mark.getAttribute('aria-label'))).toEqual(['Passed', 'Failed']);
	await expectText(/Expected: screen-out for this user\. Got: credit for this user\./);
});

test('moving a wall up sends the new order of all walls', async () => {
	const { person, server } = open(
		[offerwall, { ...here, id: 'other', name: 'Other' }],
		{ adminOrderOfferwalls: { ids: [] } },
		'/admin/offerwalls',
	);
	await person.click(await screen.findByRole('button', { name: 'Reorder' }));
	await person.click(await screen.findByRole('button', { name: 'Move Other up' }));
	await fillDialog(person, { name: 'Reorder', fields: { Reason: 'It pays more.' }, confirm: 'Reorder' });
	await expectText('Order saved.');
	const payload = { ids: ['other', 'wall'], reason: 'It pays more.' };
	expect(payloadsOf(server, 'adminOrderOfferwalls').at(-1)).toEqual(payload);
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
	const fields = { Percent: '20', End: '2031-05-01T18:00', Reason: 'For the weekend.' };
	await fillDialog(person, { fields, confirm: 'Set boost' });
	await expectText('Needs approval by a second admin under Recent actions. Nothing has changed yet.');
	expect(payloadsOf(server, 'adminGetRateEffect').at(-1)).toEqual({ wall_id: 'wall', percent: 20 });
	const boost = { wall_id: 'wall', percent: 20, until: new Date(fields.End).getTime(), reason: fields.Reason };
	expect(payloadsOf(server, 'adminSetBoost').at(-1)).toMatchObject(boost);
});

test("a country's rate is set from now on, and the dialog names unknown figures", async () => {
	const set = { id: 2, country: 'DE', rate: 85, from: 1, until: null };
	const { person, server } = open([offerwall], {
		adminGetRateEffect: { ...rateEffect, margin: null },
		adminSetRate: set,
	});
	const fields = { 'R$ per $1 (empty: default)': '85', 'Country code (empty: all others)': 'de' };
	await person.click(await screen.findByRole('button', { name: 'Set rate' }));
	await fillDialog(person, { name: 'Set rate', fields });
	await expectText('Counts only offers that users in this country opened on our pages.');
	await expectText('Unknown. Set the cost in Settings, or wait for the first credits.');
	await fillDialog(person, { fields: { Reason: 'It pays less there.' }, confirm: 'Set rate' });
	await expectText('Rate set.');
	expect(payloadsOf(server, 'adminSetRate')).toMatchObject([{ country: 'DE', rate: 85 }]);
});

test('the rate cannot be set when the partner sets the reward', async () => {
	open([{ ...offerwall, rate: null }]);
	await screen.findByRole('button', { name: 'Set boost' });
	expect(screen.queryByRole('button', { name: 'Set rate' })).toBeNull();
});

const feed = { kind: 'lootably', state: 'good' as const, lastAnswerAt: Date.now() - 60_000, offers: 312 };
const openFeed = (more: object) => open([{ ...offerwall, feed: { ...feed, ...more } }]);
const regionText = async () => (await screen.findByRole('region', { name: 'Offer feed of Wall' })).textContent;

test('a working feed shows its number of offers and the time of its last response', async () => {
	openFeed({ skipped: 2, skippedWhy: 'no title' });
	expect(await regionText()).toMatch(/\(lootably\) OK.*Last update .*: 312 offers2 skipped, mostly because: no title$/);
});

test.each([
	['stale', "The feed isn't responding. Users still see the last known offers."],
	['hidden', "The feed hasn't responded for too long, so its offers are hidden."],
])('a feed that is %s shows since when, and why', async (state, means) => {
	openFeed({ state, since: 1_700_000_000_000, problem: 'no response within 20 seconds' });
	await expectText(means);
	await expectText(/(Outdated|Hidden) since/);
	await expectText('Last error: no response within 20 seconds.');
});

test('a feed without any response says so', async () => {
	openFeed({ state: 'never', lastAnswerAt: null, offers: 0 });
	expect(await regionText()).toContain('Not loaded yet');
});
