import { useUserDocument } from '../lib/clients.tsx';

/** An address token arrived while somebody was signed in already: it was left alone, and this says for whom. */
export function SignInLinkUnused() {
	const user = useUserDocument();
	const username = user.kind === 'ready' ? user.document.roblox_username : null;
	return (
		<p role="status" className="border-b border-line bg-sunken px-4 py-2.5 text-center text-sm text-soft">
			You are already signed in{username && ` as @${username}`}. The sign-in link was not used.
		</p>
	);
}
