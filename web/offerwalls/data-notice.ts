import { attempt } from '../lib/attempt.ts';

/** Walls whose data notice was shown. Not personal, so it survives a sign-out. */
const KEY = 'told-walls';

function readShown(): string[] {
	const stored: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
	return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
}

export const wasNoticeShown = (wallId: string): boolean => readShown().includes(wallId);

export function markNoticeShown(wallId: string): void {
	const shown = readShown();
	if (shown.includes(wallId)) return;
	attempt(() => localStorage.setItem(KEY, JSON.stringify([...shown, wallId])));
}

/** Appends the partner's name unless the wall's name contains it. */
export function partnerOf({ name, partner }: { name: string; partner: string }): string {
	return name.toLowerCase().includes(partner.toLowerCase()) ? name : `${name} (${partner})`;
}
