import { field, openPages, screen, waitFor, within } from './render-page.tsx';

export const submitted = { id: '1', order_id: 'W-1', status: 'Pending', amount: 50, price: 71 } as const;
export const DONE = 'Withdrawal submitted successfully!';
export const gameNamed = (Name: string, PlaceID: number) => ({
	Name,
	PlaceID,
	UniverseID: PlaceID,
	ThumbnailUrl: null,
});

export const submit = () =>
	within(screen.getByRole('main')).getByRole<HTMLButtonElement>('button', { name: 'Withdraw' });
export const gameChoice = () => screen.getByLabelText<HTMLSelectElement>('Game');
export const games = () => [...gameChoice().options].map(({ text }) => text);

export function openWithdrawPage() {
	const renderPage = openPages();
	async function fillIn(amount: string, visit: Parameters<typeof renderPage>[1] = {}) {
		const page = renderPage('/withdraw', visit);
		await waitFor(() => expect(gameChoice().disabled).toBe(false));
		if (amount) await page.person.type(field('Amount'), amount);
		return page;
	}
	return { renderPage, fillIn };
}
