import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { m } from '../../texts/messages.js';
import { Notice, TallLink, withParts } from '../../ui/basics.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { useAccount } from '../account/use-account.ts';
import { AuthError } from '../session/auth-requests.ts';
import { useAuth, useSession } from '../session/session-context.tsx';
import { useWays } from '../session/site-facts.ts';
import { AuthForm, EmailField, emailProblem } from './auth-form.tsx';
import { FormCard, FormPlaceholder } from './auth-page.tsx';
import { readNextPath } from './next-path.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { GoogleButton, OtherWays } from './round-buttons.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { SignedInCard } from './signed-in-card.tsx';
import { useFailedRound } from './use-failed-round.ts';

type SignInFormProps = {
	email: string | undefined;
	reason: string | undefined;
	onStart: () => void;
	onRefused: () => void;
	onDone: () => void;
};

function SignInForm({ email, reason, onStart, onRefused, onDone }: SignInFormProps) {
	const session = useSession();
	const { mail } = useWays();
	const [step, setStep] = useState<'password' | 'second-factor'>('password');
	const [message, setMessage] = useState(reason);
	const [isBanned, setBanned] = useState(false);

	async function signIn(typedEmail: string, password: string): Promise<void> {
		onStart();
		try {
			const outcome = await session.signInWithPassword(typedEmail.trim(), password);
			if (outcome === 'signed-in') onDone();
			else setStep('second-factor');
		} catch (error) {
			onRefused();
			setBanned(error instanceof AuthError && error.code === 'auth/user-disabled');
			throw error;
		}
	}

	function startAgain(problem?: string): void {
		setMessage(problem);
		setStep('password');
	}

	if (step === 'second-factor') return <SecondFactorForm onDone={onDone} onStartAgain={startAgain} />;
	return (
		<>
			{message && (
				<div className="mb-5">
					<Notice tone="error">{message}</Notice>
				</div>
			)}
			<AuthForm
				action={m.common_sign_in()}
				busy={m.identity_signing_in()}
				check={({ password }, form) => ({
					email: emailProblem(form),
					password: password ? undefined : m.identity_password_required(),
				})}
				send={(typed) => signIn(typed.email ?? '', typed.password ?? '')}
				fieldOf={{ 'invalid-email': 'email' }}
			>
				{(problems) => (
					<>
						<EmailField defaultValue={email} problem={problems.email} />
						<PasswordField
							label={m.common_password()}
							name="password"
							autoComplete="current-password"
							problem={problems.password}
						/>
					</>
				)}
			</AuthForm>
			{isBanned && (
				<p className="mt-2 text-center text-sm">
					<TallLink to="/appeal">{m.threads_appeal()}</TallLink>
				</p>
			)}
			{mail && (
				<p className="mt-2 text-center text-sm">
					<TallLink to="/reset-password">{m.identity_forgot_your_password()}</TallLink>
				</p>
			)}
		</>
	);
}

/** In the URL, `next` is the target path, `again` forces a sign-in, `error` marks a failed Google round trip. */
export function SignInWays({ isOwnPage }: { isOwnPage: boolean }) {
	const auth = useAuth();
	const navigate = useNavigate();
	const params = new URLSearchParams(useLocation().search);
	const { google, signUp } = useWays();
	const failedRound = useFailedRound(m.identity_google_failed());
	// Keeps the page unchanged while a sign-in replaces the session.
	const [before, setBefore] = useState<{ uid: string | undefined }>();
	const current = auth.kind === 'signed-in' ? auth.uid : undefined;
	const uid = before ? before.uid : current;
	const account = useAccount(uid);
	const next = readNextPath(params.get('next'));
	const isAgain = params.has('again');

	if (failedRound.isLoading) return <FormPlaceholder title={m.identity_other_ways_to_sign_in()} fields={2} />;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{uid !== undefined && <SignedInCard account={account} isPage={isOwnPage} />}
			{(uid === undefined || isAgain) && (
				<FormCard
					title={uid === undefined ? m.identity_other_ways_to_sign_in() : m.identity_sign_in_again_to_continue()}
				>
					<SignInForm
						email={account?.email}
						reason={failedRound.failure}
						onStart={() => setBefore({ uid })}
						onRefused={() => setBefore(undefined)}
						onDone={() => navigate(next, { replace: true })}
					/>
					<OtherWays>
						{google && <GoogleButton next={next} />}
						<PasskeyButton onStart={() => setBefore({ uid })} onDone={() => navigate(next, { replace: true })} />
					</OtherWays>
				</FormCard>
			)}
			{signUp && uid === undefined && (
				<p className="text-center text-soft">
					{withParts(m.identity_new_here_create_an_account(), {
						link: (text) => <TallLink to="/sign-up">{text}</TallLink>,
					})}
				</p>
			)}
		</div>
	);
}
