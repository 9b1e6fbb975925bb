import type { RunningProduct } from '../../../e2e/support/product.ts';
import { median } from '../lib/latencies.ts';
import { formatTable } from '../lib/report.ts';
import { type DataTiming, timeToData } from './measure-data.ts';
import type { openPhone, Visitor } from './open-phone.ts';

const RUNS = 5;

type Budget = { firstMs: number; againMs: number; requests: number; bytes: number };
type DataPage = { path: string; selector: string; visitor: Visitor };
export type DataResult = DataPage & Budget & { budget: Budget; isMet: boolean };

const budgets: Record<Visitor, Budget> = {
	user: { firstMs: 1_600, againMs: 900, requests: 15, bytes: 150_000 },
	admin: { firstMs: 2_500, againMs: 900, requests: 15, bytes: 185_000 },
};

/** `selector` matches once the page shows data, not only its frame. */
const pages: readonly DataPage[] = [
	{ path: '/earn', selector: 'main a[href^="/earn/offer/"]', visitor: 'user' },
	{ path: '/withdraw', selector: 'main .ticket-stub:not(:has(.shimmer)) dd', visitor: 'user' },
	...['/offer-history', '/withdraw-history', '/my-offers'].map(
		(path): DataPage => ({ path, selector: 'main tbody time', visitor: 'user' }),
	),
	{ path: '/admin', selector: 'main section[aria-label="Key figures"][aria-busy="false"]', visitor: 'admin' },
	{ path: '/admin/users', selector: 'main tbody a[href^="/admin/users/"]', visitor: 'admin' },
];

/** Measures first and second visits, the median of several runs. */
export async function benchData(
	{ url }: RunningProduct,
	phone: Awaited<ReturnType<typeof openPhone>>,
	only: readonly string[],
): Promise<DataResult[]> {
	const results: DataResult[] = [];
	for (const page of pages.filter(({ path }) => only.length === 0 || only.includes(path))) {
		await phone.signIn(page.visitor);
		const [first, again]: [DataTiming[], DataTiming[]] = [[], []];
		const visit = (isFirst: boolean) =>
			timeToData(phone.context, { address: url + page.path, selector: page.selector, isFirst });
		for (let n = 0; n < RUNS; n += 1) {
			first.push(await visit(true));
			again.push(await visit(false));
		}
		const measured = {
			firstMs: median(first.map(({ shownMs }) => shownMs)),
			againMs: median(again.map(({ shownMs }) => shownMs)),
			requests: median(first.map(({ requests }) => requests)),
			bytes: median(first.map(({ bytes }) => bytes)),
		};
		const budget = budgets[page.visitor];
		const isMet = (Object.keys(budget) as (keyof Budget)[]).every((figure) => measured[figure] <= budget[figure]);
		results.push({ ...page, ...measured, budget, isMet });
		console.error(`${page.path} timed`);
	}
	return results;
}

export function formatData(results: readonly DataResult[]): string {
	const seconds = (ms: number, max: number) => `${(ms / 1000).toFixed(2)} of ${max / 1000} s`;
	const rows = results.map(({ path, firstMs, againMs, requests, bytes, budget, isMet }) => [
		path,
		seconds(firstMs, budget.firstMs),
		seconds(againMs, budget.againMs),
		`${requests} of ${budget.requests}`,
		`${(bytes / 1000).toFixed(1)} of ${budget.bytes / 1000} kB`,
		isMet ? 'met' : 'MISSED',
	]);
	return formatTable(['until data is visible', 'first visit', 'second', 'requests', 'bytes', ''], rows);
}
