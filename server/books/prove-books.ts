import type { Dependencies } from '../app/dependencies.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { checkBooks } from './check-books.ts';

export type ProveBooksDeps = Pick<Dependencies, 'choresDb' | 'log' | 'events' | 'mailer' | 'config'>;

/** What does not hold is mailed each hour anew. @throws the mail server's error, after everything else is done. */
export async function proveBooks({ choresDb, log, events, mailer, config }: ProveBooksDeps): Promise<void> {
	const problems = await checkBooks(choresDb);
	const [first] = problems;
	events.note({ source: 'job', what: 'books', outcome: first ? 'broken' : 'hold', note: first?.rule });
	if (!first) return;
	log.error({ problems }, 'the books do not hold');
	const lines = problems.map(({ rule, detail }) => `${rule}: ${detail}`);
	const text = ['The proof of the books has found:', ...lines, 'Look with: npm run cli -- check-books'].join('\n\n');
	const { brandFirst, brandSecond } = config.words;
	await mailer?.send({
		to: config.adminEmail,
		subject: `${brandFirst}${brandSecond}: the books do not hold`,
		text,
		html: `<pre>${escapeHtml(text)}</pre>`,
	});
}
