import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { method } from '../api/errors.ts'
import { tokensByKindSchema } from './inspection-types.ts'
import { everyTask, libraryFilterSchema } from './library-filter-types.ts'
import { openedSchema } from './tasks-contract.ts'
import {
  libraryEventSchema,
  libraryOverviewSchema,
  librarySearchSchema,
  libraryStepSchema,
  prepareEventSchema,
  watchedFolderSchema,
} from './types.ts'

/** A folder in which an agent keeps its tasks on this machine. */
export const discoveredStorageSchema = z.object({
  /** Names it in `add`; hosts whose pages may open no paths take this alone. */
  id: z.string(),
  /** `Roo Code`. */
  agent: z.string(),
  /** `VS Code`; null for an agent without an editor. */
  editor: z.string().nullable(),
  path: z.string(),
  /** Task folders or transcripts in it. */
  tasks: z.int(),
  /** Whether Dewpoint can read what it holds. */
  isReadable: z.boolean(),
  /** Why it cannot, and what would help; null where it can. */
  reason: z.string().nullable(),
  /** Whether the library watches it already. */
  isWatched: z.boolean(),
})
export type DiscoveredStorage = Readonly<z.infer<typeof discoveredStorageSchema>>

export const libraryContract = {
  /** Storage of agents on this machine, the fullest first; what is not there is left out. */
  discover: method.output(z.array(discoveredStorageSchema)),
  /** Lists the tasks of a discovered storage and watches it. */
  add: method.input(z.object({ storageId: z.string() })).output(openedSchema),
  folders: method.output(z.array(watchedFolderSchema)),
  /** Sessions in a followed folder that cannot be read yet, by agent, the most first. */
  foreign: method
    .input(z.object({ path: z.string() }))
    .output(z.array(z.object({ agent: z.string(), sessions: z.int() }))),
  /** Its tasks stay listed; what changes in them on disk is not followed any more. */
  unwatch: method.input(z.object({ path: z.string() })).output(z.void()),
  /**
   * The state at once, then what changes. While somebody listens, folders are watched, and what is listed is read,
   * indexed and surveyed in the background.
   */
  events: method.output(eventIterator(libraryEventSchema)),
  /** Does again in the background what could not be done for some tasks. */
  tryAgain: method.output(z.void()),
  /**
   * Does for all tasks at once what is done in the background while somebody listens: looks at what has changed on
   * disk, then reads and indexes tasks for `search`, or surveys them for `overview`. Ends with `finished`.
   */
  prepare: method.input(z.object({ step: libraryStepSchema })).output(eventIterator(prepareEventSchema)),
  /**
   * Messages that hold all words of the query in any order, the newest first. What stands in quotes, or is joined by
   * punctuation like `src/app.tsx`, has to stand together. The last word may go on, unless a blank or a quote ends it.
   * Case and accents do not count, and there are no operators. Messages of tasks that do not fit the filter are left out.
   */
  search: method
    .input(
      z.object({
        query: z.string().min(1).max(1000),
        limit: z.int().min(1).max(500).default(100),
        filter: libraryFilterSchema.default(everyTask),
      }),
    )
    .output(librarySearchSchema),
  overview: method.output(libraryOverviewSchema),
  /** Tokens by kind of each task that is surveyed, by task id. */
  kinds: method.output(z.record(z.string(), tokensByKindSchema)),
}
