import { useNavigate } from 'react-router';
import { currentSubscription } from '../../lib/browser-push.ts';
import { m } from '../../texts/messages.js';
import { showToast } from '../../ui/toast.tsx';
import { useSession } from './session-context.tsx';

export function useSignOut(): () => Promise<void> {
	const session = useSession();
	const navigate = useNavigate();
	return async () => {
		try {
			// Navigate first: on an admin page the guard would redirect a guest to the admin login.
			await navigate('/');
			await session.signOut();
			await currentSubscription().then(
				(subscription) => subscription?.unsubscribe(),
				() => {},
			);
		} catch {
			showToast(m.identity_still_signed_in());
		}
	};
}
