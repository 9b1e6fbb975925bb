import type { Clock } from '../clock.ts';

export function memoize<Answer>(clock: Clock, cacheMs: number, load: () => Promise<Answer>): () => Promise<Answer> {
	let cached: { answer: Promise<Answer>; until: number } | undefined;

	return () => {
		if (cached && cached.until > clock.now()) return cached.answer;
		const loading = { answer: load(), until: clock.now() + cacheMs };
		cached = loading;
		loading.answer.catch(() => {
			if (cached === loading) cached = undefined;
		});
		return loading.answer;
	};
}
