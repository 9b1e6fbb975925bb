import { z } from 'zod';

/** "No payload" travels as `null`, as nothing, or as `{}`. All three are accepted, anything else is not. */
export const noPayload = z.union([z.null(), z.undefined(), z.strictObject({})]).transform(() => undefined);
