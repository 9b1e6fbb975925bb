import type { z } from 'zod';
import { legalDocuments, type toAgree } from '../../../contract/accounts/agreements.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { type DbDeps, inTransaction, type Tx } from '../../lib/db/database.ts';
import type { Caller } from '../../lib/feature.ts';
import { legalTexts } from './legal-texts.ts';
import { insertAgreements, selectAgreements } from './store-agreements.ts';

const FALLBACK = 'en';

export async function agreeBySignUp(
	tx: Tx,
	{ uid, language = FALLBACK, atMs }: { uid: string; language?: string | undefined; atMs: number },
): Promise<void> {
	const ofLanguage = (wanted: string) => [...legalTexts.values()].filter((text) => text.language === wanted);
	const texts = ofLanguage(language);
	await insertAgreements(tx, { uid, texts: texts.length > 0 ? texts : ofLanguage(FALLBACK), at: new Date(atMs) });
}

/** Agreement to the text in one language counts for all languages. */
export function whatToAgree(agreed: readonly string[]): z.output<typeof toAgree> | undefined {
	const current = agreed.map((version) => legalTexts.get(version)?.document);
	const open = legalDocuments.filter((document) => !current.includes(document));
	if (open.length === 0) return undefined;
	const texts = [...legalTexts.values()].filter(({ document }) => open.includes(document));
	const byLanguage = Object.groupBy(texts, ({ language }) => language);
	const versions = Object.entries(byLanguage).map(([language, of = []]) => [
		language,
		of.map(({ version }) => version),
	]);
	return { is_changed: agreed.length > 0, versions: Object.fromEntries(versions) };
}

export type AgreeDeps = DbDeps & { publish: (uid: string) => void };

export async function agreeToDocuments(
	{ db, clock, publish }: AgreeDeps,
	{ versions }: { versions: readonly string[] },
	{ actor: { uid } }: Pick<Caller<'user'>, 'actor'>,
): Promise<CallResult<'agreeToDocuments'>> {
	const texts = versions.flatMap((version) => legalTexts.get(version) ?? []);
	await inTransaction(db, (tx) => insertAgreements(tx, { uid, texts, at: new Date(clock.now()) }));
	publish(uid);
	const agreed = await selectAgreements(db, uid);
	return { to_agree: whatToAgree(agreed.map(({ version }) => version)) ?? null };
}
