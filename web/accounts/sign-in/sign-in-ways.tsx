import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { inOwnLanguage } from '../../lib/format/in-own-language.ts';
import { withParts } from '../../lib/format/with-parts.tsx';
import { m } from '../../texts/messages.js';
import { TallLink } from '../../ui/text-link.tsx';
import { useAccount } from '../account/use-account.ts';
import { useAuth } from '../session/session-context.tsx';
import { useWays } from '../session/site-facts.ts';
import { FormCard, FormPlaceholder } from './auth-page.tsx';
import { GoogleButton } from './google-button.tsx';
import { readNextPath } from './next-path.ts';
import { SignInForm } from './sign-in-form.tsx';
import { fetchSignInError } from './sign-in-requests.ts';
import { SignedInCard } from './signed-in-card.tsx';

/**
 * Parameters of the URL: `next` is the target path, `again` forces a new sign-in, `error` marks a failed Google round
 * trip.
 */
export function SignInWays({ isOwnPage }: { isOwnPage: boolean }) {
	const auth = useAuth();
	const navigate = useNavigate();
	const params = new URLSearchParams(useLocation().search);
	const { google, signUp } = useWays();
	const googleRound = useFailedGoogleRound();
	// Keeps the page unchanged while a sign-in replaces the session.
	const [before, setBefore] = useState<{ uid: string | undefined }>();
	const current = auth.kind === 'signed-in' ? auth.uid : undefined;
	const uid = before ? before.uid : current;
	const account = useAccount(uid);
	const next = readNextPath(params.get('next'));
	const isAgain = params.has('again');

	if (googleRound.isLoading) return <FormPlaceholder title={m.identity_other_ways_to_sign_in()} fields={2} />;
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-6">
			{uid !== undefined && <SignedInCard account={account} isPage={isOwnPage} />}
			{(uid === undefined || isAgain) && (
				<FormCard
					title={uid === undefined ? m.identity_other_ways_to_sign_in() : m.identity_sign_in_again_to_continue()}
				>
					<SignInForm
						email={account?.email}
						reason={googleRound.failure}
						onStart={() => setBefore({ uid })}
						onRefused={() => setBefore(undefined)}
						onDone={() => navigate(next, { replace: true })}
					/>
					{google && <GoogleButton next={next} />}
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

function useFailedGoogleRound(): { isLoading: boolean; failure?: string } {
	const { pathname, search } = useLocation();
	const navigate = useNavigate();
	const hasFailed = new URLSearchParams(search).has('error');
	const [state, setState] = useState<{ isLoading: boolean; failure?: string }>({ isLoading: hasFailed });
	const isRequested = useRef(false);
	useEffect(() => {
		if (!hasFailed || isRequested.current) return;
		isRequested.current = true;
		fetchSignInError()
			.then((signInError) => (signInError.code === null ? null : inOwnLanguage(signInError)))
			.catch(() => null)
			.then((message) => {
				setState({ isLoading: false, failure: message ?? m.identity_google_failed() });
				const others = new URLSearchParams(search);
				others.delete('error');
				navigate(`${pathname}?${others}`, { replace: true, preventScrollReset: true });
			});
	}, [hasFailed, pathname, search, navigate]);
	return state;
}
