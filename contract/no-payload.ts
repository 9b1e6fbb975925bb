import { z } from 'zod';

/** `null`, nothing, or `{}`. */
export const noPayload = z.union([z.null(), z.undefined(), z.strictObject({})]).transform(() => undefined);
