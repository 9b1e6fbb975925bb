import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { useSession } from '../session/session-context.tsx';
import { WayButton } from './round-buttons.tsx';
import { fetchPasskeyChallenge, signInWithPasskey } from './sign-in-requests.ts';

export function PasskeyButton({ onDone, onStart }: { onDone: () => void; onStart?: () => void }) {
	const session = useSession();
	const { problem, isSending, send } = useSending(m.refusal_auth_internal_error());

	const signIn = () =>
		send(async () => {
			const [{ askPasskey }, { options }] = await Promise.all([import('./passkey.ts'), fetchPasskeyChallenge()]);
			await signInWithPasskey(await askPasskey('use', options));
			onStart?.();
			await session.enter();
			onDone();
		});

	return (
		<WayButton
			label={isSending ? m.identity_signing_in() : m.identity_passkey_sign_in()}
			isBusy={isSending}
			problem={problem}
			onClick={signIn}
		/>
	);
}
