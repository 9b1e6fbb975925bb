import { calls } from '../../contract/calls.ts';
import { adminReads } from './admin-reads.ts';
import { type Answers, example, refusal } from './fake-server.ts';
import { openPages, screen, waitFor } from './render-page.tsx';

export const adminAnswers: Answers = {
	...Object.fromEntries(Object.keys(calls).flatMap((name) => (/^admin(Get|Find)/.test(name) ? [[name, example]] : []))),
	...Object.fromEntries(
		Object.values(adminReads)
			.flat()
			.flatMap(({ name, answer }) => (answer ? [[name, answer]] : [])),
	),
	'/data/earnings/by-offerwall': [],
	'/data/users/active': [],
	'/data/earnings/total': { total: 12.5 },
	'/data/users/count': { count: 21_286 },
};

export function openAdminPages(renderPage = openPages()) {
	return (path: string, answers: Answers = {}) =>
		renderPage(path, { user: { role: 'Admin' }, answers: { ...adminAnswers, ...answers } });
}

export const unavailable = refusal('unavailable');
export const unavailableFigure = () => new Response(JSON.stringify(unavailable.toBody()), { status: 503 });

export const alertWith = (error: string) =>
	waitFor(() => {
		const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent.includes(error));
		if (!alert) throw new Error(`nothing says ${error}`);
		return alert;
	});

export const rows = () => [...document.querySelectorAll('main tbody tr')].map(({ textContent }) => textContent ?? '');
