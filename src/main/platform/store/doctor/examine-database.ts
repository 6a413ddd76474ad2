import { accessSync, constants, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { append } from '../../../../shared/kernel/append.ts'
import { describeError } from '../../../../shared/kernel/describe-error.ts'
import { promptPurposeSchema } from '../../../../shared/prompts/prompt-types.ts'
import { findSpecial } from '../../files/copy-database.ts'
import { readSchemaVersion } from '../copies/database-copy.ts'
import { explainStoreError } from '../database/explain-store-error.ts'
import { readStats } from '../database/read-stats.ts'
import { storedFactSchema, storedPinSchema } from '../records.ts'
import { answerRowSchema } from '../repositories/answer-repository.ts'
import { cellRowSchema } from '../repositories/experiment-cells.ts'
import { storedRowSchema as experimentRowSchema } from '../repositories/experiment-repository.ts'
import { preferenceRowSchema } from '../repositories/preference-repository.ts'
import { presetVersionRowSchema } from '../repositories/preset-repository.ts'
import { profileRowSchema } from '../repositories/profile-repository.ts'
import { replayRowSchema } from '../repositories/replay-repository.ts'
import { storedRunRowSchema } from '../repositories/run-repository.ts'
import { storedTaskRowSchema } from '../repositories/task-repository.ts'
import { writtenSessionRowSchema, writtenSettingsRowSchema } from '../repositories/written-repository.ts'
import { searchVersion } from '../search/search-schema.ts'
import { buildFinding, type DatabaseFigures, type Examined, type Finding } from './build-finding.ts'
import { examineBlobs, examineJson, examineReferences, examineSchema } from './examine-content.ts'
import { examinePages } from './examine-pages.ts'
import { countMissingPages } from './file-head.ts'
import { countLostFrames } from './log-file.ts'
import { openToRead, type ReadableDatabase } from './open-to-read.ts'
import { latestVersion, readShape, findSchemaVersion, jsonColumns } from './schema-shape.ts'

/** What the present version reads of each row; other tables hold texts and numbers alone, which SQLite checks. */
const rowSchemas: Readonly<Record<string, z.ZodType>> = {
  tasks: storedTaskRowSchema,
  runs: storedRunRowSchema,
  preferences: preferenceRowSchema,
  profiles: profileRowSchema,
  prompts: z.object({ purpose: promptPurposeSchema }),
  preset_versions: presetVersionRowSchema,
  answers: answerRowSchema,
  pins: storedPinSchema,
  pinned_facts: storedFactSchema,
  replays: replayRowSchema,
  experiments: experimentRowSchema.omit({ sources: true }),
  cells: cellRowSchema,
  written_sessions: writtenSessionRowSchema,
  written_settings: writtenSettingsRowSchema,
}

const rowSchema = z.record(z.string(), z.unknown())

/** Examines a database, however damaged, and leaves it as it is. Rejects for nothing that a file can hold. */
export async function examineDatabase(filePath: string): Promise<Examined> {
  const obstacle = findObstacle(filePath)
  if (obstacle !== null) return { filePath, findings: [obstacle], figures: null }
  const opened = open(filePath)
  if (!('database' in opened)) return { filePath, findings: opened, figures: null }
  try {
    const findings = await examineOpen(filePath, opened.database)
    return { filePath, findings, figures: await readFigures(opened.database) }
  } finally {
    opened.close()
  }
}

/** Examines the search index, which is a cache; null where it is in order or not there. */
export function examineSearchIndex(filePath: string): Finding | null {
  const found = statSync(filePath, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (!found.isFile()) return buildFinding('search-damaged', '', 1, ['is a folder'])
  try {
    const { database, close } = openToRead(filePath)
    try {
      if (readSchemaVersion(database) !== searchVersion) return null
      const line = String(database.pragma('quick_check(1)', { simple: true }))
      return line === 'ok' ? null : buildFinding('search-damaged', '', 1, [line])
    } finally {
      close()
    }
  } catch (error) {
    const { code } = explainStoreError(filePath, error)
    return code === 'corrupt' ? buildFinding('search-damaged', '', 1, [describeError(error)]) : null
  }
}

/** What keeps the file from being looked into at all. */
function findObstacle(filePath: string): Finding | null {
  const found = statSync(filePath, { throwIfNoEntry: false })
  if (found === undefined) return buildFinding('missing')
  if (found.isDirectory()) return buildFinding('folder')
  if (!found.isFile()) return buildFinding('no-database')
  if (found.size === 0) return buildFinding('empty')
  const special = findSpecial(filePath)
  if (special !== null) return buildFinding('special-file', special.name, 1, [special.kind])
  try {
    accessSync(filePath, constants.R_OK)
    return null
  } catch (error) {
    return buildFinding('not-readable', '', 1, [describeError(error)])
  }
}

function open(filePath: string): ReadableDatabase | readonly Finding[] {
  try {
    return openToRead(filePath)
  } catch (error) {
    return examineUnopened(filePath, error)
  }
}

/** What can be said of a file that SQLite does not open. */
function examineUnopened(filePath: string, error: unknown): readonly Finding[] {
  const { code } = explainStoreError(filePath, error)
  if (code === 'locked') return [buildFinding('locked', '', 1, [describeError(error)])]
  if (code === 'read-only') return [buildFinding('not-readable', '', 1, [describeError(error)])]
  try {
    return [explainUnread(filePath, error)]
  } catch (cause) {
    return [buildFinding('read-error', '', 1, [describeError(cause)])]
  }
}

/** A head that is none, an end that is missing, or a list of tables that SQLite cannot read. */
function explainUnread(filePath: string, error: unknown): Finding {
  const details = [describeError(error)]
  if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB')
    return buildFinding('no-database', '', 1, details)
  const missing = countMissingPages(filePath)
  return missing > 0 ? buildFinding('truncated', '', missing) : buildFinding('damaged-schema', '', 1, details)
}

async function examineOpen(filePath: string, database: Database.Database): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const attemptStep = async (step: () => readonly Finding[] | Promise<readonly Finding[]>): Promise<void> => {
    try {
      append(findings, await step())
    } catch (error) {
      const isKnown = findings.some(({ code }) => code === 'damaged-pages')
      const { code } = explainStoreError(filePath, error)
      if (code === 'corrupt' && isKnown) return
      const what = code === 'locked' ? 'locked' : code === 'io' ? 'read-error' : 'damaged-pages'
      findings.push(buildFinding(what, '', 1, [describeError(error)]))
    }
  }
  const version = readSchemaVersion(database)
  await attemptStep(() => examineLog(filePath, database))
  await attemptStep(() => examinePages(database))
  await attemptStep(() => examineVersion(database, version))
  if (version > latestVersion) return findings
  await attemptStep(() =>
    examineSchema(database, findSchemaVersion(readShape(database), version === 0 ? null : version)),
  )
  await attemptStep(() => examineReferences(database))
  await attemptStep(() => examineJson(database))
  if (version === latestVersion) await attemptStep(() => examineRows(database))
  const hasBlobs = !findings.some(({ code, place }) => code === 'missing-table' && place === 'blobs')
  if (hasBlobs) await attemptStep(() => examineBlobs(database))
  return findings
}

function examineVersion(database: Database.Database, version: number): readonly Finding[] {
  if (version > latestVersion) return [buildFinding('newer', '', version)]
  const isEmpty = database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
  if (version === 0) return [isEmpty ? buildFinding('empty') : buildFinding('no-version')]
  const real = findSchemaVersion(readShape(database), version)
  if (real !== version) return [buildFinding('wrong-version', '', version, [String(real)])]
  return version === latestVersion ? [] : [buildFinding('older', '', version)]
}

/** A log that is started anew while it is read looks damaged; it does not so again and again. */
const logReadings = 5

/**
 * The log by itself, whose file no lock of SQLite's is on: to open and close the file of the database would end the locks
 * that this process has on it.
 */
function examineLog(filePath: string, database: Database.Database): readonly Finding[] {
  const pageSize = z.int().parse(database.pragma('page_size', { simple: true }))
  for (let reading = 1; ; reading += 1) {
    const lost = countLostFrames(`${filePath}-wal`, pageSize)
    if (lost === 0) return []
    if (reading === logReadings) return [buildFinding('damaged-log', '', lost)]
  }
}

async function readFigures(database: Database.Database): Promise<DatabaseFigures | null> {
  try {
    return await readStats(database)
  } catch {
    return null
  }
}

/** Rows that the present version cannot read, by table. A table that SQLite cannot read is named by others. */
function examineRows(database: Database.Database): readonly Finding[] {
  return Object.entries(rowSchemas).flatMap(([table, schema]) => {
    try {
      return examineTable(database, table, schema)
    } catch {
      return []
    }
  })
}

function examineTable(database: Database.Database, table: string, schema: z.ZodType): readonly Finding[] {
  // What is no JSON at all is named as such.
  const valid = (jsonColumns[table] ?? []).map((column) => `json_valid(coalesce(${column}, 'null'))`)
  const rows = database.prepare(`select * from ${table} where ${['true', ...valid].join(' and ')}`).iterate()
  const unreadable: string[] = []
  for (const row of rows) {
    const columns = rowSchema.parse(row)
    const parsed = schema.safeParse(
      Object.fromEntries(Object.entries(columns).map(([name, value]) => [toCamelCase(name), value])),
    )
    if (parsed.success) continue
    const place = parsed.error.issues[0]?.path.join('.') ?? ''
    const [key] = Object.values(columns)
    unreadable.push(`${String(key)}: ${place}`)
  }
  return unreadable.length === 0
    ? []
    : [buildFinding('unreadable-rows', table, unreadable.length, unreadable)]
}

function toCamelCase(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
