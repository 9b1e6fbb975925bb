import { createHash } from 'node:crypto';
import { type LegalDocument, legalDocuments } from '../../../contract/accounts/agreements.ts';
import { AGE_MIN_YEARS } from '../../../contract/limits.ts';
import { retention } from '../../../contract/site/retention.ts';
import { catalogues } from '../../lib/language/language.ts';

export type LegalText = { document: LegalDocument; language: string; version: string; text: object };

/**
 * Leaves out the effective date, which is always the reader's current day, and keeps placeholders for the operator's
 * names.
 */
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
