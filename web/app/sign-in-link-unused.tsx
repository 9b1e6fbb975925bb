import { useUserDocument } from '../lib/clients.tsx';
import { PageBar } from '../ui/page-bar.tsx';

/** An address token arrived while somebody was signed in already: it was left alone, and this says for whom. */
export function SignInLinkUnused() {
	const user = useUserDocument();
	const username = user.kind === 'ready' ? user.document.roblox_username : null;
	return <PageBar>You are already signed in{username && ` as @${username}`}. The sign-in link was not used.</PageBar>;
}
