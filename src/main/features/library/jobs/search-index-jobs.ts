import { findMessageTime } from '../../../../shared/kernel/message.ts'
import type { SearchHit } from '../../../../shared/library/types.ts'
import { Cancelled, type CancelSignal } from '../../../kernel/cancel-signal.ts'
import { isDamaged } from '../../../platform/store/search/is-damaged.ts'
import { openSearchDatabase } from '../../../platform/store/search/open-search-database.ts'
import {
  createSearchReader,
  type SearchRange,
  type SearchReader,
} from '../../../platform/store/search/search-reader.ts'
import {
  createSearchWriter,
  type IndexedMessage,
  type SearchWriter,
} from '../../../platform/store/search/search-writer.ts'
import type { Job } from '../../../platform/workers/job.ts'
import { snapshotMessages } from '../../../platform/workers/packed-snapshot.ts'
import { cutSnippet } from '../compute/search/cut-snippet.ts'
import { foldText } from '../compute/search/fold-text.ts'
import { matchExpression, type Phrase } from '../compute/search/parse-query.ts'
import { readSearchableText } from '../compute/search/read-searchable-text.ts'

/** A task whose messages are to be searchable; `bytes` is its packed history. */
export type TaskToIndex = {
  readonly id: string
  readonly snapshotSha256: string
  readonly bytes: Uint8Array
  /** Stands for the time of messages that have none. Milliseconds since 1970. */
  readonly lastActivityTs: number | null
}

/** What a search gives. */
export type FoundHits = {
  readonly hits: readonly Omit<SearchHit, 'taskTitle'>[]
  /** All tasks that were put. */
  readonly taskIds: readonly string[]
}

/** What comes of a job on the index; `damaged` says that its file has to be deleted. */
export type SearchAnswer<Output> =
  | { readonly kind: 'done'; readonly output: Output }
  | { readonly kind: 'damaged' }

type OpenIndex = { readonly reader: SearchReader; readonly writer: SearchWriter }
type SearchJob<Input, Output> = Job<Input & { readonly filePath: string }, SearchAnswer<Output>>

/** The jobs on the index, which a thread that does one has open. */
export const searchJobNames = [
  'putIntoSearch',
  'removeFromSearch',
  'findInSearch',
  'listSearchSnapshots',
] as const

/** Replaces what there is of a task, whole or not at all. */
export const putIntoSearch = createSearchJob<{ readonly task: TaskToIndex }, void>(
  ({ writer }, { task }, signal) => writer.put(task, iterateMessages(task, signal)),
)

/** Takes tasks out of the index. */
export const removeFromSearch = createSearchJob<{ readonly taskIds: readonly string[] }, void>(
  ({ writer }, { taskIds }) => writer.forget(taskIds),
)

/** Finds messages, the newest first. */
export const findInSearch = createSearchJob<SearchRange & { readonly phrases: readonly Phrase[] }, FoundHits>(
  ({ reader }, { phrases, limit, within }) => {
    // FTS5 takes no empty expression.
    if (phrases.length === 0) return { hits: [], taskIds: reader.taskIds() }
    const hits = reader.find(matchExpression(phrases), { limit, within }, ({ text, ...found }) => ({
      ...found,
      snippet: cutSnippet(text, phrases),
    }))
    return { hits, taskIds: reader.taskIds() }
  },
)

/** The snapshot at which each of some tasks was put, by task id. */
export const listSearchSnapshots = createSearchJob<
  { readonly taskIds: readonly string[] },
  ReadonlyMap<string, string>
>(({ reader }, { taskIds }) => reader.snapshots(taskIds))

function createSearchJob<Input, Output>(
  work: (index: OpenIndex, input: Input, signal: CancelSignal) => Output | Promise<Output>,
): SearchJob<Input, Output> {
  return async (input, { signal }) => {
    try {
      return { kind: 'done', output: await work(openIndex(input.filePath), input, signal) }
    } catch (error) {
      if (isDamaged(error)) return { kind: 'damaged' }
      throw error
    }
  }
}

/** The index that this thread has open. */
let open: { readonly filePath: string; readonly close: () => void; readonly index: OpenIndex } | null = null

function openIndex(filePath: string): OpenIndex {
  if (open?.filePath === filePath) return open.index
  open?.close()
  const database = openSearchDatabase(filePath)
  const index = { reader: createSearchReader(database), writer: createSearchWriter(database) }
  open = { filePath, close: () => void database.close(), index }
  return index
}

/** Lets go of that index. A thread that ends does so by itself; jobs that are done without one are told. */
export function closeSearchIndex(): void {
  open?.close()
  open = null
}

async function* iterateMessages(
  { bytes, lastActivityTs }: TaskToIndex,
  signal: CancelSignal,
): AsyncGenerator<IndexedMessage, void> {
  let index = 0
  let sortTs = lastActivityTs ?? 0
  for await (const message of snapshotMessages(bytes)) {
    if (signal.aborted) throw new Cancelled()
    const ts = findMessageTime(message)
    sortTs = ts ?? sortTs
    const text = readSearchableText(message)
    yield { index, role: message.role, ts, sortTs, text, words: foldText(text) }
    index += 1
  }
}
