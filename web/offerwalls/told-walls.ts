import { attempt } from '../lib/attempt.ts';

/** Walls whose data notice was shown. Not personal, so it survives a sign-out. */
const KEY = 'told-walls';

function readTold(): string[] {
	const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
	return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

export function wasTold(wallId: string): boolean {
	return readTold().includes(wallId);
}

export function noteTold(wallId: string): void {
	const told = readTold();
	if (told.includes(wallId)) return;
	attempt(() => localStorage.setItem(KEY, JSON.stringify([...told, wallId])));
}

/** Appends the partner’s name unless the wall’s name contains it. */
export function partnerOf({ name, partner }: { name: string; partner: string }): string {
	return name.toLowerCase().includes(partner.toLowerCase()) ? name : `${name} (${partner})`;
}
