import { useState } from 'react';
import { PersonIcon } from './icons.tsx';

type AvatarProps = { src: string | null; username: string | null; className: string };

export function Avatar({ src, username, className }: AvatarProps) {
	const [broken, setBroken] = useState<string>();
	const look = `${className} shrink-0 overflow-hidden rounded-full bg-tint`;
	if (src && src !== broken) {
		return <img src={src} alt="" width="96" height="96" onError={() => setBroken(src)} className={look} />;
	}
	return (
		<span aria-hidden="true" className={`${look} grid place-items-center font-bold text-accent`}>
			{username ? initials(username) : <PersonIcon />}
		</span>
	);
}

export function initials(username: string | null): string {
	return [...(username ?? '')].slice(0, 2).join('').toUpperCase() || '?';
}
