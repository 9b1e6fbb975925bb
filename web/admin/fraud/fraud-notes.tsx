import { useState } from 'react';
import { ExactTime } from '../ui/values.tsx';
import { RetryNotice, useAdminQuery } from '../use-admin-query.tsx';

const countText = (count: number) => (count === 1 ? '1 note' : `${count} notes`);

export function FraudNotes({ uid, count }: { uid: string; count: number }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details className="text-start" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
			<summary className="cursor-pointer py-1.5 font-semibold text-accent">{countText(count)}</summary>
			{isOpen && <Notes uid={uid} />}
		</details>
	);
}

function Notes({ uid }: { uid: string }) {
	const { data, error, retry } = useAdminQuery('adminGetFraudNotes', { uid }, { failed: "Couldn't load notes." });
	if (error && !data) return <RetryNotice error={error} onRetry={retry} />;
	return (
		<ul className="grid gap-2" aria-busy={!data}>
			{data?.map(({ id, at, by, text }) => (
				<li key={id}>
					{text}
					<span className="block text-xs text-soft">
						{by} · <ExactTime timeMs={at} />
					</span>
				</li>
			))}
		</ul>
	);
}
