import { TextLink } from '../../ui/text-link.tsx';

type UserLinkProps = { user: { uid: string; name: string | null } };

export function UserLink({ user: { uid, name } }: UserLinkProps) {
	return (
		<TextLink
			to={`/admin/users/${uid}`}
			title={name ?? uid}
			className="inline-block max-w-44 align-bottom [overflow-wrap:anywhere] 2xl:max-w-56"
		>
			{name ?? `${uid.slice(0, 8)}…`}
		</TextLink>
	);
}

export function WithdrawalLink({ orderId }: { orderId: string }) {
	return (
		<TextLink
			to={`/admin/withdrawals/${encodeURIComponent(orderId)}`}
			title={orderId}
			className="inline-block max-w-36 align-bottom font-mono text-xs [overflow-wrap:anywhere]"
		>
			{orderId}
		</TextLink>
	);
}
