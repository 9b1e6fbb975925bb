import { sql } from 'kysely';
import { type Database, rowsOf, type Tx } from '../../lib/db/database.ts';
import type { LegalText } from './legal-texts.ts';

export async function insertAgreements(
	tx: Tx,
	{ uid, texts, at }: { uid: string; texts: readonly LegalText[]; at: Date },
): Promise<void> {
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

export type AgreementRow = { document: string; language: string; version: string; at: Date };

export function selectAgreements(db: Database | Tx, uid: string): Promise<AgreementRow[]> {
	return rowsOf<AgreementRow>(db)`
		select t.document, t.language, a.version, a.at from agreements a join legal_texts t using (version)
		where a.uid = ${uid} order by a.at, t.document
	`;
}
