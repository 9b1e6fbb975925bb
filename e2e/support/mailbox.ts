import { expect } from '@playwright/test';
import { type Json, request } from '../../test/sites/json-client.ts';
import type { Addresses } from './product.ts';

const DELIVERY_MS = 15_000;

export async function linkTo({ url, sandboxUrl }: Addresses, email: string, path: string): Promise<string> {
	const find = async () => {
		const { body } = await request(`${sandboxUrl}/control/mails?to=${encodeURIComponent(email)}`);
		const links: string[] = body.mails.flatMap((mail: Json) => mail.links);
		return links.findLast((link) => link.startsWith(url + path)) ?? '';
	};
	await expect
		.poll(find, { timeout: DELIVERY_MS, intervals: [50], message: `a mail to ${email} with ${path}` })
		.not.toBe('');
	return find();
}
