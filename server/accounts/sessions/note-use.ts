import type { EventLog } from '../../lib/event-log.ts';
import type { Actor } from '../../lib/http/callers.ts';
import { deviceInWords } from './device.ts';

export type Asker = { actor: Pick<Actor, 'uid'>; ip: string; userAgent: string | null };

export function noteUse(events: Pick<EventLog, 'note'>, what: string, { actor, ip, userAgent }: Asker): void {
	events.note({ source: 'use', what, outcome: 'done', uid: actor.uid, ip, device: deviceInWords(userAgent) });
}
