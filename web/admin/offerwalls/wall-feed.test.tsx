import { offerwall } from '../../test/admin-answers.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { expectText, screen } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const feed = { kind: 'lootably', state: 'good' as const, lastAnswerAt: Date.now() - 60_000, offers: 312 };
const open = (more: object) =>
	openAdmin('/admin/offerwalls/wall', { adminGetOfferwalls: [{ ...offerwall, feed: { ...feed, ...more } }] });
const regionText = async () => (await screen.findByRole('region', { name: 'Offer feed of Wall' })).textContent;

test('a working feed shows its number of offers and the time of its last response', async () => {
	open({ skipped: 2, skippedWhy: 'no title' });
	expect(await regionText()).toMatch(/\(lootably\) OK.*Last update .*: 312 offers2 skipped, mostly because: no title$/);
});

test.each([
	['stale', "The feed isn't responding. Users still see the last known offers."],
	['hidden', "The feed hasn't responded for too long, so its offers are hidden."],
])('a feed that is %s shows since when, and why', async (state, means) => {
	open({ state, since: 1_700_000_000_000, problem: 'no response within 20 seconds' });
	await expectText(means);
	await expectText(/(Outdated|Hidden) since/);
	await expectText('Last error: no response within 20 seconds.');
});

test('a feed without any response says so', async () => {
	open({ state: 'never', lastAnswerAt: null, offers: 0 });
	expect(await regionText()).toContain('Not loaded yet');
});
