import { lazy, Suspense, useEffect, useState } from 'react';
import { onApplicationEvent } from '../../lib/application-events.ts';

const UsernameDialog = lazy(() =>
	import('./username-dialog.tsx').then(({ UsernameDialog }) => ({ default: UsernameDialog })),
);

export function UsernameDialogOpener() {
	const [dialog, setDialog] = useState<'never-wanted' | 'open' | 'proof' | 'closed'>('never-wanted');
	useEffect(() => onApplicationEvent('username-wanted', () => setDialog('open')), []);
	useEffect(() => onApplicationEvent('game-account-proof-wanted', () => setDialog('proof')), []);
	if (dialog === 'never-wanted') return null;
	return (
		<Suspense>
			<UsernameDialog
				isOpen={dialog === 'open' || dialog === 'proof'}
				isProofWanted={dialog === 'proof'}
				onClose={() => setDialog('closed')}
			/>
		</Suspense>
	);
}
