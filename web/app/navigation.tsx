import { Link, useLocation } from 'react-router';
import { m } from '../texts/messages.js';
import { Icon, PersonIcon } from '../ui/icons.tsx';

const navigationIcons = {
	earn: (
		<Icon>
			<ellipse cx="12" cy="6.5" rx="7" ry="3" />
			<path d="M5 6.5v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V6.5M5 12v5.5c0 1.7 3.1 3 7 3s7-1.3 7-3V12" />
		</Icon>
	),
	withdraw: (
		<Icon>
			<path d="M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v2a2 2 0 0 0 0 4v2a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-2a2 2 0 0 0 0-4V8ZM12 15V9.5M9.5 11.5 12 9l2.5 2.5" />
		</Icon>
	),
	history: (
		<Icon>
			<path d="M4 12a8 8 0 1 1 2.5 5.8M4 12l-1.5-2M4 12l2-1.5M12 8v4.5l3 1.5" />
		</Icon>
	),
	account: <PersonIcon />,
};

const entries = [
	{ to: '/earn', label: m.common_earn(), icon: navigationIcons.earn, covers: /^\/earn(\/|$)/i },
	{ to: '/withdraw', label: m.common_withdraw(), icon: navigationIcons.withdraw, covers: /^\/withdraw\/?$/i },
	{
		to: '/offer-history',
		label: m.app_history(),
		icon: navigationIcons.history,
		covers: /^\/(offer|withdraw)-history\/?$/i,
	},
	{ to: '/account', label: m.common_account(), icon: navigationIcons.account, covers: /^\/(delete-)?account\/?$/i },
];

export function Navigation({ fillsView }: { fillsView: boolean | undefined }) {
	const { pathname } = useLocation();
	return (
		<nav
			aria-label={m.app_main_navigation()}
			className={`max-sm:@container max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:border-line max-sm:bg-paper max-sm:pb-[env(safe-area-inset-bottom)] sm:max-lg:order-last sm:max-lg:-mx-3 sm:max-lg:basis-full ${fillsView ? 'max-lg:hidden' : 'bottom-bar'}`}
		>
			<ul className="grid grid-cols-4 @max-[17rem]:grid-cols-2 sm:flex">
				{entries.map(({ to, label, icon, covers }) => (
					<li key={to} className="min-w-0">
						<Entry to={to} label={label} icon={icon} isHere={covers.test(pathname)} />
					</li>
				))}
			</ul>
		</nav>
	);
}

type EntryProps = Pick<(typeof entries)[number], 'to' | 'label' | 'icon'> & { isHere: boolean };

function Entry({ to, label, icon, isHere }: EntryProps) {
	return (
		<Link
			to={to}
			aria-current={isHere ? 'page' : undefined}
			className={`relative flex items-center font-semibold hover:text-ink max-sm:min-h-15 max-sm:flex-col max-sm:justify-center max-sm:px-1 @max-[17rem]:min-h-[1.875rem]! @max-[17rem]:flex-row! @max-[17rem]:gap-2 max-sm:text-[clamp(0.6875rem,3.2vw,0.75rem)] max-sm:leading-tight sm:min-h-11 sm:px-3 sm:text-sm ${isHere ? 'here text-accent' : 'text-soft'}`}
		>
			<span aria-hidden="true" className="sm:hidden @max-[17rem]:[&_svg]:size-[1.2em]">
				{icon}
			</span>
			<span className="max-w-full text-center hyphens-auto max-sm:[overflow-wrap:anywhere]">{label}</span>
		</Link>
	);
}
