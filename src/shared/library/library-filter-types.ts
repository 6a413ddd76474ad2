import { z } from 'zod'
import { taskStateSchema, toolErasSchema } from './task-types.ts'

/** Null stands for tasks that name none. */
const namesSchema = z.array(z.string().nullable())

/** Both ends count as within; null leaves an end open. */
const rangeSchema = z.object({ from: z.number().nullable(), to: z.number().nullable() })

/** Which tasks are meant. A list without entries leaves all in; what is narrowed in several ways fits all of them. */
export const libraryFilterSchema = z.object({
  /** Words that all occur in title, path, agent, model or workspace. */
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
