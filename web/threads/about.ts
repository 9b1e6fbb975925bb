import type { StatementKind } from '../../contract/accounts/statements.ts';
import type { ThreadAbout } from '../../contract/accounts/threads.ts';
import { m } from '../texts/messages.js';

export const aboutTexts: Record<StatementKind, string> = {
	ban: m.threads_about_ban(),
	pause: m.threads_about_pause(),
	withdrawal: m.threads_about_withdrawal(),
	hold: m.threads_about_hold(),
	reversal: m.threads_about_reversal(),
	claim: m.threads_about_claim(),
	review: m.threads_about_review(),
};

/** Parses `?about=withdrawal:W-1` or `?about=pause`. @returns undefined for kinds that users cannot object to. */
export function aboutIn(text: string | null): ThreadAbout | undefined {
	const [kind = '', ...id] = (text ?? '').split(':');
	if (!Object.hasOwn(aboutTexts, kind)) return undefined;
	return { kind: kind as StatementKind, id: id.join(':') || null };
}
