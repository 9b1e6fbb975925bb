import { cleanup, render, screen } from '@testing-library/react';
import { settingInWords } from '../settings/setting-groups.ts';

afterEach(() => {
	cleanup();
	vi.unstubAllGlobals();
	vi.resetModules();
});

test('in a German build the admin area formats amounts and ages in English', async () => {
	vi.stubGlobal('__LANGUAGE__', 'de');
	vi.stubGlobal('__NUMBER_MARKS__', [',', '.', true]);
	vi.resetModules();
	const { formatAmount } = await import('../../lib/format/formats.ts');
	const ofAdmin = await import('./values.tsx');
	expect([formatAmount(-1_212.5), ofAdmin.formatAmount(-1_212.5)]).toEqual(['−1.212,50 R$', '−1,212.50 R$']);
	expect(ofAdmin.formatWhole(2143)).toBe('2,143 R$');

	const { TimeAgo } = await import('./values.tsx');
	const ours = await import('../../ui/time-ago.tsx');
	const timeMs = Date.now() - 5 * 60_000 - 500;
	render(
		<>
			<TimeAgo timeMs={timeMs} />
			<ours.TimeAgo timeMs={timeMs} />
		</>,
	);
	expect(screen.getByText('5 minutes ago').title).toBe(new Date(timeMs).toLocaleString('en'));
	expect(screen.getByText('vor 5 Minuten')).toBeDefined();
});

test.each([
	['MARGIN_FLOOR_PERCENT', 0, 'Off'],
	['MARGIN_FLOOR_PERCENT', 12, '12%'],
	['OFFER_CLAIMS_MAX_PERCENT', 100, 'Off'],
	['PAYOUT_USD_PER_THOUSAND', '4.5678', '$4.5678'],
	['PAYOUT_USD_PER_THOUSAND', null, 'Not set'],
	['APPROVAL_LIMIT', 1000, '1,000 R$'],
	['WITHDRAW_DAILY_CAP', null, 'As in the payout controls'],
	['PAYOUT_REVIEW_HOURS', 1, '1 hour'],
	['PAYOUT_REVIEW_HOURS', 24, '24 hours'],
	['SIGN_UPS_A_DAY', 0, 'No limit'],
	['COUNTRIES_NOT_SERVED', null, 'None'],
	['GAME_ACCOUNT_PROOF', 'withdraw', 'To withdraw'],
	['BRAND_FIRST', 'Loot', 'Loot'],
])('the setting %s with the value %j reads: %s', (name, value, text) => {
	expect(settingInWords(name, value)).toBe(text);
});
