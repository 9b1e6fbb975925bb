import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { SearchButton } from '../search/search-button.tsx';
import { EnvironmentBadge, WhoIAm } from './who-and-where.tsx';

const ROOM = 'admin-bar';

export function AdminBar() {
	const [room, setRoom] = useState<HTMLElement | null>(null);
	useEffect(() => setRoom(document.getElementById(ROOM)), []);
	return room && createPortal(<Bar />, room);
}

function Bar() {
	return (
		<div lang="en" dir="ltr" className="flex min-h-11 items-center justify-end gap-4">
			<span className="flex min-w-0 sm:flex-1 md:ps-14">
				<SearchButton />
			</span>
			<span className="max-md:hidden">
				<EnvironmentBadge />
			</span>
			<span className="min-w-0 max-w-56 border-s border-line ps-4 max-md:hidden">
				<WhoIAm />
			</span>
		</div>
	);
}
