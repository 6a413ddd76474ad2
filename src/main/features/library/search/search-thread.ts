import { findMessageTime } from '../../../../shared/kernel/message.ts'
import type { SearchHit } from '../../../../shared/library/types.ts'
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
import { snapshotMessages } from '../../../platform/workers/packed-snapshot.ts'
import { cutSnippet } from './cut-snippet.ts'
import { foldText } from './fold-text.ts'
import { matchExpression, type Phrase } from './parse-query.ts'
import { readSearchableText } from './read-searchable-text.ts'

/** A task whose messages are to be searchable; `bytes` is its packed history. */
export type TaskToIndex = {
  readonly id: string
  readonly snapshotSha256: string
  readonly bytes: Uint8Array
  /** Stands for the time of messages that have none. Milliseconds since 1970. */
  readonly lastActivityTs: number | null
}

export type FoundHit = Omit<SearchHit, 'taskTitle'>

/** What the thread can be asked for, with its answer. */
export type SearchJobs = {
  readonly put: {
    readonly input: { readonly task: TaskToIndex; readonly cancelFlag: Int32Array }
    /** False where it was cancelled; nothing has changed then. */
    readonly output: boolean
  }
  readonly forget: { readonly input: { readonly taskIds: readonly string[] }; readonly output: void }
  readonly find: {
    readonly input: SearchRange & { readonly phrases: readonly Phrase[] }
    readonly output: { readonly hits: readonly FoundHit[]; readonly taskIds: readonly string[] }
  }
  readonly snapshots: {
    readonly input: { readonly taskIds: readonly string[] }
    readonly output: ReadonlyMap<string, string>
  }
}
export type SearchJobName = keyof SearchJobs

export type SearchRequest<Name extends SearchJobName = SearchJobName> = {
  readonly filePath: string
  readonly name: Name
  readonly input: SearchJobs[Name]['input']
}

/** `damaged` says that the file has to be deleted. */
export type SearchAnswer<Name extends SearchJobName = SearchJobName> =
  | { readonly kind: 'done'; readonly output: SearchJobs[Name]['output'] }
  | { readonly kind: 'damaged' }

type OpenIndex = { readonly reader: SearchReader; readonly writer: SearchWriter }
type Work = {
  readonly [Name in SearchJobName]: (
    index: OpenIndex,
    input: SearchJobs[Name]['input'],
  ) => SearchJobs[Name]['output'] | Promise<SearchJobs[Name]['output']>
}

const work: Work = {
  put: async ({ writer }, { task, cancelFlag }) => {
    try {
      await writer.put(task, iterateMessages(task, cancelFlag))
      return true
    } catch (error) {
      if (error instanceof Stopped) return false
      throw error
    }
  },
  forget: ({ writer }, { taskIds }) => writer.forget(taskIds),
  find: ({ reader }, { phrases, ...range }) => {
    // FTS5 takes no empty expression.
    if (phrases.length === 0) return { hits: [], taskIds: reader.taskIds() }
    const hits = reader.find(matchExpression(phrases), range, ({ text, ...found }) => ({
      ...found,
      snippet: cutSnippet(text, phrases),
    }))
    return { hits, taskIds: reader.taskIds() }
  },
  snapshots: ({ reader }, { taskIds }) => reader.snapshots(taskIds),
}

/** Runs one job. Called by the pool, in a thread of its own: the one that writes, or the one that reads. */
export async function runSearchJob<Name extends SearchJobName>({
  filePath,
  name,
  input,
}: SearchRequest<Name>): Promise<SearchAnswer<Name>> {
  try {
    return { kind: 'done', output: await work[name](openIndexFor(filePath), input) }
  } catch (error) {
    if (isDamaged(error)) return { kind: 'damaged' }
    throw error
  }
}

let open: { readonly filePath: string; readonly index: OpenIndex } | null = null

function openIndexFor(filePath: string): OpenIndex {
  if (open?.filePath === filePath) return open.index
  const database = openSearchDatabase(filePath)
  const index = { reader: createSearchReader(database), writer: createSearchWriter(database) }
  open = { filePath, index }
  return index
}

class Stopped extends Error {}

async function* iterateMessages(
  { bytes, lastActivityTs }: TaskToIndex,
  cancelFlag: Int32Array,
): AsyncGenerator<IndexedMessage, void> {
  let index = 0
  let sortTs = lastActivityTs ?? 0
  for await (const message of snapshotMessages(bytes)) {
    if (Atomics.load(cancelFlag, 0) === 1) throw new Stopped()
    const ts = findMessageTime(message)
    sortTs = ts ?? sortTs
    const text = readSearchableText(message)
    yield { index, role: message.role, ts, sortTs, text, words: foldText(text) }
    index += 1
  }
}
