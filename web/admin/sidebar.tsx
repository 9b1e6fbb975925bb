import { useId, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { exportPermissions } from '../../contract/admin/exports.ts';
import type { Permission } from '../../contract/permissions.ts';
import { useMay } from '../lib/staff-role.tsx';

const texts = { label: 'Admin area', menu: 'Menu' };

type SidebarEntry = { label: string; to: string; needs?: readonly Permission[] };

const exportsNeed = Object.values(exportPermissions);

/** The specification's entries in its order (section 2), then ours. */
const entries: readonly SidebarEntry[] = [
	{ label: 'Dashboard', to: '/admin' },
	{ label: 'Users', to: '/admin/users' },
	{ label: 'Fraud check', to: '/admin/fraud' },
	{ label: 'Recent actions', to: '/admin/actions' },
	{ label: 'Logs', to: '/admin/logs' },
	{ label: 'Withdrawals', to: '/admin/withdrawals' },
	{ label: 'Offerwalls', to: '/admin/offerwalls' },
	{ label: 'Promo codes', to: '/admin/promo-codes' },
	{ label: 'Staff', to: '/admin/staff', needs: ['read-staff'] },
	{ label: 'Export', to: '/admin/export', needs: exportsNeed },
];

export function Sidebar() {
	const may = useMay();
	const listId = useId();
	const { pathname } = useLocation();
	const [openedAt, setOpenedAt] = useState<string>();
	const isOpen = openedAt === pathname;
	const here = entryAt(pathname);
	return (
		<nav
			aria-label={texts.label}
			className="max-md:mb-6 max-md:rounded-card max-md:border max-md:border-line max-md:bg-card md:sticky md:top-26 md:self-start"
			onKeyDown={(event) => event.key === 'Escape' && setOpenedAt(undefined)}
		>
			<button
				type="button"
				aria-expanded={isOpen}
				aria-controls={listId}
				onClick={() => setOpenedAt(isOpen ? undefined : pathname)}
				className="flex min-h-12 w-full items-center justify-between px-4 font-semibold md:hidden"
			>
				<span>
					<span className="text-soft">{texts.menu}</span> · {here}
				</span>
				<span aria-hidden="true" className={`text-soft ${isOpen ? 'rotate-180' : ''}`}>
					▾
				</span>
			</button>
			<ul id={listId} className={`grid gap-1 max-md:p-2 ${isOpen ? '' : 'max-md:hidden'}`}>
				{entries
					.filter(({ needs = [undefined] }) => may(...needs))
					.map((entry) => (
						<li key={entry.label}>
							<Entry label={entry.label} to={entry.to} isHere={entry.label === here} />
						</li>
					))}
			</ul>
		</nav>
	);
}

function Entry({ label, to, isHere }: Pick<SidebarEntry, 'label' | 'to'> & { isHere: boolean }) {
	return (
		<Link
			to={to}
			aria-current={isHere ? 'page' : undefined}
			className={`flex min-h-11 items-center rounded-control px-3.5 font-medium ${isHere ? 'bg-tint text-accent' : 'text-ink hover:bg-sunken'}`}
		>
			{label}
		</Link>
	);
}

function entryAt(pathname: string): string {
	const isUnder = ({ to }: SidebarEntry) => to !== '/admin' && pathname.toLowerCase().startsWith(to);
	return (entries.find(isUnder) ?? entries[0])?.label ?? '';
}
