import { expect, test, vi } from 'vitest';
import { UID } from '../../../test/fake-server.ts';
import { screen, waitFor } from '../../../test/render-page.tsx';
import { openAdminPages } from '../../open-admin.ts';
import { shownRows } from './shown-rows.ts';

const openAdmin = openAdminPages();
const person = (n: number, name: string | null) => ({
	id: `00000000-0000-4000-8000-00000000000${n}`,
	roblox_username: name,
	robux: -1.5,
	totalEarned: 1_234.5,
	totalWithdrawn: 0,
	last_access: null,
});
const people = [person(1, '=HYPERLINK("x")'), person(2, null), person(3, 'third')];
const focusedRow = () => document.activeElement?.closest('tr')?.textContent ?? '';

test('j and k walk the rows, Enter opens one, and nothing happens while somebody types', async () => {
	const { person: hand, router } = openAdmin('/admin/users', { adminGetUsers: people });
	await screen.findByText('third');
	await hand.keyboard('j');
	expect(focusedRow()).toContain('=HYPERLINK');
	await hand.keyboard('jjj');
	expect(focusedRow()).toContain('third');
	await hand.keyboard('k');
	expect(focusedRow()).toContain('N/A');
	await hand.type(screen.getByLabelText('Search user'), 'jk');
	expect(screen.getByLabelText<HTMLInputElement>('Search user').value).toBe('jk');
	expect(document.activeElement).toBe(screen.getByLabelText('Search user'));
	(document.activeElement as HTMLElement).blur();
	await hand.keyboard('j{Enter}');
	await waitFor(() => expect(router.state.location.pathname).toBe(`/admin/users/${people[0]?.id}`));
});

test('what is saved is what is shown, and no spreadsheet takes it for a formula', async () => {
	const created = vi.fn((_file: Blob) => 'blob:x');
	Object.assign(URL, { createObjectURL: created, revokeObjectURL: () => {} });
	const { person: hand } = openAdmin('/admin/users', { adminGetUsers: people });
	await screen.findByText('third');
	const table = document.querySelector('table') as HTMLTableElement;
	const [head, first, second] = shownRows(table).split('\r\n');
	expect(head).toBe('Username,Robux,Total earned,Total withdrawn,Last Access,UUID');
	expect(first?.startsWith(`"'=HYPERLINK(""x"")",`)).toBe(true);
	expect(second).toContain(`"1,234.50 R$"`);
	await hand.click(screen.getByRole('button', { name: 'Save these rows' }));
	expect(await created.mock.calls[0]?.[0].text()).toBe(shownRows(table));
});

test('an id goes to the clipboard when it is pressed', async () => {
	const { person: hand } = openAdmin(`/admin/users/${UID}`);
	await hand.click(await screen.findByRole('button', { name: UID }));
	await screen.findByText('Copied.');
	expect(await navigator.clipboard.readText()).toBe(UID);
});
