import { Link } from 'react-router';
import { textLinkLook } from '../../ui/button.tsx';

type UserLinkProps = { user: { uid: string; name: string | null } };

export function UserLink({ user: { uid, name } }: UserLinkProps) {
	return (
		<Link
			to={`/admin/users/${uid}`}
			title={name ?? uid}
			className={`inline-block max-w-44 truncate 2xl:max-w-56 align-bottom ${textLinkLook}`}
		>
			{name ?? `${uid.slice(0, 8)}…`}
		</Link>
	);
}

export function WithdrawalLink({ orderId }: { orderId: string }) {
	return (
		<Link
			to={`/admin/withdrawals/${encodeURIComponent(orderId)}`}
			title={orderId}
			className={`inline-block max-w-36 truncate align-bottom font-mono text-xs ${textLinkLook}`}
		>
			{orderId}
		</Link>
	);
}
