import { attempt } from '../lib/attempt.ts';

/** The walls of which this browser has told who gets what with a visit. Nothing of a person: it stays when they sign out. */
const KEY = 'told-walls';

function readTold(): string[] {
	const kept: unknown = attempt(() => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
	return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

export function wasTold(wallId: string): boolean {
	return readTold().includes(wallId);
}

/** A browser that keeps nothing tells it again. */
export function noteTold(wallId: string): void {
	const told = readTold();
	if (told.includes(wallId)) return;
	attempt(() => localStorage.setItem(KEY, JSON.stringify([...told, wallId])));
}

/** The wall by the name that it has here, and whose it is where that says something else. */
export function partnerOf({ name, partner }: { name: string; partner: string }): string {
	return name.toLowerCase().includes(partner.toLowerCase()) ? name : `${name} (${partner})`;
}
