import { z } from 'zod'
import { gateFileSchema } from '../src/shared/gate/gate-types.ts'

/** JSON Schema (2020-12) of what a compactor is tried by, for editors. */
export function gateSchema(): Readonly<Record<string, unknown>> {
  return {
    title: 'Dewpoint gate',
    description: 'A compactor, and the planted histories that `dewpoint gate` tries it on.',
    ...z.toJSONSchema(gateFileSchema, { io: 'input' }),
  }
}
