import { type DataColumn, DataTable } from '../ui/tables/data-table.tsx';
import { ValueList } from '../ui/value-list.tsx';
import { ExactTime } from '../ui/values.tsx';
import { type EvidenceEvent, eventInWords, plainDetails } from './evidence-words.ts';

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
			<details className="mt-1">
				<summary className="text-xs text-soft">Raw data</summary>
				<ValueList value={{ kind: event.kind, ...event.details }} />
			</details>
		</>
	);
}
