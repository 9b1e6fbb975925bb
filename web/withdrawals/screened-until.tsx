import { language } from '../lib/format/formats.ts';
import { useAge } from '../lib/format/use-age.ts';
import { m } from '../texts/messages.js';

export function ScreenedUntil({ untilMs }: { untilMs: number }) {
	const isLate = useAge(untilMs) >= 0;
	return isLate ? m.withdraw_check_takes_longer() : m.withdraw_being_checked_until({ time: formatMoment(untilMs) });
}

function formatMoment(timeMs: number): string {
	const shown = { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' } as const;
	return new Date(timeMs).toLocaleString(language, shown);
}
