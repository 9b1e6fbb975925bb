import { useState } from 'react';
import { m } from '../../texts/messages.js';
import { Button } from '../../ui/basics.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OwnPasswordForm } from '../account/own-password-form.tsx';
import { PasskeyButton } from '../sign-in/passkey-button.tsx';
import { GoogleButton, OtherWays, ProviderButton } from '../sign-in/round-buttons.tsx';
import { SecondFactorForm } from '../sign-in/second-factor-form.tsx';
import { type Question, rejectAsWrongPassword } from './recent-sign-in.tsx';
import { useSession } from './session-context.tsx';

type RecentSignInDialogProps = { question: Question; onClose: (isSignedIn: boolean) => Promise<void> };

export function RecentSignInDialog({ question, onClose }: RecentSignInDialogProps) {
	const session = useSession();
	const { account, place } = question;
	const isLinked = account.provider?.isLinked ?? false;
	const hasOtherWay = account.hasGoogle || isLinked || account.hasPasskey;
	const [step, setStep] = useState(question.step);
	const [isOpen, setOpen] = useState(true);

	async function finish(isSignedIn: boolean): Promise<void> {
		if (!isOpen) return;
		setOpen(false);
		// The password step ended the previous session.
		if (!isSignedIn && step === 'second-factor' && !question.isStepUp) await session.enter().catch(() => {});
		await onClose(isSignedIn);
	}

	async function signIn(password: string): Promise<void> {
		const outcome = await session.signInWithPassword(account.email, password).catch(rejectAsWrongPassword);
		if (outcome === 'second-factor-wanted') setStep('second-factor');
		else await finish(true);
	}

	return (
		<Dialog isOpen={isOpen} title={m.identity_is_it_still_you()} onClose={() => void finish(false)}>
			<p className="mt-2 mb-5 text-soft">
				{step === 'sign-in'
					? m.identity_you_signed_in_a_while()
					: question.isStepUp
						? m.refusal_second_factor_needed()
						: m.identity_your_password_is_right()}
			</p>
			{step === 'second-factor' ? (
				<SecondFactorForm onDone={() => void finish(true)} />
			) : (
				<>
					{account.hasPassword && <OwnPasswordForm account={account} action={m.common_continue()} onSend={signIn} />}
					{hasOtherWay && (
						<OtherWays isOnlyWay={!account.hasPassword}>
							{account.hasGoogle && <GoogleButton next={placeHere(place)} />}
							{isLinked && <ProviderButton next={placeHere(place)} isAgain />}
							{account.hasPasskey && <PasskeyButton onDone={() => void finish(true)} />}
						</OtherWays>
					)}
					<AppHint isOnlyWay={!account.hasPassword && !hasOtherWay} />
				</>
			)}
		</Dialog>
	);
}

const placeHere = (place: string | undefined): string => location.pathname + (place ? `#${place}` : '');

function AppHint({ isOnlyWay }: { isOnlyWay: boolean }) {
	const session = useSession();
	if (!isOnlyWay) return <p className="mt-4 text-sm text-soft">{m.identity_did_you_come_here()}</p>;
	return (
		<>
			<p>{m.identity_you_came_here()}</p>
			<Button className="mt-4" onClick={() => void session.signOut().catch(() => {})}>
				{m.common_sign_out()}
			</Button>
		</>
	);
}
