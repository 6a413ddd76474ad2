import { setTimeout } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { z } from 'zod'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'
import { explainSkippedRow } from '../../../shared/team/queue-words.ts'
import type { DatabaseAddress } from './address.ts'
import { DatabaseFailure } from './database-failure.ts'

/** Rows of one statement, each as its schema reads it. */
export type Rows = <T>(schema: z.ZodType<T>, sql: string, values?: readonly unknown[]) => Promise<T[]>

/** Hears of a row that cannot be used: its table, what names it there, and why. Says so, once for each. */
export type SkipRow = (table: string, name: string, why: string) => void

/** What may be done within a transaction, or outside of any. */
export type Session = {
  /** Throws where a row does not fit: for what the database computes itself. */
  readonly rows: Rows
  /**
   * Rows of a table that anybody on the database may have written; the first column names each. What does not fit is
   * skipped and said, and the rest is given. `onSkipped` hears the names.
   */
  readonly list: <T>(
    table: string,
    schema: z.ZodType<T>,
    query: { readonly sql: string; readonly values?: readonly unknown[] },
    onSkipped?: (name: string) => void,
  ) => Promise<T[]>
  readonly skip: SkipRow
  /** Runs a statement; how many rows it touched. */
  readonly run: (sql: string, values?: readonly unknown[]) => Promise<number>
  /** Rows as they come, for libraries that bring statements of their own. */
  readonly raw: (sql: string, values?: readonly unknown[]) => Promise<{ rows: unknown[] }>
}

/**
 * A shared database. Whatever is asked of it is asked again while it cannot be reached, until it answers or the signal
 * fires: statements must bear being run twice, because a connection may break after the database has done its part.
 */
export type SharedDatabase = Session & {
  readonly shown: string
  readonly clean: (text: string) => string
  /** One transaction, begun anew where the connection breaks. */
  readonly transaction: <T>(work: (session: Session) => Promise<T>) => Promise<T>
  readonly close: () => Promise<void>
}

export type DatabaseOptions = {
  readonly address: DatabaseAddress
  readonly signal: AbortSignal
  /** Hears sentences: that the database cannot be reached, and that it can be again. */
  readonly tell: (sentence: string) => void
  /** How long the first connection is waited for, in milliseconds. */
  readonly patienceMs?: number
  /** How long an answer is waited for before the connection counts as broken, in milliseconds. */
  readonly silenceMs?: number
}

const firstPauseMs = 250
const longestPauseMs = 5000
const defaultPatienceMs = 60_000
/** No statement takes as long, not even one that sends a history of 50 MB over a slow line. */
const defaultSilenceMs = 5 * 60_000
const mostConnections = 8

/** Connects, and waits for a database that is not there yet. Throws a `DatabaseFailure` where it stays away. */
export async function openSharedDatabase(options: DatabaseOptions): Promise<SharedDatabase> {
  const { address, patienceMs = defaultPatienceMs, silenceMs = defaultSilenceMs } = options
  const pool = new Pool({
    connectionString: address.connectionString,
    max: mostConnections,
    connectionTimeoutMillis: 10_000,
    query_timeout: silenceMs,
    application_name: 'dewpoint',
    keepAlive: true,
  })
  // A connection that breaks while nobody uses it is replaced by the next one.
  pool.on('error', () => undefined)
  const retry = createRetry(options)
  const skip = createSkipTeller(options)
  const createSession = (client: Pick<PoolClient, 'query'>): Session => {
    const queryRaw: Session['raw'] = async (sql, values = []) => client.query(sql, [...values])
    return {
      raw: queryRaw,
      skip,
      list: async (table, schema, { sql, values }, onSkipped) =>
        (await queryRaw(sql, values)).rows.flatMap((row) => {
          try {
            return [schema.parse(row)]
          } catch (error) {
            const name = readFirstColumn(row)
            skip(table, name, describeError(error))
            onSkipped?.(name)
            return []
          }
        }),
      rows: async (schema, sql, values) => (await queryRaw(sql, values)).rows.map((row) => schema.parse(row)),
      run: async (sql, values = []) => (await client.query(sql, [...values])).rowCount ?? 0,
    }
  }
  const own = createSession(pool)
  await retry(() => own.run('select 1'), patienceMs).catch(async (error: unknown) => {
    await pool.end().catch(() => undefined)
    throw error
  })
  return {
    shown: address.shown,
    clean: address.clean,
    raw: (sql, values) => retry(() => own.raw(sql, values)),
    list: (table, schema, query, onSkipped) => retry(() => own.list(table, schema, query, onSkipped)),
    skip,
    rows: (schema, sql, values) => retry(() => own.rows(schema, sql, values)),
    run: (sql, values) => retry(() => own.run(sql, values)),
    transaction: (work) => retry(() => runInTransaction(pool, (client) => work(createSession(client)))),
    close: () => pool.end().catch(() => undefined),
  }
}

/** A row is named once, however often it is met: workers look every second. */
function createSkipTeller({ tell }: Pick<DatabaseOptions, 'tell'>): SkipRow {
  const said = new Set<string>()
  return (table, name, why) => {
    const sentence = explainSkippedRow(
      table,
      showControls(name.slice(0, 100)),
      showControls(why.slice(0, 300)),
    )
    if (!said.has(sentence)) tell(sentence)
    said.add(sentence)
  }
}

/** What the first column says of a row. */
function readFirstColumn(row: unknown): string {
  const [name]: unknown[] = typeof row === 'object' && row !== null ? Object.values(row) : []
  return typeof name === 'string' ? name : JSON.stringify(name ?? null)
}

const clockSchema = z.object({ ts: z.coerce.number() })

/** The clock of a database, in milliseconds since 1970. */
export async function readDatabaseClock({ rows }: Pick<Session, 'rows'>): Promise<number> {
  const [row] = await rows(clockSchema, 'select extract(epoch from now()) * 1000 as ts')
  return row?.ts ?? 0
}

async function runInTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // Without a listener, a connection that breaks between two statements would end the process.
  const onError = (error: Error): void => void (broken = error)
  client.on('error', onError)
  try {
    await client.query('begin')
    const done = await work(client)
    await client.query('commit')
    return done
  } catch (error) {
    if (isGone(error)) broken = error instanceof Error ? error : new Error(String(error))
    else await client.query('rollback').catch((rolled: Error) => void (broken = rolled))
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

type Retry = <T>(work: () => Promise<T>, patienceMs?: number) => Promise<T>

/** Tries again while the database cannot be reached, and says so once. */
function createRetry({ address, signal, tell }: DatabaseOptions): Retry {
  let isDown = false
  return async (work, patienceMs = Infinity) => {
    const until = performance.now() + patienceMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        const done = await work()
        if (isDown) tell(`The database ${address.shown} answers again.`)
        isDown = false
        return done
      } catch (error) {
        const isOver = performance.now() + pauseMs > until || signal.aborted
        if (!isPassing(error) || isOver) throw new DatabaseFailure(address, error)
        if (!isDown && isGone(error))
          tell(
            `The database ${address.shown} cannot be reached (${readErrorCode(error) || describeError(error).toLowerCase()}). Trying again.`,
          )
        if (isGone(error)) isDown = true
        await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined)
      }
    }
  }
}

/** Errors of the network, and of a server that starts, stops or is full: classes 08 and 57P0x of PostgreSQL. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])

function isGone(error: unknown): boolean {
  const code = readErrorCode(error)
  if (networkCodes.has(code) || /^(08|57P0)/.test(code) || code === '53300') return true
  const message = error instanceof Error ? error.message : ''
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered/.test(
    message,
  )
}

/** Two transactions that want the same rows: one of them begins again. */
function isPassing(error: unknown): boolean {
  return isGone(error) || ['40001', '40P01'].includes(readErrorCode(error))
}

function readErrorCode(error: unknown): string {
  if (error instanceof AggregateError) return readErrorCode(error.errors[0])
  const code: unknown = error instanceof Error && 'code' in error ? error.code : ''
  return typeof code === 'string' ? code : ''
}
