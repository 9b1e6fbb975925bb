export function startOfDay(nowMs: number): number {
	const now = new Date(nowMs);
	return new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
}

export function startOfMonth(nowMs: number): number {
	const now = new Date(nowMs);
	return new Date(now.getFullYear(), now.getMonth(), 1).getTime();
}

export function nextMidnight(nowMs: number): number {
	const now = new Date(nowMs);
	return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
}
