import { randomInt } from 'node:crypto';

/** Long run: LOOTPASS_MUTATIONS=100000. Repeat with the printed LOOTPASS_SEED. */
export const mutationRun = {
	count: process.env.LOOTPASS_MUTATIONS ? Number(process.env.LOOTPASS_MUTATIONS) : undefined,
	seed: process.env.LOOTPASS_SEED ? Number(process.env.LOOTPASS_SEED) : randomInt(2 ** 31),
};
