import { Link, useLocation } from 'react-router';
import { m } from '../../texts/messages.js';

const tabs = [
	{ to: '/offer-history', label: m.history_earned() },
	{ to: '/withdraw-history', label: m.history_withdrawn() },
];

export function HistoryTabs() {
	const { pathname } = useLocation();
	return (
		<nav aria-label={m.app_history()} className="mb-4 flex flex-wrap gap-2">
			{tabs.map(({ to, label }) => {
				const isHere = pathname.toLowerCase().startsWith(to);
				return (
					<Link
						key={to}
						to={to}
						aria-current={isHere ? 'page' : undefined}
						className={`inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-semibold ${isHere ? 'border-transparent bg-tint text-accent' : 'border-edge text-soft hover:text-ink'}`}
					>
						{label}
					</Link>
				);
			})}
		</nav>
	);
}
