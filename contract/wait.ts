/** As people say it: seconds up to a minute and a half, then minutes, rounded up. */
export function waitOf(seconds: number): { count: number; unit: 'second' | 'minute' } {
	if (seconds < 90) return { count: Math.max(1, Math.ceil(seconds)), unit: 'second' };
	return { count: Math.ceil(seconds / 60), unit: 'minute' };
}
