import { CallError } from '../../../contract/errors.ts';
import type { SavedWallEntry, WallPartner } from '../../../contract/offerwalls/wall-entries.ts';
import { numberIn } from '../ui/tables/filter-fields.tsx';

/** Fields without a control and empty secrets (null) keep their stored value. */
export function entryIn(
	fields: FormData,
	{ id, partner, before }: { id: string; partner: WallPartner; before: SavedWallEntry | null },
): SavedWallEntry {
	const text = (name: string) => String(fields.get(name) ?? '').trim();
	const feed = text('feed');
	const needs = (partner.address_needs ?? []).filter((name) => name !== 'appId');
	const params = Object.fromEntries(
		needs.flatMap((name) => (text(`param.${name}`) ? [[name, text(`param.${name}`)]] : [])),
	);
	return {
		...before,
		id,
		partner: partner.id,
		name: text('name'),
		enabled: fields.get('enabled') !== null,
		secret: text('secret') || null,
		pathKey: fields.get('withoutPathKey') === null ? text('pathKey') || null : '',
		appId: text('appId') || null,
		allowedIps: listIn(text('allowedIps')),
		countries: listIn(text('countries').toUpperCase()),
		minAge: numberIn(fields, 'minAge'),
		holdHours: numberIn(fields, 'holdHours'),
		rate: numberIn(fields, 'rate'),
		wallParams: { ...before?.wallParams, ...params },
		picture: text('picture') || null,
		supportUrl: text('supportUrl') || null,
		feed: feed ? feedIn(partner, { kind: feed, text }) : null,
		override: overrideIn(text('override')),
	};
}

function feedIn(partner: WallPartner, { kind, text }: { kind: string; text: (name: string) => string }) {
	const credentials = partner.feeds.find((one) => one.kind === kind)?.credentials ?? [];
	const url = text('feed.url');
	return {
		kind,
		...(url && { url }),
		...Object.fromEntries(credentials.map((name) => [name, text(`feed.${name}`) || null])),
	};
}

function overrideIn(text: string): SavedWallEntry['override'] {
	if (text === '') return null;
	try {
		const parsed: unknown = JSON.parse(text);
		if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
			return parsed as Record<string, unknown>;
	} catch {}
	const message = 'Overrides must be a JSON object. Check the syntax.';
	throw new CallError('invalid-argument', { message });
}

function listIn(text: string): string[] {
	return text.split(/[\s,;]+/).filter((each) => each !== '');
}
