import { type Answers, refusal } from '../test/fake-server.ts';
import { openPages, screen, waitFor } from '../test/render-page.tsx';
import { adminReads } from './admin-reads.ts';

/** What any page of the admin area may ask beside what a test is about. */
const usual: Answers = {
	...Object.fromEntries(
		Object.values(adminReads).flatMap((addresses) =>
			Object.values(addresses).flatMap((reads) => reads.map(({ name, answer }) => [name, answer])),
		),
	),
	'/data/earnings/total': { total: 12.5 },
	'/data/users/count': { count: 21_286 },
};

/** For tests, as `openPages`: an address of the admin area, as an owner opens it. */
export function openAdminPages(renderPage = openPages()) {
	return (path: string, answers: Answers = {}) =>
		renderPage(path, { user: { role: 'Admin' }, answers: { ...usual, ...answers } });
}

export const unavailable = refusal('unavailable');
export const unavailableFigure = () => new Response(JSON.stringify(unavailable.toBody()), { status: 503 });

export const alertWith = (said: string) =>
	waitFor(() => {
		const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent.includes(said));
		if (!alert) throw new Error(`nothing says ${said}`);
		return alert;
	});

export const rows = () => [...document.querySelectorAll('main tbody tr')].map(({ textContent }) => textContent ?? '');
