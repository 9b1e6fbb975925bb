import { useState } from 'react';
import { CallError } from '../../contract/errors.ts';
import { useSession } from '../accounts/session/session-context.tsx';
import { useUserDocument } from '../lib/calls/clients.tsx';
import { messageOf } from '../lib/calls/refusal.ts';
import { m } from '../texts/messages.js';
import { TextButton } from '../ui/basics.tsx';
import { PageBar } from './page-bar.tsx';

/** Switching users needs a confirmation: a token in the URL alone never signs a user out. */
export function SignInLinkUnused() {
	const session = useSession();
	const user = useUserDocument();
	const [isSwitching, setSwitching] = useState(false);
	const [failure, setFailure] = useState<unknown>();
	const isOver = failure instanceof CallError && failure.code === 'unauthenticated';
	const username = user.kind === 'ready' ? user.document.roblox_username : null;

	async function switchAccount(): Promise<void> {
		setSwitching(true);
		setFailure(undefined);
		try {
			await session.switchAccount();
		} catch (error) {
			setFailure(error);
		}
		setSwitching(false);
	}

	return (
		<PageBar>
			{failure !== undefined
				? messageOf(failure, m.identity_still_signed_in())
				: username
					? m.app_link_unused_as({ username })
					: m.app_link_unused()}{' '}
			{!isOver && (
				<TextButton disabled={isSwitching} onClick={switchAccount}>
					{isSwitching ? m.common_one_moment() : m.app_link_switch()}
				</TextButton>
			)}
		</PageBar>
	);
}
