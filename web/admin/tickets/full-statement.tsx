import type { FullStatement } from '../../../contract/admin/threads.ts';
import { formatAmount } from '../../lib/format/formats.ts';
import { type Fact, FactCard } from '../ui/fact-list.tsx';
import { idInWords, valueInWords } from '../ui/in-words.ts';
import { ExactTime, UserLink } from '../ui/values.tsx';
import { isScreeningRule, rulesInWords as screeningInWords } from '../withdrawals/screening-words.ts';
import { aboutInWords, rulesInWords } from './words.ts';

type Names = Readonly<Record<string, string>>;

export function FullStatementCard({ statement, names }: { statement: FullStatement; names: Names }) {
	const { kind, id, rule, version, at, automated, decided_by, said, ends_at, object_until, facts, inside } = statement;
	const shown: Fact[] = [
		{ label: 'Rule', value: `${rulesInWords[rule]} (version ${version})` },
		{
			label: 'Decided by',
			value: automated ? (
				'Automatic rule'
			) : decided_by ? (
				<UserLink user={{ uid: decided_by, name: names[decided_by] ?? null }} />
			) : (
				'Our team'
			),
		},
		{ label: 'Date', value: at === null ? 'Unknown' : <ExactTime timeMs={at} /> },
	];
	if (said !== null) shown.push({ label: 'Message to user', value: said });
	if (ends_at !== null) shown.push({ label: 'Ends automatically', value: <ExactTime timeMs={ends_at} /> });
	if (object_until !== null) shown.push({ label: 'Appeal until', value: <ExactTime timeMs={object_until} /> });
	const more = Object.entries({ ...facts, ...inside }).filter(([, value]) => value !== null && value !== '');
	for (const [name, value] of more) shown.push({ label: idInWords(name), value: inWords(name, value) });
	return <FactCard title={aboutInWords({ kind, id })} facts={shown} />;
}

function inWords(name: string, value: unknown): string {
	if (name === 'amount' && typeof value === 'number') return formatAmount(value);
	if (name === 'rules' && Array.isArray(value)) return screeningInWords(value.filter(isScreeningRule));
	return valueInWords(name, value);
}
