import { cleanup, render, screen } from '@testing-library/react';

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
