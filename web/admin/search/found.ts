import type { CallResult } from '../../../contract/calls.ts';

export type Found = CallResult<'adminSearch'>['items'][number];
