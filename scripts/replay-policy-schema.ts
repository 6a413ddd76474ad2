import { z } from 'zod'
import { replayPolicyFileSchema } from '../src/shared/replay/replay-policy-types.ts'

/** JSON Schema (2020-12) of files of policies, for editors. */
export function replayPolicySchema(): Readonly<Record<string, unknown>> {
  return {
    title: 'Dewpoint replay policies',
    description: 'When to condense, and with what. `dewpoint replay` plays a recorded task under each.',
    ...z.toJSONSchema(replayPolicyFileSchema, { io: 'input' }),
  }
}
