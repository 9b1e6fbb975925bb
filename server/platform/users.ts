import { z } from 'zod';
import type { PlatformClient } from './client.ts';
import { PlatformUnavailable, rejected, saysNoneExists } from './errors.ts';

export type PlatformUser = { userId: number; name: string };

const USERNAME = /^[A-Za-z0-9_]{3,20}$/;

const foundUsers = z.object({
	data: z.array(z.object({ id: z.int().positive(), name: z.string() })),
});

/** Returns no banned users and no users by a former name, which the platform also finds. */
export async function findUser(
	client: PlatformClient,
	usersUrl: string,
	username: string,
): Promise<PlatformUser | undefined> {
	const typed = username.trim();
	if (!USERNAME.test(typed)) return undefined;
	const answer = await client.request(
		{
			method: 'POST',
			url: `${usersUrl}/v1/usernames/users`,
			body: { usernames: [typed], excludeBannedUsers: true },
		},
		foundUsers,
	);
	if (!answer.ok) throw rejected('the lookup of a name', answer);
	const user = answer.value.data.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
	return user && { userId: user.id, name: user.name };
}

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
