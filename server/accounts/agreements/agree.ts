import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type LegalDocument, legalDocuments, type toAgree } from '../../../contract/accounts/agreements.ts';
import { AGE_MIN_YEARS } from '../../../contract/limits.ts';
import { retention } from '../../../contract/site/retention.ts';
import type { UserCall } from '../../lib/call-handler.ts';
import { type Database, type DbDeps, inTransaction, rowsOf, type Tx } from '../../lib/db/database.ts';
import { catalogues } from '../../lib/language/language.ts';

type LegalText = { document: LegalDocument; language: string; version: string; text: object };

/** Leaves out the effective date, always the reader's current day, and keeps the placeholders of names. */
export function readLegalText(
	document: LegalDocument,
	language: string,
	catalogue: Record<string, unknown>,
): LegalText {
	const texts = Object.entries(catalogue).filter(([key]) => key.startsWith(`${document}_`));
	const figures = document === 'privacy' ? { retention, AGE_MIN_YEARS } : { AGE_MIN_YEARS };
	const text = { ...Object.fromEntries(texts.sort(([one], [other]) => (one < other ? -1 : 1))), figures };
	const version = createHash('sha256').update(JSON.stringify(text)).digest('hex');
	return { document, language, version, text };
}

export const legalTexts: ReadonlyMap<string, LegalText> = new Map(
	[...catalogues]
		.flatMap(([language, catalogue]) => legalDocuments.map((document) => readLegalText(document, language, catalogue)))
		.map((text) => [text.version, text]),
);

async function insertAgreements(tx: Tx, { uid, texts, at }: { uid: string; texts: readonly LegalText[]; at: Date }) {
	for (const { version, document, language, text } of texts) {
		await sql`
			insert into legal_texts (version, document, language, text, first_at)
			values (${version}, ${document}, ${language}, ${JSON.stringify(text)}, ${at}) on conflict do nothing
		`.execute(tx);
		await sql`
			insert into agreements (uid, version, at)
			select id, ${version}, ${at} from auth_user where id = ${uid} on conflict do nothing
		`.execute(tx);
	}
}

type AgreementRow = { document: string; language: string; version: string; at: Date };

export function selectAgreements(db: Database | Tx, uid: string): Promise<AgreementRow[]> {
	return rowsOf<AgreementRow>(db)`
		select t.document, t.language, a.version, a.at from agreements a join legal_texts t using (version)
		where a.uid = ${uid} order by a.at, t.document
	`;
}

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

export const agreeToDocuments: UserCall<'agreeToDocuments', AgreeDeps> = async (deps, input, { actor: { uid } }) => {
	const { db, clock, publish } = deps;
	const texts = input.versions.flatMap((version) => legalTexts.get(version) ?? []);
	await inTransaction(db, (tx) => insertAgreements(tx, { uid, texts, at: new Date(clock.now()) }));
	publish(uid);
	const agreed = await selectAgreements(db, uid);
	return { to_agree: whatToAgree(agreed.map(({ version }) => version)) ?? null };
};
