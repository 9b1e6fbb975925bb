import { m } from '../../texts/messages.js';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 1_440;

export function usuallyCredited(minutes: number): string {
	if (minutes < 2 * HOUR_MINUTES) return m.offers_usually_minutes({ count: minutes });
	if (minutes < 2 * DAY_MINUTES) return m.offers_usually_hours({ count: Math.round(minutes / HOUR_MINUTES) });
	return m.offers_usually_days({ count: Math.round(minutes / DAY_MINUTES) });
}
