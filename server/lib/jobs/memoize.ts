import type { Clock } from '../clock.ts';

export function memoize<Answer>(clock: Clock, keptMs: number, ask: () => Promise<Answer>): () => Promise<Answer> {
	let kept: { answer: Promise<Answer>; until: number } | undefined;

	return () => {
		if (kept && kept.until > clock.now()) return kept.answer;
		const asked = { answer: ask(), until: clock.now() + keptMs };
		kept = asked;
		asked.answer.catch(() => {
			if (kept === asked) kept = undefined;
		});
		return asked.answer;
	};
}
