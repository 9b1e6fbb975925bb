import { useState } from 'react';
import { Link, Navigate, useLocation } from 'react-router';
import { signInMessages } from '../../contract/sign-in-messages.ts';
import { useUserDocument } from '../lib/clients.tsx';
import { buttonLook, textLinkLook } from '../ui/button.tsx';
import { AgeForm } from './age-form.tsx';
import { FormCard, FormPlaceholder, Outcome } from './auth-page.tsx';
import { GoogleButton } from './google-button.tsx';
import { readNextPath } from './next-path.ts';
import { useAuth } from './session-context.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import { SignedInCard } from './signed-in-card.tsx';
import { useWays } from './site-facts.ts';
import { useAccount } from './use-account.ts';

/**
 * Below the heading: the form; or with `?step=age` the question that is left after a first sign-in with Google; or who is
 * signed in already.
 */
export function SignUpSteps() {
	const auth = useAuth();
	const params = new URLSearchParams(useLocation().search);
	const ways = useWays();
	const [refusal, setRefusal] = useState<string>();
	const [isUsed, setUsed] = useState(false);
	const uid = auth.kind === 'signed-in' ? auth.uid : undefined;

	if (refusal) return <Refused sentence={refusal} />;
	if (params.get('step') === 'age' && uid !== undefined) return <AgeStep onRefused={setRefusal} />;
	if (uid !== undefined && !isUsed) return <AlreadyIn uid={uid} />;
	if (!ways.signUp) {
		return (
			<Outcome title="Not at the moment" actions={<ToSignIn />}>
				{signInMessages.signUpOff}
			</Outcome>
		);
	}
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			<FormCard>
				<SignUpForm onUsed={setUsed} onRefused={setRefusal} />
				{ways.google && <GoogleButton next="/withdraw" />}
			</FormCard>
			<p className="text-center text-soft">
				Already have an account? <ToSignIn />
			</p>
		</div>
	);
}

function AgeStep({ onRefused }: { onRefused: (sentence: string) => void }) {
	const params = new URLSearchParams(useLocation().search);
	const user = useUserDocument();
	const next = readNextPath(params.get('next'));
	if (user.kind === 'loading') return <FormPlaceholder fields={1} />;
	// A record that can be read is that of somebody who has answered.
	if (user.kind === 'ready') return <Navigate to={next} replace />;
	return <AgeForm next={next} onRefused={onRefused} />;
}

function AlreadyIn({ uid }: { uid: string }) {
	return <SignedInCard account={useAccount(uid)} />;
}

/** Says no more than the server: neither why, nor what else could be tried. */
function Refused({ sentence }: { sentence: string }) {
	return (
		<Outcome
			title={sentence}
			actions={
				<Link to="/" className={buttonLook('quiet')}>
					Go to the home page
				</Link>
			}
		>
			Nothing of what you entered is kept.
		</Outcome>
	);
}

function ToSignIn() {
	return (
		<Link to="/login" className={`${textLinkLook} inline-flex min-h-11 items-center`}>
			Sign in
		</Link>
	);
}
