import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type Result } from 'lighthouse';
import { startProduct } from '../../../e2e/support/product.ts';
import { measureHeaviest } from '../../../scripts/web/web-budget.mjs';
import { type BenchOptions, formatTable, median, writeResult } from '../lib/bench.ts';
import { benchData, formatData, openPhone, PARTNER_CODE, savePartnerCode, type Visitor } from './bench-data.ts';

const ROOT = join(import.meta.dirname, '../../..');
const RUNS = 5;
const START_BUDGET_MS = 3_000;
const PUBLIC_BUDGET = [100, 100, 100, 100];
const PROOF_BUDGET = [99, 99, 99, 99];
const USER_BUDGET = [98, 100, 100, 100];
const ADMIN_BUDGET = [95];

type Page = { path: string; weight: string; budget: readonly number[]; visitor?: Visitor };

type PageResult = Measurement & Pick<Page, 'path' | 'budget'> & { scriptAndStyle: number };

const pages: readonly Page[] = [
	{ path: '/', weight: 'home', budget: PUBLIC_BUDGET },
	{ path: '/login', weight: 'landing', budget: PUBLIC_BUDGET },
	{ path: '/proof', weight: 'proof', budget: PROOF_BUDGET },
	{ path: '/status', weight: 'status', budget: PROOF_BUDGET },
	{ path: '/earnings', weight: 'earnings', budget: PROOF_BUDGET },
	{ path: `/?via=${PARTNER_CODE}`, weight: 'home', budget: PROOF_BUDGET },
	{ path: '/privacy-policy', weight: 'privacy policy', budget: PUBLIC_BUDGET },
	{ path: '/terms-of-service', weight: 'terms of service', budget: PUBLIC_BUDGET },
	{ path: '/invite', weight: 'invite', budget: PROOF_BUDGET, visitor: 'user' },
	{ path: '/withdraw', weight: 'withdraw', budget: USER_BUDGET, visitor: 'user' },
	{ path: '/offer-history', weight: 'offer history', budget: USER_BUDGET, visitor: 'user' },
	{ path: '/withdraw-history', weight: 'withdraw history', budget: USER_BUDGET, visitor: 'user' },
	...['/admin', '/admin/users', '/admin/withdrawals', '/admin/treasury'].map(
		(path): Page => ({ path, weight: path, budget: ADMIN_BUDGET, visitor: 'admin' }),
	),
];

/** @returns false if a page could not be measured or shows its data too late. */
export async function benchWeb({ only }: BenchOptions): Promise<boolean> {
	const { data, results } = await benchPages(only);
	const startMs = only.length === 0 ? await measureStart() : undefined;
	await writeResult('web.json', { data, results, startMs });
	console.log(`${formatData(data)}\n\n${formatPages(results)}`);
	if (startMs !== undefined) {
		const outcome = startMs < START_BUDGET_MS ? 'met' : 'MISSED';
		console.log(
			`\nserver start to ready, warm: ${(startMs / 1000).toFixed(2)} s of ${START_BUDGET_MS / 1000} s, ${outcome}`,
		);
	}
	return data.every(({ isMet }) => isMet) && results.every(({ scores }) => scores.every(Number.isFinite));
}

async function benchPages(only: readonly string[]) {
	await using opened = new AsyncDisposableStack();
	const product = opened.adopt(await startProduct(), ({ stop }) => stop());
	const phone = await openPhone(product, opened);
	await savePartnerCode(product);
	const data = await benchData(product, phone, only);
	const results: PageResult[] = [];
	for (const { path, weight, budget, visitor } of pages) {
		if (only.length > 0 && !only.includes(path)) continue;
		if (visitor) await phone.signIn(visitor);
		const runs: Measurement[] = [];
		for (let n = 0; n < RUNS; n += 1) runs.push(await measureWithLighthouse(product.url + path, phone.port));
		results.push({ path, budget, ...summarise(runs), scriptAndStyle: weightOf(weight) });
		console.error(`${path} measured`);
	}
	return { data, results };
}

/** In ms. */
async function measureStart(): Promise<number> {
	await using folder = await mkdtempDisposable(join(tmpdir(), 'lootpass-start-'));
	const change = { DATA_DIR: join(folder.path, 'data') };
	await (await startProduct(change)).stop();
	const times: number[] = [];
	for (let n = 0; n < RUNS; n += 1) {
		const startedMs = performance.now();
		const { stop } = await startProduct(change);
		times.push(performance.now() - startedMs);
		await stop();
	}
	return median(times);
}

function summarise(runs: readonly Measurement[]): Measurement {
	const of = (figure: (run: Measurement) => number) => median(runs.map(figure));
	return {
		scores: categories.map((_, index) => of(({ scores }) => scores[index] ?? Number.NaN)),
		paintMs: of(({ paintMs }) => paintMs),
		blockedMs: of(({ blockedMs }) => blockedMs),
		shift: of(({ shift }) => shift),
		bytes: of(({ bytes }) => bytes),
		shortcomings: [...new Set(runs.flatMap(({ shortcomings }) => shortcomings))],
	};
}

function weightOf(name: string): number {
	const weights = measureHeaviest(join(ROOT, 'build/client'), ['en']);
	return weights.find((page) => page.name === name)?.bytes ?? Number.NaN;
}

function formatPages(results: readonly PageResult[]): string {
	const titles = ['', 'scores', 'budget', '', 'LCP', 'TBT', 'CLS', 'script, style', 'all sent', 'not in full'];
	const rows = results.map((page) => [
		page.path,
		page.scores.join('/'),
		page.budget.join('/'),
		page.scores.every((score, index) => score >= (page.budget[index] ?? 0)) ? 'met' : 'MISSED',
		`${(page.paintMs / 1000).toFixed(2)} s`,
		`${Math.round(page.blockedMs)} ms`,
		page.shift.toFixed(3),
		kilobytes(page.scriptAndStyle),
		kilobytes(page.bytes),
		page.shortcomings.join(' '),
	]);
	return formatTable(titles, rows);
}

function kilobytes(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}

const ATTEMPTS = 3;

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Measurement = {
	/** 0 to 100, in the order of {@link categories}. */
	scores: number[];
	paintMs: number;
	blockedMs: number;
	shift: number;
	bytes: number;
	shortcomings: string[];
};

/** Simulated slow phone, empty cache. @throws Error if the page does not load. */
async function measureWithLighthouse(url: string, port: number): Promise<Measurement> {
	const { audits, categories: judged } = await visit(url, port);
	const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN;
	const counted = Object.values(judged).flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
	return {
		scores: categories.map((id) => Math.round((judged[id]?.score ?? Number.NaN) * 100)),
		paintMs: figure('largest-contentful-paint'),
		blockedMs: figure('total-blocking-time'),
		shift: figure('cumulative-layout-shift'),
		bytes: figure('total-byte-weight'),
		shortcomings: counted
			.map(({ id }) => ({ id, score: audits[id]?.score ?? 1 }))
			.filter(({ score }) => score < 0.995)
			.map(({ id }) => id),
	};
}

/** Retries, because a busy machine can lose parts of a recording. */
async function visit(url: string, port: number, attemptsLeft = ATTEMPTS): Promise<Result> {
	const run = await lighthouse(url, { port, onlyCategories: [...categories], logLevel: 'silent' });
	if (!run) throw new Error(`${url} was not measured`);
	const { runtimeError } = run.lhr;
	if (!runtimeError) return run.lhr;
	if (attemptsLeft === 1) throw new Error(`${url}: ${runtimeError.message}`);
	return visit(url, port, attemptsLeft - 1);
}
