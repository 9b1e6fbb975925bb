import { z } from 'zod';
import type { PlatformClient } from './client.ts';
import { PlatformUnavailable, rejected } from './errors.ts';
import { saysNoneExists } from './refusal.ts';

const user = z.object({ id: z.int(), description: z.string().nullish(), isBanned: z.boolean().nullish() });

export async function findDescription(
	client: PlatformClient,
	usersUrl: string,
	userId: number,
): Promise<string | undefined> {
	const answer = await client.request({ url: `${usersUrl}/v1/users/${userId}` }, user);
	if (!answer.ok && saysNoneExists(answer)) return undefined;
	if (!answer.ok) throw rejected('the lookup of a description', answer);
	const { id, description, isBanned } = answer.value;
	if (id !== userId) throw new PlatformUnavailable('the platform returned the description of another user');
	return isBanned ? undefined : (description ?? '');
}
