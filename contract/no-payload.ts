import { z } from 'zod';

export const noPayload = z.union([z.null(), z.undefined(), z.strictObject({})]).transform(() => undefined);
