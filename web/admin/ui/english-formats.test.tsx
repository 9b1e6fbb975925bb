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

test('settings read as words and with their units', () => {
	const read = (name: string, ...values: (string | number | null)[]) => values.map((one) => settingInWords(name, one));
	expect(read('MARGIN_FLOOR_PERCENT', 0, 12)).toEqual(['Off', '12%']);
	expect(read('PAYOUT_USD_PER_THOUSAND', '4.5678', null)).toEqual(['$4.5678', 'Not set']);
	expect(read('WITHDRAW_DAILY_CAP', 1000, null)).toEqual(['1,000 R$', 'As in the payout controls']);
	expect(read('PAYOUT_REVIEW_HOURS', 1, 24)).toEqual(['1 hour', '24 hours']);
	expect(read('SIGN_UPS_A_DAY', 0, 100)).toEqual(['No limit', '100']);
});
