import type { EventLog } from '../../lib/event-log.ts';
import type { Actor } from '../../lib/http/actor.ts';
import { deviceInWords } from './device.ts';

/** Who asked, and by what. */
export type Asker = { actor: Pick<Actor, 'uid'>; ip: string; userAgent: string | null };

/** Notes from where an account did what matters to money; the fraud check reads it. @param what the address of the call */
export function noteUse(events: Pick<EventLog, 'note'>, what: string, { actor, ip, userAgent }: Asker): void {
	events.note({ source: 'use', what, outcome: 'done', uid: actor.uid, ip, device: deviceInWords(userAgent) });
}
