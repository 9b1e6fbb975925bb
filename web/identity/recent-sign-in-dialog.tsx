import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { GoogleButton } from './google-button.tsx';
import { OwnPasswordForm } from './own-password-form.tsx';
import { type Question, rejectAsWrongPassword } from './recent-sign-in.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useSession } from './session-context.tsx';

type RecentSignInDialogProps = { question: Question; onClose: (isSignedIn: boolean) => Promise<void> };

/** Asks whoever is there to sign in again, in the ways that their account has. */
export function RecentSignInDialog({ question, onClose }: RecentSignInDialogProps) {
	const session = useSession();
	const { account, place } = question;
	const [step, setStep] = useState(question.step);
	const [isOpen, setOpen] = useState(true);

	/** Closing the dialog also runs this, once more. */
	async function finish(isSignedIn: boolean): Promise<void> {
		if (!isOpen) return;
		setOpen(false);
		// The password alone has taken the session before away: without the code nobody is signed in.
		if (!isSignedIn && step === 'second-factor') await session.enter().catch(() => {});
		await onClose(isSignedIn);
	}

	async function signIn(password: string): Promise<void> {
		const outcome = await session.signInWithPassword(account.email, password).catch(rejectAsWrongPassword);
		if (outcome === 'second-factor-wanted') setStep('second-factor');
		else await finish(true);
	}

	return (
		<Dialog isOpen={isOpen} title="Is it still you?" onClose={() => void finish(false)}>
			<p className="mt-2 mb-5 text-soft">
				{step === 'sign-in'
					? 'You signed in a while ago. Sign in once more, and we carry on where you are.'
					: 'Your password is right. Your authenticator app has the code for the second step.'}
			</p>
			{step === 'second-factor' ? (
				<SecondFactorForm onDone={() => void finish(true)} />
			) : (
				<>
					{account.hasPassword && <OwnPasswordForm account={account} action="Continue" onSend={signIn} />}
					{account.hasGoogle && <GoogleButton next={placeHere(place)} isOnlyWay={!account.hasPassword} />}
					<AppHint isOnlyWay={!account.hasPassword && !account.hasGoogle} />
				</>
			)}
		</Dialog>
	);
}

/** Where Google brings people back to. */
function placeHere(place: string | undefined): string {
	return location.pathname + (place ? `#${place}` : '');
}

function AppHint({ isOnlyWay }: { isOnlyWay: boolean }) {
	const session = useSession();
	if (!isOnlyWay) {
		return (
			<p className="mt-4 text-sm text-soft">
				Did you come here from the app? You can also sign out here and tap Withdraw in the app again.
			</p>
		);
	}
	return (
		<>
			<p>
				You came here from the app. Sign out here and tap Withdraw in the app again: for ten minutes after that, you can
				change what you wanted to.
			</p>
			<Button className="mt-4" onClick={() => void session.signOut().catch(() => {})}>
				Sign out
			</Button>
		</>
	);
}
