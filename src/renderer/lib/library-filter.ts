import { z } from 'zod'
import { taskStateSchema, toolErasSchema } from '../../shared/domain/task.ts'
import { fromAddressStep, toAddressStep } from './address-step.ts'

/** Null stands for tasks that name none. */
const namesSchema = z.array(z.string().nullable())

/** Both ends count as within; null leaves an end open. */
const rangeSchema = z.object({ from: z.number().nullable(), to: z.number().nullable() })

/** Which tasks the Library shows. A list without entries leaves all in; what is narrowed in several ways fits all of them. */
export const libraryFilterSchema = z.object({
  text: z.string().default(''),
  agent: namesSchema.default([]),
  model: namesSchema.default([]),
  workspace: namesSchema.default([]),
  era: z.array(toolErasSchema).default([]),
  state: z.array(taskStateSchema).default([]),
  condensed: z.enum(['any', 'yes', 'no']).default('any'),
  tokens: rangeSchema.default({ from: null, to: null }),
  costUsd: rangeSchema.default({ from: null, to: null }),
  /** Local days of the last activity, `2026-11-21`; empty leaves an end open. */
  activity: z.object({ from: z.string(), to: z.string() }).default({ from: '', to: '' }),
})
export type LibraryFilter = z.infer<typeof libraryFilterSchema>

/** Leaves every task in. */
export const everyTask: LibraryFilter = libraryFilterSchema.parse({})

/** A filter as one step of an address; what it leaves open may be left out. */
export function libraryFilterAddress(filter: Partial<LibraryFilter>): string {
  return toAddressStep(JSON.stringify(filter))
}

/** The filter that an address names; null where it names none. */
export function readLibraryFilter(address: string): LibraryFilter | null {
  try {
    return libraryFilterSchema.parse(JSON.parse(fromAddressStep(address) ?? ''))
  } catch {
    return null
  }
}
