import { type ReactNode, useRef } from 'react';
import type { Permission } from '../../../../contract/permissions.ts';
import { messageOf, reasonOf } from '../../../lib/calls/refusal.ts';
import type { Given, Question } from '../actions/action-form.tsx';
import { ActionButton, AdminButton, outcomeUnknown, proposedIn } from '../forms.tsx';

export type BulkAction<Row> = Omit<Question, 'consequence'> & {
	label: string;
	needs: Permission;
	consequence: (rows: readonly Row[]) => ReactNode;
	each: (row: Row, given: Given) => Promise<unknown>;
};

export type Bulk<Row> = {
	noun: readonly [one: string, many: string];
	nameOf: (row: Row) => string;
	actions: readonly BulkAction<Row>[];
};

type BulkBarProps<Row> = { bulk: Bulk<Row>; chosen: readonly Row[]; onClear: () => void; onChooseAll: () => void };

export function BulkBar<Row>({ bulk, chosen, onClear, onChooseAll }: BulkBarProps<Row>) {
	const [one, many] = bulk.noun;
	const text = chosen.length === 1 ? `1 ${one} selected` : `${chosen.length} ${many} selected`;
	const isAny = chosen.length > 0;
	return (
		<fieldset
			className={`mt-3 flex min-h-13 flex-wrap items-center gap-2 rounded-card py-1.5 ${isAny ? 'sticky bottom-2 z-2 border border-line bg-card px-4 raised' : ''}`}
		>
			<legend className="sr-only">{`Actions for selected ${many}`}</legend>
			<span role="status" className="me-2 text-sm text-soft">
				{isAny ? text : `Select ${many} to act on them together.`}
				{!isAny && <span className="pointer-coarse:hidden"> Press X for one, Shift and an arrow key for more.</span>}
			</span>
			{isAny ? (
				<>
					{bulk.actions.map((action) => (
						<BulkButton key={action.label} {...action} {...bulk} rows={chosen} title={`${action.label}: ${text}`} />
					))}
					<AdminButton onClick={onClear}>Clear</AdminButton>
				</>
			) : (
				// Phones hide the table's head.
				<AdminButton className="md:hidden" onClick={onChooseAll}>
					Select all
				</AdminButton>
			)}
		</fieldset>
	);
}

type BulkButtonProps<Row> = BulkAction<Row> & Pick<Bulk<Row>, 'nameOf'> & { rows: readonly Row[]; title: string };

function BulkButton<Row>({ rows, nameOf, consequence, each, ...action }: BulkButtonProps<Row>) {
	// Rows done before a second factor was asked for; the form then runs again.
	const finished = useRef(new Map<Row, unknown>());
	async function run(given: Given): Promise<ReactNode> {
		const refused: { name: string; why: string }[] = [];
		const done = finished.current;
		for (const [n, row] of rows.entries()) {
			if (given.signal.aborted) break;
			given.report(`${n} of ${rows.length} done`);
			if (done.has(row)) continue;
			try {
				done.set(row, await each(row, given));
			} catch (error) {
				if (/^(totp-|second-factor)/.test(reasonOf(error) ?? '')) throw error;
				refused.push({ name: nameOf(row), why: messageOf(error, outcomeUnknown) });
			}
		}
		const waiting = [...done.values()].filter((result) => proposedIn(result)).length;
		const count = done.size - waiting;
		done.clear();
		return <Outcome done={count} waiting={waiting} refused={refused} />;
	}
	return <ActionButton {...action} consequence={consequence(rows)} run={run} />;
}

type OutcomeProps = { done: number; waiting: number; refused: readonly { name: string; why: string }[] };

function Outcome({ done, waiting, refused }: OutcomeProps) {
	return (
		<>
			<p>{`${done} done.${waiting > 0 ? ` ${waiting} need approval.` : ''}`}</p>
			{refused.length > 0 && (
				<>
					<p className="mt-1">{`${refused.length} refused:`}</p>
					<ul className="list-disc ps-5">
						{refused.map(({ name, why }) => (
							<li key={name}>{`${name}: ${why}`}</li>
						))}
					</ul>
				</>
			)}
		</>
	);
}
