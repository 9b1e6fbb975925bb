import { calls } from '../../contract/calls.ts';
import { adminReads } from './admin-reads.ts';
import { type Answers, example, type FakeServer, refusal } from './fake-server.ts';
import { openPages, screen, waitFor, within } from './render-page.tsx';

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

type Person = ReturnType<ReturnType<typeof openPages>>['person'];
type Filled = { name?: string; fields?: Readonly<Record<string, string>>; confirm?: string };

export async function fillDialog(person: Person, { name, fields = {}, confirm }: Filled) {
	const dialog = within(await screen.findByRole('dialog', name === undefined ? {} : { name }));
	for (const [label, text] of Object.entries(fields)) {
		const input = await dialog.findByLabelText(label);
		await person.clear(input);
		await person.type(input, text);
	}
	if (confirm) await person.click(dialog.getByRole('button', { name: confirm }));
	return dialog;
}

export async function act(person: Person, button: string, fields: Filled['fields'], more: Partial<Filled> = {}) {
	const [opener] = await within(await screen.findByRole('main')).findAllByRole('button', { name: button });
	await person.click(opener as HTMLElement);
	return fillDialog(person, { fields, confirm: button, ...more });
}

export const payloadsOf = ({ requests }: FakeServer, call: string) =>
	requests.filter(({ name }) => name === call).map(({ payload }) => payload);

export const unavailable = refusal('unavailable');
export const unavailableFigure = () => new Response(JSON.stringify(unavailable.toBody()), { status: 503 });

export const alertWith = (error: string) =>
	waitFor(() => {
		const alert = screen.getAllByRole('alert').find(({ textContent }) => textContent.includes(error));
		if (!alert) throw new Error(`nothing says ${error}`);
		return alert;
	});

export const rows = () => [...document.querySelectorAll('main tbody tr')].map(({ textContent }) => textContent ?? '');
