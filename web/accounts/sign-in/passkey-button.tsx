import { useSending } from '../../lib/use-sending.ts';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSession } from '../session/session-context.tsx';
import { Or } from './round-buttons.tsx';
import { fetchPasskeyChallenge, signInWithPasskey } from './sign-in-requests.ts';

type PasskeyButtonProps = { onDone: () => void; onStart?: () => void; isOnlyWay?: boolean };

export function PasskeyButton({ onDone, onStart, isOnlyWay = false }: PasskeyButtonProps) {
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
		<>
			{!isOnlyWay && <Or />}
			<Button look="quiet" className="w-full" aria-disabled={isSending || undefined} onClick={() => void signIn()}>
				{isSending ? m.identity_signing_in() : m.identity_passkey_sign_in()}
			</Button>
			{problem && (
				<div className="mt-3">
					<Notice tone="error">{problem}</Notice>
				</div>
			)}
		</>
	);
}
