import { useEffect, useState } from 'react';
import { useAuth, useSession } from '../accounts/session/session-context.tsx';
import { m } from '../texts/messages.js';
import { Button, PageTitle } from '../ui/basics.tsx';

const TRY_AGAIN_EVERY_MS = 2_000;

const frame = 'mx-auto grid min-h-[60svh] max-w-md content-center justify-items-center gap-4 px-4 py-16 text-center';

export function SigningIn() {
	return (
		<div role="status" className={frame}>
			<PageTitle>{m.common_one_moment()}</PageTitle>
			<span
				aria-hidden="true"
				className="size-10 motion-safe:animate-spin rounded-full border-4 border-line border-t-accent"
			/>
			<h1 className="font-semibold">{m.common_one_moment()}</h1>
		</div>
	);
}

export function Unreachable() {
	const session = useSession();
	const auth = useAuth();
	const [isTrying, setTrying] = useState(false);
	useEffect(() => {
		const trying = setInterval(() => void session.start(), TRY_AGAIN_EVERY_MS);
		return () => clearInterval(trying);
	}, [session]);
	async function tryAgain(): Promise<void> {
		setTrying(true);
		await session.start();
		setTrying(false);
	}
	if (auth.kind === 'unreachable' && auth.isThere) return <SigningIn />;
	return (
		<div role="alert" className={frame}>
			<PageTitle>{m.app_no_connection()}</PageTitle>
			<h1 className="text-2xl font-bold tracking-tight">{m.app_no_connection()}</h1>
			<p className="text-balance text-soft">{m.refusal_auth_network_request_failed()}</p>
			<Button disabled={isTrying} onClick={tryAgain}>
				{isTrying ? m.app_trying() : m.common_try_again()}
			</Button>
		</div>
	);
}
