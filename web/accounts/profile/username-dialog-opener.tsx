import { lazy, Suspense, useEffect, useState } from 'react';
import { onApplicationEvent } from '../../lib/application-events.ts';

const UsernameDialog = lazy(() =>
	import('./username-dialog.tsx').then(({ UsernameDialog }) => ({ default: UsernameDialog })),
);

/** Opens the username dialog on the application event `username-wanted`. Most visits never load it. */
export function UsernameDialogOpener() {
	const [dialog, setDialog] = useState<'never-wanted' | 'open' | 'closed'>('never-wanted');
	useEffect(() => onApplicationEvent('username-wanted', () => setDialog('open')), []);
	if (dialog === 'never-wanted') return null;
	return (
		<Suspense>
			<UsernameDialog isOpen={dialog === 'open'} onClose={() => setDialog('closed')} />
		</Suspense>
	);
}
