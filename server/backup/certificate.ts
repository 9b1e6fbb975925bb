import { text } from 'node:stream/consumers';
import type { BookProblem } from '../ledger/check-ledger.ts';
import { certificatesOf } from './layout.ts';
import { type Manifest, putText } from './manifest.ts';
import type { BackupStore } from './stores/backup-store.ts';

export type Certificate = {
	site: string;
	backup: string;
	proven_at: string;
	took_ms: number;
	decrypted: boolean;
	files: number;
	bytes: number;
	/** WAL segments verified in addition to those of the backup itself. */
	wal_segments: number;
	transfers: number;
	last_transfer: Manifest['last_transfer'];
	totals: Manifest['totals'];
	problems: readonly string[];
};

export async function storeCertificate(store: BackupStore, certificate: Certificate): Promise<void> {
	const name = `${certificate.proven_at.replace(/[-:]/g, '').replace(/\.\d+/, '')}-${certificate.backup}`;
	const contents = `${JSON.stringify(certificate, null, '\t')}\n`;
	await putText(store, `${certificatesOf(certificate.site)}${name}.json`, contents);
}

const LOOKED_AT = 20;

export async function findDecryption(store: BackupStore, site: string): Promise<Date | undefined> {
	const files = (await store.list(certificatesOf(site))).slice(-LOOKED_AT).reverse();
	for (const { name } of files) {
		const certificate: unknown = await text(await store.read(name)).then(JSON.parse, () => undefined);
		const { decrypted, problems, proven_at } = (certificate ?? {}) as Record<string, unknown>;
		if (decrypted === true && Array.isArray(problems) && problems.length === 0) return new Date(String(proven_at));
	}
	return undefined;
}

export function inWords(certificate: Certificate): string {
	const { backup, problems, transfers, last_transfer, totals, took_ms, files, wal_segments } = certificate;
	const seconds = Math.round(took_ms / 1000);
	if (problems.length > 0) {
		return [`NOT PROVEN: ${backup} (after ${seconds} s)`, ...problems.map((problem) => `  - ${problem}`)].join('\n');
	}
	return [
		`PROVEN: ${backup} was restored in ${seconds} s, and its books balance.`,
		`  files             ${files}, all intact`,
		`  WAL               ${wal_segments} segments, no gaps`,
		`  transfers         ${transfers}${last_transfer ? ` (last: ${last_transfer.id} at ${last_transfer.at})` : ''}`,
		...Object.entries(totals).map(([account, total]) => `  ${account.padEnd(18)}${inRobux(total)}`),
	].join('\n');
}

export function problemsInWords(problems: readonly BookProblem[]): string[] {
	return problems.map(({ rule, detail }) => `The books don't balance: ${rule} (${detail})`);
}

function inRobux(hundredths: string): string {
	const sign = hundredths.startsWith('-') ? '-' : '';
	const digits = hundredths.replace('-', '').padStart(3, '0');
	return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)} R$`;
}
