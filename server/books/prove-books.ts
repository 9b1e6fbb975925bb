import type { Dependencies } from '../app/dependencies.ts';
import { checkAudit } from '../lib/audit/check-audit.ts';
import { escapeHtml } from '../lib/escape-html.ts';
import { checkBooks } from './check-books.ts';

const REPORTED_MAX = 100;

export type ProveBooksDeps = Pick<Dependencies, 'choresDb' | 'log' | 'events' | 'mailer' | 'config'>;

/** @throws the mail server's error, but only after all other work. */
export async function proveBooks({ choresDb, log, events, mailer, config }: ProveBooksDeps): Promise<void> {
	const audit = await checkAudit(choresDb);
	const inAudit = audit.problems[0];
	// The log gets the head, too, because the database owner could seal another history.
	const head = `${audit.count}:${audit.head}`;
	events.note({ source: 'job', what: 'audit', outcome: inAudit ? 'broken' : 'hold', note: inAudit?.rule ?? head });
	log.info({ head }, 'sealed the audit');
	const inBooks = await checkBooks(choresDb);
	const problems = [...inBooks, ...audit.problems];
	const [first] = problems;
	events.note({ source: 'job', what: 'books', outcome: first ? 'broken' : 'hold', note: first?.rule });
	if (!first) return;
	log.error({ problems: problems.slice(0, REPORTED_MAX) }, "the books don't balance");
	const lines = problems.slice(0, REPORTED_MAX).map(({ rule, detail }) => `${rule}: ${detail}`);
	const ways = 'For details, run npm run cli -- check-books and npm run cli -- check-audit.';
	const text = ['The hourly check of the books found problems:', ...lines, ways].join('\n\n');
	await mailer?.send({
		to: config.adminEmail,
		subject: `${config.brand}: the books don't balance`,
		text,
		html: `<pre>${escapeHtml(text)}</pre>`,
	});
}
