import type Database from 'better-sqlite3'
import {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type DatabaseConnection,
  type DeleteResult,
  type SqliteDatabase,
  type SqliteStatement,
  type Transaction,
  type UpdateResult,
} from 'kysely'
import type { z } from 'zod'
import { Recent } from '../../../../shared/kernel/recent.ts'
import type { Tables } from '../tables.ts'
import { explainStoreError } from './explain-store-error.ts'
import { createListReader, parseRow, type ListReader } from './parse-row.ts'

/**
 * Takes the write lock at the start of a transaction. A transaction that reads first and writes later would fail
 * at once, without waiting, when another process wrote in between.
 */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: Database.Database

  constructor(database: Database.Database) {
    super({ database: withKeptStatements(database) })
    this.#database = database
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }

  /** On a full or failing disk SQLite has rolled back already; a second time would hide what had happened. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.inTransaction) await super.rollbackTransaction(connection)
  }
}

/** More than the repositories have: those whose text depends on how much is asked for push out one another. */
const mostStatements = 200
/** In characters: the text for thousands of values hardly comes twice. */
const longestKept = 4000
/** SQLite may do what these ask for while it prepares them, and nothing when they run. */
const pragma = /^\s*pragma\b/i

/**
 * The database with statements that are prepared once: that costs more than most of them do. SQLite itself prepares them
 * anew when somebody has changed the schema.
 */
function withKeptStatements(database: Database.Database): SqliteDatabase {
  const kept = new Recent<SqliteStatement>(mostStatements)
  return {
    prepare: (text) =>
      text.length > longestKept || pragma.test(text)
        ? database.prepare(text)
        : kept.get(text, () => database.prepare(text)),
    close: () => database.close(),
  }
}

type Asking = (db: Kysely<Tables>) => { executeTakeFirst(): Promise<unknown>; execute(): Promise<unknown[]> }
type Changing = { executeTakeFirst(): Promise<DeleteResult | UpdateResult> }

/** What the repositories work with. Everything that it throws is a `StoreFailure`. */
export type Connection = Readonly<{
  /** The first row of a query, checked; null where there is none. */
  one<T extends z.ZodType>(schema: T, table: string, query: Asking): Promise<z.output<T> | null>
  /** The rows of a query, but for those that do not fit: `unreadable` remembers these. */
  list<T extends z.ZodType>(schema: T, table: string, query: Asking): Promise<z.output<T>[]>
  /** How many rows a statement has removed or changed. */
  change(statement: (db: Kysely<Tables>) => Changing): Promise<number>
  /** Reads, or one statement that writes. */
  run<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** All or nothing, holding the write lock. */
  write<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /** The same for what means nothing after a power cut: the disk is not waited for. */
  writeFleeting<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Reads lists around rows that do not fit. */
  lists: ListReader
  close(): Promise<void>
}>

/** Puts typed queries over an open database. */
export function connect(database: Database.Database): Connection {
  const where = database.name
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new ImmediateSqliteDriver(database),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (one) => new SqliteIntrospector(one),
    },
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  const guard = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw explainStoreError(where, error)
    }
  }
  const lists = createListReader()
  return {
    one: async (schema, table, query) => {
      const row = await guard(() => query(db).executeTakeFirst())
      return row === undefined ? null : parseRow(schema, row, table)
    },
    list: async (schema, table, query) =>
      lists.parseRows(schema, await guard(() => query(db).execute()), table),
    change: async (statement) => {
      const result = await guard(() => statement(db).executeTakeFirst())
      return Number('numDeletedRows' in result ? result.numDeletedRows : result.numUpdatedRows)
    },
    lists,
    run: (work) => guard(() => work(db)),
    write: (work) => guard(() => db.transaction().execute(work)),
    writeFleeting: (work) =>
      guard(() =>
        db.connection().execute(async (one) => {
          await one.executeQuery(CompiledQuery.raw('pragma synchronous = NORMAL'))
          try {
            return await one.transaction().execute(work)
          } finally {
            await one.executeQuery(CompiledQuery.raw('pragma synchronous = FULL'))
          }
        }),
      ),
    async close() {
      await guard(() => db.destroy())
      // Kysely closes only what it has used.
      if (database.open) database.close()
    },
  }
}
