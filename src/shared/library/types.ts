import { z } from 'zod'
import { causeSumsSchema } from '../replay/cache-audit-types.ts'
import { tokensByKindSchema } from './inspection-types.ts'

/** A folder of task folders that the library follows. */
export const watchedFolderSchema = z.object({
  path: z.string(),
  /** Tasks of it that are listed. */
  tasks: z.int(),
  /** Why it is not watched now, for a person; null while it is, or while nobody listens. */
  problem: z.string().nullable(),
  /** Whether nothing is at its place any more. */
  isGone: z.boolean(),
})
export type WatchedFolder = Readonly<z.infer<typeof watchedFolderSchema>>

/** What happened, where, and what a person can do. */
const troubleSchema = z.object({ message: z.string(), where: z.string(), hint: z.string() })
export type LibraryTrouble = Readonly<z.infer<typeof troubleSchema>>

/** What is done for every task in the background after it was read. */
export const libraryStepSchema = z.enum(['index', 'survey', 'measure'])
export type LibraryStep = z.infer<typeof libraryStepSchema>

/** A step that could not be done for a task. */
export const stepTroubleSchema = troubleSchema.extend({
  step: libraryStepSchema,
  taskId: z.string(),
  title: z.string(),
})
export type StepTrouble = Readonly<z.infer<typeof stepTroubleSchema>>

/** How far the background work on the library has come. Counts are of tasks. */
export const libraryStateSchema = z.object({
  tasks: z.int(),
  /** Read whole, and their messages searchable. */
  indexed: z.int(),
  /** Counted, with what `lossless` would save. */
  surveyed: z.int(),
  /** Condensed by every arm that asks no model, for Home. */
  measured: z.int(),
  /** Whether somebody paused the measuring. */
  isPaused: z.boolean(),
  /** Cannot be read. */
  failed: z.int(),
  /** Of those that were read, for which a step could not be done: it is tried again when someone asks for it. */
  passedOver: z.object({ index: z.int(), survey: z.int(), measure: z.int() }),
  /** The first few of them, with the reasons. */
  troubles: z.array(stepTroubleSchema),
  /** Why nothing goes on at present, which is tried again by itself; null while nothing is in the way. */
  stalled: troubleSchema.nullable(),
  /** Title of the one that is worked on; null while nothing is. */
  workingOn: z.string().nullable(),
})
export type LibraryState = Readonly<z.infer<typeof libraryStateSchema>>

export const libraryEventSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('state'), state: libraryStateSchema }),
  /**
   * Listings of these tasks are out of date: added, changed or gone on disk, read, or surveyed. The list of folders may
   * be out of date as well; where only that is, no task is named.
   */
  z.object({ kind: z.literal('tasks'), taskIds: z.array(z.string()) }),
])
export type LibraryEvent = Readonly<z.infer<typeof libraryEventSchema>>

/** What `prepare` comes to: every task of the library read and indexed, or surveyed. */
export const prepareEventSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('progress'),
    /** Tasks; of those that were not done before. */
    done: z.int(),
    total: z.int(),
    /** Title of the one that is worked on. */
    title: z.string(),
  }),
  z.object({
    kind: z.literal('finished'),
    /** What could not be done, with the reason for a person. */
    failed: z.array(z.object({ taskId: z.string(), title: z.string(), reason: z.string() })),
  }),
])
export type PrepareEvent = Readonly<z.infer<typeof prepareEventSchema>>

/** A message that a search found. */
export const searchHitSchema = z.object({
  taskId: z.string(),
  taskTitle: z.string(),
  /** Index in the file. */
  messageIndex: z.int(),
  role: z.string(),
  ts: z.number().nullable(),
  /** A piece of its text around the first match, matches apart. */
  snippet: z.array(z.object({ text: z.string(), isMatch: z.boolean() })),
})
export type SearchHit = Readonly<z.infer<typeof searchHitSchema>>

export const librarySearchSchema = z.object({
  hits: z.array(searchHitSchema),
  /** Whether there are more than these. */
  hasMore: z.boolean(),
  /** Tasks whose messages were searched, of those that are listed and fit the filter. */
  searchedTasks: z.int(),
  tasks: z.int(),
  /** All that are listed, whether they fit or not. */
  listedTasks: z.int(),
  /** Of those that were not searched, how many cannot be read: they will not be searched either. */
  unreadableTasks: z.int(),
  /** Words of the query that signs belong to, and what is searched for instead: only letters and digits are. */
  leftOutSigns: z.array(z.object({ typed: z.string(), searched: z.string() })),
})
export type LibrarySearch = Readonly<z.infer<typeof librarySearchSchema>>

/** Sums over tasks; tokens, and US dollars. */
export const taskSumsSchema = z.object({
  tasks: z.int(),
  messages: z.int(),
  tokens: z.int(),
  /** Of the tasks that recorded one; null where none did. */
  costUsd: z.number().nullable(),
  /** Tasks that recorded what they cost. */
  costedTasks: z.int(),
  /** Requests of them that are in no cost, because list prices do not know how they were served. */
  unpricedRequests: z.int().default(0),
  condensations: z.int(),
  /** Tasks that were condensed at least once. */
  condensedTasks: z.int(),
  /** Tokens that would be left after `lossless` with its default settings. */
  losslessTokens: z.int(),
})
export type TaskSums = Readonly<z.infer<typeof taskSumsSchema>>

/** Where the tokens of a whole library go. Sums are of surveyed tasks; the sample is left out once there are others. */
export const libraryOverviewSchema = z.object({
  /** Tasks that are listed, and how many of them are surveyed. */
  tasks: z.int(),
  surveyed: z.int(),
  /** Of the tasks, how many are sessions that another of them had done or was forked into: the Library lists them below it. */
  childTasks: z.int(),
  /** Of those that are not surveyed, how many cannot be read. */
  unreadableTasks: z.int(),
  /** Of those that are surveyed, how many are gone from the disk or cannot be read as they are now. */
  outdatedTasks: z.int(),
  /** Tasks that are gone from their place and listed unchanged in another one, where alone they count. */
  movedTasks: z.int(),
  /** Model calls that a fork or a resumed session repeats: they count once, where they were made. */
  copiedRequests: z.int(),
  /** What the repeated ones cost, in none of the sums; US dollars. */
  copiedUsd: z.number(),
  /** Samples that are listed too and left out of all figures. */
  leftOutSamples: z.int(),
  /** Samples that the figures are of, while there is nothing else. */
  countedSamples: z.int(),
  totals: taskSumsSchema,
  /** What the recorded tasks lost to broken prompt caches, by cause; absent where nothing was lost. */
  cacheBreaks: causeSumsSchema.optional(),
  byKind: tokensByKindSchema,
  /** Tokens of calls and results by tool, the largest first. */
  byTool: z.array(
    z.object({
      tool: z.string(),
      calls: z.int(),
      callTokens: z.int(),
      resultTokens: z.int(),
      tasks: z.int(),
    }),
  ),
  /** By workspace, the largest first; null stands for tasks that name none. */
  byWorkspace: z.array(taskSumsSchema.extend({ workspace: z.string().nullable() })),
  byAgent: z.array(taskSumsSchema.extend({ agent: z.string().nullable() })),
  /**
   * A task counts with each model that it used, so that these may add up to more than there is. `requests` and `costUsd`
   * are of the requests to the model, and of the condensations while it was in use.
   */
  byModel: z.array(taskSumsSchema.extend({ model: z.string().nullable(), requests: z.int() })),
})
export type LibraryOverview = Readonly<z.infer<typeof libraryOverviewSchema>>
