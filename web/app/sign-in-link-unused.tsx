import { useUserDocument } from '../lib/calls/clients.tsx';
import { m } from '../texts/messages.js';
import { PageBar } from '../ui/page-bar.tsx';

export function SignInLinkUnused() {
	const user = useUserDocument();
	const username = user.kind === 'ready' ? user.document.roblox_username : null;
	return <PageBar>{username ? m.app_link_unused_as({ username }) : m.app_link_unused()}</PageBar>;
}
