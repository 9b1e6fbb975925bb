import type { AccountAnswer } from '../../../contract/accounts/identity.ts';
import { ADMIN_ROLE } from '../../../contract/limits.ts';
import { useUserDocument } from '../../lib/calls/clients.tsx';
import { m } from '../../texts/messages.js';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, ButtonLink } from '../../ui/basics.tsx';
import { isAgeUnknown } from '../session/age-unknown.ts';
import { useSignOut } from '../session/use-sign-out.ts';
import { FormCard, FormPlaceholder } from './auth-page.tsx';

export function SignedInCard({ account, isPage = false }: { account: AccountAnswer | undefined; isPage?: boolean }) {
	const user = useUserDocument();
	const signOut = useSignOut();
	const { roblox_username: username, avatar_url: avatarUrl } =
		user.kind === 'ready' ? user.document : { roblox_username: null, avatar_url: null };
	const isAdmin = user.kind === 'ready' && user.document.role === ADMIN_ROLE;
	const name = username ? `@${username}` : account?.email;
	if (isPage && (!name || user.kind === 'loading')) return <FormPlaceholder fields={1} />;
	return (
		<FormCard>
			<div className="flex items-center gap-4">
				<Avatar src={avatarUrl} username={username ?? account?.email ?? null} className="size-12 text-lg" />
				<div className="min-w-0">
					{isPage ? (
						<>
							<h1 className="text-lg font-bold tracking-tight [overflow-wrap:anywhere]">
								{m.identity_signed_in_as({ name: name ?? '' })}
							</h1>
							{!isAdmin && <p className="text-soft">{m.identity_area_for_staff()}</p>}
						</>
					) : (
						<>
							<h2 className="text-sm text-soft">{m.identity_you_are_signed_in_as()}</h2>
							<p className="min-h-6 truncate font-bold">{name}</p>
						</>
					)}
				</div>
			</div>
			<div className="mt-5 flex flex-wrap gap-3">
				<ButtonLink to={isAgeUnknown(user) ? '/sign-up?step=age' : '/withdraw'} className="grow">
					{isAgeUnknown(user) ? m.identity_finish_your_account() : m.common_withdraw_currency()}
				</ButtonLink>
				{!isAgeUnknown(user) && (
					<ButtonLink to="/earn" look="quiet" className="grow">
						{m.common_earn_currency()}
					</ButtonLink>
				)}
				{isAdmin && (
					<ButtonLink to="/admin" look="quiet" className="grow">
						{m.app_admin_panel()}
					</ButtonLink>
				)}
				<Button look="quiet" className="grow" onClick={signOut}>
					{m.common_sign_out()}
				</Button>
			</div>
		</FormCard>
	);
}
