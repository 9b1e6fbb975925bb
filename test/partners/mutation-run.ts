import { randomInt } from 'node:crypto';

/** A long run is LOOTPASS_MUTATIONS=100000, the same run again the LOOTPASS_SEED that each run prints. */
export const mutationRun = {
	count: process.env.LOOTPASS_MUTATIONS ? Number(process.env.LOOTPASS_MUTATIONS) : undefined,
	seed: process.env.LOOTPASS_SEED ? Number(process.env.LOOTPASS_SEED) : randomInt(2 ** 31),
};
