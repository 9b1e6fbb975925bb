import { cleanup } from '@testing-library/react';
import { session, sessionHint } from '../../app/visitor.ts';
import { openAdminPages, unavailableFigure } from '../../test/open-admin.ts';
import { expectText, screen, waitFor, within } from '../../test/render-page.tsx';

const openAdmin = openAdminPages();

const figure = (card: string, label: string) => {
	const region = screen.getByRole('region', { name: card });
	const refresh = within(region).getByRole('button', { name: `Refresh ${card}: ${label}` });
	return { refresh, text: () => refresh.closest('dd')?.textContent };
};

// spec: 1.admin, 2.sidebar, 2.banner, 2.cards, 2.refresh, 2.euro, 4.figures, 8.figures, 9.kept-figures
// spec: 9.failed-refresh
test("today's figures load by themselves and are stored, others load on request, and a failed load resets each", async () => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const { person, server, router } = openAdmin('/admin');
	await waitFor(() => expect(figure('Earnings', 'Today').text()).toBe('$12.50'));
	await expectText('Account funds pay for withdrawals.');
	await expectText('Figures are in US dollars. Load a figure with its refresh button.');
	const sidebar = screen.getByRole('navigation', { name: 'Admin area' });
	for (const entry of ['Dashboard', 'Users', 'Fraud check', 'Recent actions', 'Logs']) {
		expect(within(sidebar).getByRole('link', { name: entry })).toBeTruthy();
	}
	await waitFor(() => expect(figure('Users', 'Today').text()).toBe('21,286'));
	const others = [
		['Earnings', 'This month', '€Click refresh', '$12.50'],
		['Earnings', 'Total', '€Click refresh', '$12.50'],
		['Users', 'Total', 'Click refresh', '21,286'],
	] as const;
	for (const [card, label, empty, loaded] of others) {
		expect(figure(card, label).text()?.replaceAll(' ', '')).toBe(empty.replaceAll(' ', ''));
		figure(card, label).refresh.focus();
		await person.keyboard('{Enter}');
		await waitFor(() => expect(figure(card, label).text()).toBe(loaded));
	}
	for (const address of ['/data/earnings/total', '/data/users/count'] as const)
		server.answers[address] = unavailableFigure;
	await router.navigate('/admin/users');
	await screen.findByRole('heading', { level: 1, name: 'Users' });
	await router.navigate('/admin');
	await waitFor(() => expect(figure('Earnings', 'Today').text()).toBe('$12.50'));
	expect(figure('Users', 'Today').text()).toBe('21,286');
	for (const [card, label, empty] of [
		...others,
		['Earnings', 'Today', '€Click refresh'],
		['Users', 'Today', 'Click refresh'],
	] as const) {
		await person.click(figure(card, label).refresh);
		await waitFor(() => expect(figure(card, label).text()?.replaceAll(' ', '')).toBe(empty.replaceAll(' ', '')));
	}
	// Figures that failed to load must not reappear from storage.
	const calls = () => server.requests.filter(({ name }) => name === 'GET /data/earnings/total').length;
	const before = calls();
	await router.navigate('/admin/users');
	await screen.findByRole('heading', { level: 1, name: 'Users' });
	await router.navigate('/admin');
	await waitFor(() => expect(calls()).toBeGreaterThan(before));
	expect(figure('Earnings', 'Today').text()).toBe('€ Click refresh');
	expect(figure('Users', 'Today').text()).toBe('Click refresh');
});

test('stored figures are removed on sign-out and on another sign-in', async () => {
	const storedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('admin-'));
	for (const end of [session.signOut, async () => sessionHint.set()]) {
		openAdmin('/admin');
		await waitFor(() => expect(storedKeys()).toHaveLength(2));
		await end();
		expect(storedKeys()).toEqual([]);
		cleanup();
	}
});
