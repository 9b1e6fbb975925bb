import { expect, test } from 'vitest';
import { offerwall } from '../../test/admin-answers.ts';
import { openAdminPages } from '../../test/open-admin.ts';
import { says, screen } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();
const feed = { kind: 'lootably', state: 'good' as const, lastAnswerAt: Date.now() - 60_000, offers: 312 };
const open = (more: object) =>
	openAdmin('/admin/offerwalls', { adminGetOfferwalls: [{ ...offerwall, feed: { ...feed, ...more } }] });
const told = async () => (await screen.findByRole('region', { name: 'Feed of offers of Wall' })).textContent;

test('a good feed says how many offers it had, and when', async () => {
	open({ skipped: 2, skippedWhy: 'no title' });
	expect(await told()).toMatch(
		/\(lootably\) Good.*Last good answer .*: 312 offers2 left out, most because of: no title$/,
	);
});

test.each([
	['stale', 'It stays away: its offers of then are still shown.'],
	['hidden', 'It has stayed away for so long that its offers are not shown.'],
])('one that is %s says since when, and why', async (state, means) => {
	open({ state, since: 1_700_000_000_000, problem: 'did not answer within 20 seconds' });
	await says(means);
	await says(/(Stale|Hidden) since/);
	await says('At the last try it did not answer within 20 seconds.');
});

test('one that has never answered says so', async () => {
	open({ state: 'never', lastAnswerAt: null, offers: 0 });
	expect(await told()).toContain('No answer yet');
});
