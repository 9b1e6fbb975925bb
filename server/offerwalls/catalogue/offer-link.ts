import { createHmac, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MINUTE_MS } from '../../../contract/durations.ts';
import { CallError } from '../../../contract/errors.ts';
import { OFFER_LINK } from '../../../contract/offerwalls/offer-filters.ts';
import { isActiveUser } from '../../accounts/store.ts';
import { hasRow, isDuplicate } from '../../lib/db/database.ts';
import { type Languages, languageFor, textIn } from '../../lib/language/language.ts';
import { isSameText } from '../../lib/secrets/same-text.ts';
import { findOpenOffer, type OpenOfferDeps, startOffer } from './open-offer.ts';
import type { VisitorCaller } from './visitor.ts';

export type OfferLinkDeps = OpenOfferDeps & { languages: Languages; config: { publicUrl: string; authSecret: string } };

const VALID_MS = 2 * MINUTE_MS;

/** Works on any device, without a session. */
export async function createOfferLink(deps: OfferLinkDeps, { id }: { id: string }, caller: VisitorCaller) {
	await findOpenOffer(deps, id, caller);
	const expiresAt = deps.clock.now() + VALID_MS;
	const text = [caller.actor.uid, randomUUID(), expiresAt, id].join('.');
	return { url: `${deps.config.publicUrl}${OFFER_LINK}${text}.${sign(deps, text)}`, expires_at: expiresAt };
}

export function offerLinkRoutes(app: FastifyInstance, deps: OfferLinkDeps): void {
	// Without HEAD, because link previews would use up the link.
	const options = { exposeHeadRoute: false };
	app.get<{ Params: { code: string } }>(`${OFFER_LINK}:code`, options, async (request, reply) => {
		reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
		const caller = { ip: request.ip, userAgent: request.headers['user-agent'] ?? null };
		const url = await followLink(deps, request.params.code, caller);
		if (url) return reply.redirect(url, 302);
		return reply
			.code(410)
			.type('text/plain; charset=utf-8')
			.send(textIn(languageFor(request.headers, deps.languages), 'offers_link_expired'));
	});
}

async function followLink(deps: OfferLinkDeps, code: string, caller: { ip: string; userAgent: string | null }) {
	const [uid = '', clickId = '', expiresAt, id = '', mac = ''] = code.split('.');
	const text = code.slice(0, code.lastIndexOf('.'));
	if (!isSameText(sign(deps, text), mac) || !(Number(expiresAt) > deps.clock.now())) return undefined;
	if (!(await isActiveUser(deps.db, uid))) return undefined;
	// A used link would make a batch fail that holds the clicks of other users.
	if (await hasRow(deps.db)`select 1 from clicks where uid = ${uid} and id = ${clickId}`) return undefined;
	try {
		// The click's primary key makes the link work once.
		return await startOffer(deps, { id, clickId }, { ...caller, actor: { uid } });
	} catch (error) {
		if (isDuplicate(error) || (error instanceof CallError && error.code !== 'unavailable')) return undefined;
		throw error;
	}
}

function sign({ config }: OfferLinkDeps, text: string): string {
	return createHmac('sha256', config.authSecret).update(`offer-link\0${text}`).digest('base64url');
}
