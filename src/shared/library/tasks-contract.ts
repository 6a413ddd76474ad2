import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { messageSchema } from '../kernel/message.ts'
import { partKindSchema, partLocatorSchema } from '../kernel/part.ts'
import { violationSchema } from '../kernel/violation.ts'
import { inspectEventSchema, messageRowsSchema, rowSliceSchema } from './inspection-types.ts'
import { importProblemSchema, taskSummarySchema } from './task-types.ts'

const byId = z.object({ taskId: z.string() })

/** Where a history comes from. Hosts differ in which of these they allow. */
export const taskSourceSchema = z.discriminatedUnion('kind', [
  /** A folder or file on the machine of the engine, or a message array, or a result file. */
  z.object({ kind: z.literal('path'), path: z.string().min(1) }),
  /** A single-use grant that the desktop's main process gave for a dropped or chosen folder. */
  z.object({ kind: z.literal('grant'), token: z.string().min(1) }),
  /** Contents of files that were dropped on a browser window. */
  z.object({
    kind: z.literal('files'),
    name: z.string().min(1),
    files: z.array(z.object({ name: z.string().min(1), text: z.string() })).max(64),
  }),
])
export type TaskSource = Readonly<z.infer<typeof taskSourceSchema>>

/** A folder of task folders opens them all; what could not be opened is named. */
export const openedSchema = z.object({
  tasks: z.array(taskSummarySchema),
  problems: z.array(importProblemSchema),
})
export type Opened = Readonly<z.infer<typeof openedSchema>>

/** A part with its figures, for the detail pane. */
export const partViewSchema = partLocatorSchema.extend({
  kind: partKindSchema,
  toolName: z.string().nullable(),
  path: z.string().nullable(),
  isError: z.boolean(),
  tokens: z.number().int(),
  text: z.string(),
})
export type PartView = Readonly<z.infer<typeof partViewSchema>>

export const taskDetailSchema = z.object({
  summary: taskSummarySchema,
  problems: z.array(importProblemSchema),
  /** The first ones; `tasks.rows` gives the others. */
  rows: messageRowsSchema,
  totalRows: z.number().int(),
})
export type TaskDetail = Readonly<z.infer<typeof taskDetailSchema>>

export const checkReportSchema = z.object({
  ok: z.boolean(),
  messages: z.number().int(),
  violations: z.array(violationSchema),
  /** Sentences for a person: what could not be checked, and why. Absent where everything was. */
  unchecked: z.array(z.string()).optional(),
})
export type CheckReport = Readonly<z.infer<typeof checkReportSchema>>

export const tasksContract = {
  list: method.output(z.array(taskSummarySchema)),
  open: method.input(taskSourceSchema).output(openedSchema),
  /**
   * The same for somebody who waits to see it: a large task is given as soon as its rows are there, by `get` as well.
   * All else that is asked about it waits until it is stored, and says why where that fails.
   */
  show: method.input(taskSourceSchema).output(openedSchema),
  /**
   * Which of some tasks none of the others had done: one where the others are its subagents, two where there are several
   * sessions, none where nobody looked because there are too many.
   */
  mains: method
    .input(z.object({ taskIds: z.array(z.string()) }))
    .output(z.object({ taskIds: z.array(z.string()) })),
  /**
   * Takes the task out of the library with its runs. The files on disk stay as they are; while they do not change, and
   * nobody opens them, it stays away. A task of a watched folder that its agent goes on writing comes back.
   */
  forget: method.input(byId).output(z.void()),
  get: method.input(byId).output(taskDetailSchema),
  /** All rows from a place on, slice by slice, so that nobody else is kept waiting by a task of very many messages. */
  rows: method
    .input(byId.extend({ from: z.number().int().min(0).default(0) }))
    .output(eventIterator(rowSliceSchema)),
  /** Counts in the background; the first event comes at once, the last one carries the figures. */
  inspect: method.input(byId).output(eventIterator(inspectEventSchema)),
  message: method
    .input(byId.extend({ index: z.number().int().min(0) }))
    .output(z.object({ message: messageSchema, parts: z.array(partViewSchema) })),
  /** Checks the effective history against the invariants. */
  check: method.input(byId).output(checkReportSchema),
  /** Indices of the messages whose text holds the query, case-insensitively; the query is no pattern. */
  search: method.input(byId.extend({ query: z.string().min(1).max(1000) })).output(z.array(z.number().int())),
}
