import { useState } from 'react';
import {
	EXPORT_ROWS_HEADER,
	type ExportTable,
	exportPermissions,
	exportTables,
} from '../../../contract/admin/exports.ts';
import { useReadData } from '../../lib/calls/clients.tsx';
import type { ReadData } from '../../lib/calls/read-data.ts';
import { messageOf } from '../../lib/calls/refusal.ts';
import { inThousands } from '../../lib/format/formats.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useMay } from '../../lib/staff-role.tsx';
import { Button, Notice } from '../../ui/basics.tsx';

/** `share` is the server's estimate, from 0 to 1. */
type ExportProgress = { rows: number; bytes: number; share: number };

/** File System Access API; other browsers buffer the file in memory. */
type SavePicker = (options: { suggestedName: string }) => Promise<{ createWritable(): Promise<WritableStream> }>;

const LINE_END = 10;
const SHOWN_EVERY_MS = 150;

/** Streams a table to disk where supported. @returns undefined if no file was picked. Rejects if aborted. */
async function saveExport(
	readData: ReadData,
	file: string,
	show: (progress: ExportProgress) => void,
	signal: AbortSignal,
): Promise<ExportProgress | undefined> {
	// The picker opens first, because browsers allow it only right after a click.
	const target = await pickFile(file);
	if (target === 'none') return undefined;
	const answer = await readData(`/data/admin/export/${file}`, signal);
	const counted = countRows(Number(answer.headers.get(EXPORT_ROWS_HEADER)), show);
	const body = answer.body?.pipeThrough(counted.through) ?? new ReadableStream();
	if (target) await body.pipeTo(await target.createWritable(), { signal });
	else saveFile(file, await new Response(body).blob());
	return { ...counted.progress, share: 1 };
}

async function pickFile(suggestedName: string) {
	const { showSaveFilePicker } = globalThis as { showSaveFilePicker?: SavePicker };
	if (!showSaveFilePicker) return undefined;
	try {
		return await showSaveFilePicker({ suggestedName });
	} catch (error) {
		if (error instanceof DOMException && error.name === 'AbortError') return 'none';
		return undefined;
	}
}

function countRows(estimated: number, show: (progress: ExportProgress) => void) {
	let shownAt = 0;
	const progress = { rows: -1, bytes: 0, share: 0 };
	const through = new TransformStream<Uint8Array, Uint8Array>({
		transform(piece, controller) {
			for (const byte of piece) if (byte === LINE_END) progress.rows += 1;
			progress.bytes += piece.byteLength;
			progress.share = estimated > 0 ? Math.min(progress.rows / estimated, 0.99) : 0;
			const now = performance.now();
			if (now - shownAt > SHOWN_EVERY_MS) {
				shownAt = now;
				show({ ...progress, rows: Math.max(progress.rows, 0) });
			}
			controller.enqueue(piece);
		},
	});
	return { through, progress };
}

const tables = {
	users: ['Users', 'Accounts with balances and totals.'],
	transfers: ['Transfers', 'Every ledger entry: earnings, reversals, payouts and adjustments.'],
	withdrawals: ['Withdrawals', 'Every order and its status.'],
	'order-events': ['Order history', "Every step of every order, with the vendor's answers."],
	callbacks: ['Postbacks', 'Requests from offerwalls as received, without secrets.'],
	'held-credits': ['Held rewards', 'Rewards that are or were on hold, by offerwall and transaction.'],
	chargebacks: ['Chargebacks', 'Reversals that count against a user, and forgiven ones.'],
	actions: ['Actions', 'Actions by admins and automatic rules.'],
	adjustments: ['Adjustments', 'Changes to balances by admins, proposed or booked.'],
	proposals: ['Proposals', 'Requests for approval and their outcome.'],
	'promo-codes': ['Promo codes', 'Every code and its number of uses.'],
	'promo-redemptions': ['Redemptions', 'Who used which code, with network and device.'],
	'fraud-cases': ['Fraud cases', 'Every case with its signals and notes.'],
	'manual-payouts': ['Manual payouts', 'Who took which order, and the purchase.'],
	settlements: ['Settlements', 'Orders that two admins closed because the vendor had no record.'],
	differences: ['Differences', "Differences between our books and a vendor's, with findings."],
	log: ['Logs', 'Sign-ins, account activity, rejected requests, vendor calls, jobs and email of the last 90 days.'],
	'yearly-totals': ['Yearly totals', 'Per user and year: earned, withdrawn, promotions and adjustments.'],
} satisfies Record<ExportTable, [string, string]>;
const rowsText = (rows: number, bytes: number) => `${inThousands(rows)} rows, ${(bytes / 1e6).toFixed(1)} MB`;
const savedText = (file: string, rows: string) => `Saved ${file} (${rows}).`;

export default function ExportPage() {
	const may = useMay();
	return (
		<ul className="grid gap-3">
			{exportTables
				.filter((table) => may(exportPermissions[table]))
				.map((table) => (
					<li key={table} className="rounded-card border border-line bg-card p-5 raised">
						<TableExport table={table} />
					</li>
				))}
		</ul>
	);
}

type State =
	| { kind: 'idle' }
	| { kind: 'running'; progress: ExportProgress; stop: () => void }
	| { kind: 'saved'; progress: ExportProgress }
	| { kind: 'failed'; message: string };

function TableExport({ table }: { table: ExportTable }) {
	const readData = useReadData();
	const [state, setState] = useState<State>({ kind: 'idle' });
	const [title, about] = tables[table];
	const file = `${table}.csv`;
	const way = state.kind === 'running' ? 'Stop' : 'Download';

	async function download(): Promise<void> {
		const controller = new AbortController();
		const stop = () => controller.abort();
		const show = (progress: ExportProgress) => setState({ kind: 'running', progress, stop });
		show({ rows: 0, bytes: 0, share: 0 });
		try {
			const progress = await saveExport(readData, file, show, controller.signal);
			setState(progress ? { kind: 'saved', progress } : { kind: 'idle' });
		} catch (error) {
			const message = messageOf(error, 'The export stopped early and the file is incomplete. Try again.');
			setState(controller.signal.aborted ? { kind: 'idle' } : { kind: 'failed', message });
		}
	}

	return (
		<div className="grid gap-3">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<div className="min-w-0">
					<h2 className="font-bold tracking-tight">{title}</h2>
					<p className="text-sm text-soft">{about}</p>
				</div>
				<Button look="quiet" aria-label={`${way} ${title}`} onClick={state.kind === 'running' ? state.stop : download}>
					{way}
				</Button>
			</div>
			{state.kind === 'running' && (
				<div>
					<progress className="w-full" aria-label={title} max={1} value={state.progress.share} />
					<p className="text-sm text-soft figures">{rowsText(state.progress.rows, state.progress.bytes)}</p>
				</div>
			)}
			{state.kind === 'failed' && <Notice tone="error">{state.message}</Notice>}
			<p role="status" className="text-sm text-soft empty:hidden">
				{state.kind === 'saved' && savedText(file, rowsText(state.progress.rows, state.progress.bytes))}
			</p>
		</div>
	);
}
