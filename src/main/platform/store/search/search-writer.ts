import { hash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import type Database from 'better-sqlite3'
import { z } from 'zod'

/** Messages of one second that have a place each; a second with more is not to be expected. */
const placesPerSecond = 2 ** 21

/** The latest second that leaves every place an exact number: in the year 2106. */
const lastSecond = 2 ** 32 - 1

/** A message as it is put into the index. */
export type IndexedMessage = {
  readonly index: number
  readonly role: string
  /** Milliseconds since 1970. */
  readonly ts: number | null
  /** Where it stands among other messages: its own time, or the best guess at it. Milliseconds since 1970. */
  readonly sortTs: number
  /** What a person reads; snippets are cut from it. */
  readonly text: string
  /** The same as it is cut into words. */
  readonly words: string
}

export type SearchWriter = {
  /**
   * Replaces a task's messages, all or none; those that are still the same stay. What the messages throw is thrown on.
   */
  readonly put: (
    task: { readonly id: string; readonly snapshotSha256: string },
    messages: AsyncIterable<IndexedMessage>,
  ) => Promise<void>
  readonly forget: (taskIds: readonly string[]) => void
}

/** Texts of a chunk together, in characters: small enough to be opened for one snippet. */
const chunkChars = 32_000

const numberSchema = z.object({ number: z.int() })
const keptSchema = z.object({ place: z.int(), messageIndex: z.int(), hash: z.instanceof(Uint8Array) })
const placeSchema = z.object({ place: z.int().nullable() })

type Statements = ReturnType<typeof prepareStatements>

/** Writes into an open index. */
export function createSearchWriter(database: Database.Database): SearchWriter {
  const statements = prepareStatements(database)
  return {
    put: async (task, messages) => {
      statements.begin.run()
      try {
        await replaceTask(statements, task, messages)
        statements.commit.run()
      } catch (error) {
        if (database.inTransaction) statements.rollback.run()
        throw error
      }
    },
    forget: (taskIds) => {
      database.transaction(() => taskIds.forEach((id) => forgetTask(statements, id))).immediate()
    },
  }
}

function prepareStatements(database: Database.Database) {
  const prepare = (sql: string): Database.Statement => database.prepare(sql)
  return {
    begin: prepare('begin immediate'),
    commit: prepare('commit'),
    rollback: prepare('rollback'),
    addTask: prepare(
      `insert into tasks (task_id, snapshot_sha256) values (?, '') on conflict (task_id) do update set snapshot_sha256 = '' returning number`,
    ),
    numberOf: prepare('select number from tasks where task_id = ?'),
    setSnapshot: prepare('update tasks set snapshot_sha256 = ? where number = ?'),
    removeTask: prepare('delete from tasks where number = ?'),
    messagesOf: prepare('select place, message_index as messageIndex, hash from messages where task = ?'),
    lastPlace: prepare('select max(place) as place from messages where place >= ? and place < ?'),
    addMessage: prepare(
      'insert into messages (place, task, message_index, role, ts, hash, chunk, start, length) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    addWords: prepare('insert into words (rowid, text) values (?, ?)'),
    removeMessage: prepare('delete from messages where place = ?'),
    removeWords: prepare('delete from words where rowid = ?'),
    addChunk: prepare(`insert into chunks (task, bytes) values (?, x'')`),
    fillChunk: prepare('update chunks set bytes = ? where id = ?'),
    removeChunks: prepare(
      'delete from chunks where task = :task and id not in (select chunk from messages where task = :task)',
    ),
  }
}

async function replaceTask(
  statements: Statements,
  { id, snapshotSha256 }: { readonly id: string; readonly snapshotSha256: string },
  messages: AsyncIterable<IndexedMessage>,
): Promise<void> {
  const { number } = numberSchema.parse(statements.addTask.get(id))
  const known = new Map(readKeptMessages(statements, number).map((kept) => [kept.messageIndex, kept]))
  const chunks = new ChunkWriter(statements, number)
  for await (const message of messages) {
    const { index, role, ts, sortTs, text, words } = message
    const before = known.get(index)
    const fingerprint = computeFingerprint(message)
    if (before !== undefined && fingerprint.equals(before.hash)) {
      known.delete(index)
      continue
    }
    if (text.trim() === '') continue
    const place = findNextPlace(statements, sortTs)
    const { chunk, start, length } = chunks.add(text)
    statements.addMessage.run(place, number, index, role, ts, fingerprint, chunk, start, length)
    statements.addWords.run(place, words)
  }
  chunks.flush()
  for (const { place } of known.values()) removeMessage(statements, place)
  statements.removeChunks.run({ task: number })
  statements.setSnapshot.run(snapshotSha256, number)
}

function forgetTask(statements: Statements, taskId: string): void {
  const found = statements.numberOf.get(taskId)
  if (found === undefined) return
  const { number } = numberSchema.parse(found)
  for (const { place } of readKeptMessages(statements, number)) removeMessage(statements, place)
  statements.removeChunks.run({ task: number })
  statements.removeTask.run(number)
}

function readKeptMessages(statements: Statements, number: number): readonly z.infer<typeof keptSchema>[] {
  return z.array(keptSchema).parse(statements.messagesOf.all(number))
}

function removeMessage(statements: Statements, place: number): void {
  statements.removeWords.run(place)
  statements.removeMessage.run(place)
}

/** The next free place of a message's second: of two at the same time, the one that was put later is the newer. */
function findNextPlace(statements: Statements, ts: number): number {
  const first = computeFirstPlace(ts)
  const { place } = placeSchema.parse(statements.lastPlace.get(first, first + placesPerSecond))
  const next = place === null ? first : place + 1
  if (next < first + placesPerSecond) return next
  throw new Error('More messages of one second than the index has places for.')
}

/** Bytes of a hash that tell two states of one message apart. */
const fingerprintBytes = 12

/** The best guess at a time is left out: it moves while a task grows, and the message need not. */
function computeFingerprint({ role, ts, text }: IndexedMessage): Buffer {
  return hash('sha1', JSON.stringify([role, ts]) + text, 'buffer').subarray(0, fingerprintBytes)
}

/** Gathers texts that follow each other and packs them together. */
class ChunkWriter {
  private readonly statements: Statements
  private readonly task: number
  private texts: Buffer[] = []
  private bytes = 0
  private id: number | bigint = 0

  constructor(statements: Statements, task: number) {
    this.statements = statements
    this.task = task
  }

  /** Where the text will stand; start and length in bytes of UTF-8. */
  add(text: string): { readonly chunk: number | bigint; readonly start: number; readonly length: number } {
    if (this.bytes > chunkChars) this.flush()
    if (this.texts.length === 0) this.id = this.statements.addChunk.run(this.task).lastInsertRowid
    const encoded = Buffer.from(text)
    const start = this.bytes
    this.texts.push(encoded)
    this.bytes += encoded.length
    return { chunk: this.id, start, length: encoded.length }
  }

  flush(): void {
    if (this.texts.length === 0) return
    this.statements.fillChunk.run(zstdCompressSync(Buffer.concat(this.texts)), this.id)
    this.texts = []
    this.bytes = 0
  }
}

/** First place of the second in which a message was written; `ts` is in milliseconds since 1970. */
function computeFirstPlace(ts: number): number {
  const second = Number.isFinite(ts) ? Math.floor(ts / 1000) : 0
  return Math.min(Math.max(second, 0), lastSecond) * placesPerSecond
}
