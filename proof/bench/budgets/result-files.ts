import { readFile } from 'node:fs/promises';
import { type AdminResult, adminFindings } from '../admin/bench-admin.ts';
import { findingsOf } from '../credits/findings.ts';
import type { Figures } from '../credits/measure-credits.ts';
import { type ExportResult, exportFindings } from '../export/bench-export.ts';
import type { Finding } from '../lib/report.ts';
import { type OffersResult, offersFindings } from '../offers/bench-offers.ts';
import { type ProofResult, proofFindings } from '../proof/bench-proof.ts';
import type { PageResult } from '../web/format-pages.ts';

export const resultFiles: { bench: string; file: string; read(path: string): Promise<Finding[]> }[] = [
	{ bench: 'credits', file: 'credits.json', read: async (path) => findingsOf(await read<Figures>(path)) },
	{ bench: 'withdrawals', file: 'withdrawals-all.json', read: async (path) => withdrawalFindings(await read(path)) },
	{ bench: 'admin', file: 'admin.json', read: async (path) => adminFindings(await read<AdminResult>(path)) },
	{ bench: 'offers', file: 'offers.json', read: async (path) => offersFindings(await read<OffersResult>(path)) },
	{ bench: 'export', file: 'export.json', read: async (path) => exportFindings(await read<ExportResult>(path)) },
	{ bench: 'proof', file: 'proof.json', read: async (path) => proofFindings(await read<ProofResult>(path)) },
	{
		bench: 'web',
		file: 'web.json',
		read: async (path) => (await read<{ results: PageResult[] }>(path)).results.map(pageFinding),
	},
];

async function read<Result>(path: string): Promise<Result> {
	return JSON.parse(await readFile(path, 'utf8')) as Result;
}

type WithdrawalsResult = { accepted: number; seconds: number; latency: { p99: number }; platform: { p99: number } };

const WITHDRAWALS_P99_MS = 30;

function withdrawalFindings({ accepted, seconds, latency, platform }: WithdrawalsResult): Finding[] {
	return [
		{
			what: `p99 of accepting ${Math.round(accepted / seconds)} withdrawals a second`,
			budget: `${WITHDRAWALS_P99_MS} ms`,
			measured: `${latency.p99} ms, of the platform ${platform.p99} ms`,
			ratio: WITHDRAWALS_P99_MS / latency.p99,
		},
	];
}

function pageFinding({ path, scores, budget, scriptAndStyle }: PageResult): Finding {
	return {
		what: `Lighthouse ${path}, ${(scriptAndStyle / 1000).toFixed(0)} kB`,
		budget: budget.join('/'),
		measured: scores.join('/'),
		ratio: Math.min(...scores.map((score, index) => score / (budget[index] ?? 100))),
	};
}
