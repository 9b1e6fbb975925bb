import lighthouse, { type Result } from 'lighthouse';

const ATTEMPTS = 3;

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

export type Measurement = {
	/** 0 to 100, in the order of {@link categories}. */
	scores: number[];
	paintMs: number;
	blockedMs: number;
	shift: number;
	bytes: number;
	shortcomings: string[];
};

/** Simulated slow phone, empty cache. @throws Error if the page does not load. */
export async function measureWithLighthouse(url: string, port: number): Promise<Measurement> {
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
