import type { Adapter, AdapterPayload } from 'oidc-provider';

export function createMemory(): (kind: string) => Adapter {
	const stored = new Map<string, AdapterPayload>();

	return (kind) => {
		const keyOf = (id: string) => `${kind}:${id}`;
		const findBy = (matches: (payload: AdapterPayload) => boolean) =>
			[...stored].find(([key, payload]) => key.startsWith(`${kind}:`) && matches(payload))?.[1];
		return {
			async upsert(id, payload, expiresIn) {
				stored.set(keyOf(id), payload);
				if (expiresIn) setTimeout(() => stored.delete(keyOf(id)), expiresIn * 1000).unref();
			},
			find: async (id) => stored.get(keyOf(id)),
			findByUid: async (uid) => findBy((payload) => payload.uid === uid),
			findByUserCode: async (userCode) => findBy((payload) => payload.userCode === userCode),
			async consume(id) {
				const payload = stored.get(keyOf(id));
				if (payload) payload.consumed = Math.floor(Date.now() / 1000);
			},
			async destroy(id) {
				stored.delete(keyOf(id));
			},
			async revokeByGrantId(grantId) {
				for (const [key, payload] of stored) if (payload.grantId === grantId) stored.delete(key);
			},
		};
	};
}
