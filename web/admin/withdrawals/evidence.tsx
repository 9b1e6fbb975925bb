import { withdrawalStates } from '../../../contract/admin/lists.ts';
import type { CallResult } from '../../../contract/calls.ts';
import { idInWords, valueInWords } from '../ui/in-words.ts';
import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { ValueList } from '../ui/value-list.tsx';
import { ExactTime } from '../ui/values.tsx';
import { refusalInWords } from './vendor-words.ts';
import { stateInWords } from './withdrawal-state.tsx';

export type EvidenceEvent = CallResult<'adminGetWithdrawal'>['events'][number];

const texts = {
	attempt: (number: string) => `Attempt ${number}: sent to vendor`,
	again: (number: string) => `Attempt ${number}: sent to vendor again`,
	create: 'Vendor response to order',
	cancel: 'Vendor response to cancellation',
	resend: 'Vendor response to resend',
	none: 'Nothing to check with vendor',
	late: 'Late response ignored',
	abandoned: 'Attempt interrupted, checking with vendor',
	staff: (what: string) => `Admin: ${what}`,
	answers: {
		taken: 'accepted',
		exists: 'already exists',
		refused: 'rejected',
		'turned-down': 'rejected',
		'not-now': 'not now',
		unclear: 'unclear',
		found: 'found',
		'no-such-order': 'not found',
		done: 'done',
	} as Readonly<Record<string, string>>,
	deeds: {
		'mark-paid': 'mark as paid',
		'settle-paid': 'settle as paid',
		'settle-refunded': 'settle as refunded',
		'refuse-settlement': 'reject settlement',
		'screening-pay': 'release',
		'screening-refund': 'refund',
		'give-back': 'return to list',
		refuse: 'reject',
	} as Readonly<Record<string, string>>,
};

export function eventInWords({ kind, details }: Pick<EvidenceEvent, 'kind' | 'details'>): string {
	const { answer, to, from } = details as { answer?: { kind?: unknown }; from?: unknown; to?: unknown };
	const state = withdrawalStates.find((one) => one === to);
	const kindText = typeof answer?.kind === 'string' ? `: ${texts.answers[answer.kind] ?? answer.kind}` : '';
	return sentence({ kind, details }) + kindText + (state && to !== from ? ` → ${stateInWords(state)}` : '');
}

function sentence({ kind, details }: Pick<EvidenceEvent, 'kind' | 'details'>): string {
	const { number, isResend, question, deed, outcome, isSigned } = details;
	switch (kind) {
		case 'attempt':
			return (isResend ? texts.again : texts.attempt)(String(number ?? ''));
		case 'answer':
			return question === 'create' || question === 'cancel' || question === 'resend' || question === 'none'
				? texts[question]
				: 'Status check';
		case 'late':
		case 'abandoned':
			return texts[kind];
		case 'callback':
			return isSigned ? 'Signed vendor callback' : 'Unsigned vendor callback';
		case 'screening':
			return outcome === 'went-on' ? 'Released automatically' : 'Put on hold';
		case 'deed':
			return texts.staff(texts.deeds[String(deed)] ?? String(deed ?? '').replaceAll('-', ' '));
	}
}

const WORDED = new Set(['number', 'isResend', 'question', 'deed', 'outcome', 'isSigned', 'from', 'to', 'by']);

const labels: Readonly<Record<string, string>> = { refusal: 'Failure reason', until: 'On hold until' };

export function plainDetails({ details }: Pick<EvidenceEvent, 'details'>): [label: string, value: string][] {
	const isPlain = (value: unknown) => value !== null && typeof value !== 'object';
	return Object.entries(details)
		.filter(([name, value]) => !WORDED.has(name) && isPlain(value))
		.map(([name, value]) => [labels[name] ?? idInWords(name), detailInWords(name, value)]);
}

function detailInWords(name: string, value: unknown): string {
	return name === 'refusal' ? refusalInWords(String(value)) : valueInWords(name, value);
}

const columns: DataColumn<EvidenceEvent & { id: number }>[] = [
	{ title: 'Time', cell: ({ at }) => <ExactTime timeMs={at} /> },
	{ title: 'Event', cell: (event) => <What event={event} /> },
	{ title: 'Count', isNumber: true, cell: ({ times }) => (times > 1 ? times : null) },
];

export function Evidence({ events }: { events: readonly EvidenceEvent[] }) {
	return (
		<>
			<h2 className="mb-3 font-bold">Evidence</h2>
			<DataTable
				columns={columns}
				rows={events.map((event, index) => ({ ...event, id: index }))}
				texts={{ caption: 'Evidence', empty: 'No events yet.' }}
			/>
		</>
	);
}

function What({ event }: { event: EvidenceEvent }) {
	const plain = plainDetails(event);
	return (
		<>
			<span className="font-medium">{eventInWords(event)}</span>
			{plain.map(([label, value]) => (
				<span key={label} className="block text-sm text-soft [overflow-wrap:anywhere]">
					{label}: {value}
				</span>
			))}
			<details className="mt-1 text-xs">
				<summary className="text-soft">Raw data</summary>
				<ValueList value={{ kind: event.kind, ...event.details }} />
			</details>
		</>
	);
}
