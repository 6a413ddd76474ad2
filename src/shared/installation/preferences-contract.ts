import { z } from 'zod'
import { method } from '../api/errors.ts'

/** Layout, drafts and theme of the renderer: small JSON values by key, kept across restarts and ports. */
const preferencesSchema = z.record(z.string(), z.json())

export const preferencesContract = {
  all: method.output(preferencesSchema),
  set: method.input(z.object({ key: z.string().min(1).max(200), value: z.json() })).output(z.void()),
}
