import { DatedTable } from '../ui/tables/data-table.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';
import { FullStatementCard } from './full-statement.tsx';
import { threadColumns } from './tickets-page.tsx';

export function UserThreads({ uid }: { uid: string }) {
	return (
		<>
			<DatedTable
				call="adminGetThreads"
				filter={{ uid }}
				labels={{ from: 'Updated from', to: 'Updated to' }}
				columns={threadColumns}
				texts={{ caption: 'Messages', failed: "Couldn't load messages.", empty: 'No messages yet.' }}
			/>
			<Statements uid={uid} />
		</>
	);
}

function Statements({ uid }: { uid: string }) {
	const failed = { failed: "Couldn't load restrictions." };
	const { data, error, retry } = useAdminQuery('adminGetStatements', { uid }, failed);
	return (
		<section className="mt-8 grid gap-3">
			<h2 className="font-bold">Active restrictions</h2>
			{error && <RetryNotice error={error} onRetry={retry} />}
			{data?.items.length === 0 && <p className="text-soft">No active restrictions.</p>}
			<div className="grid items-start gap-4 lg:grid-cols-2">
				{data?.items.map((statement) => (
					<FullStatementCard key={`${statement.kind} ${statement.id}`} statement={statement} names={data.names} />
				))}
			</div>
		</section>
	);
}
