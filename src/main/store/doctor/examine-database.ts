import type Database from 'better-sqlite3'
import { accessSync, constants, statSync } from 'node:fs'
import { schemaVersion } from '../copies/database-copy.ts'
import { z } from 'zod'
import { explainStoreError } from '../database/explain-store-error.ts'
import { readStats } from '../database/read-stats.ts'
import { findSpecial } from '../../files/copy-database.ts'
import { searchVersion } from '../search/search-schema.ts'
import { examineBlobs, examineJson, examineReferences, examineSchema } from './examine-content.ts'
import { examinePages } from './examine-pages.ts'
import { finding, type DatabaseFigures, type Examined, type Finding } from './finding.ts'
import { readLog } from './log-file.ts'
import { openPageFile } from './page-file.ts'
import { openToRead, type ReadableDatabase } from './open-to-read.ts'
import { latestVersion, shapeOf, versionOf, jsonColumns } from './schema-shape.ts'
import { rebuildCopy } from './rebuilt-copy.ts'
import { cellRowSchema, ratingRowSchema } from '../repositories/experiment-cells.ts'
import { storedRowSchema as experimentRowSchema } from '../repositories/experiment-repository.ts'
import { storedPinSchema } from '../records.ts'
import { answerRowSchema } from '../repositories/answer-repository.ts'
import { preferenceRowSchema } from '../repositories/preference-repository.ts'
import { presetVersionRowSchema } from '../repositories/preset-repository.ts'
import { profileRowSchema } from '../repositories/profile-repository.ts'
import { replayRowSchema } from '../repositories/replay-repository.ts'
import { storedRunRowSchema } from '../repositories/run-repository.ts'
import { storedTaskRowSchema } from '../repositories/task-repository.ts'
import { writtenSessionRowSchema } from '../repositories/written-session-repository.ts'
import { writtenSettingsRowSchema } from '../repositories/written-settings-repository.ts'
import { promptPurposeSchema } from '../../../shared/domain/prompt.ts'
import { append } from '../../../shared/lib/append.ts'

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
  replays: replayRowSchema,
  experiments: experimentRowSchema.omit({ sources: true }),
  cells: cellRowSchema,
  ratings: ratingRowSchema,
  written_sessions: writtenSessionRowSchema,
  written_settings: writtenSettingsRowSchema,
}

const rowSchema = z.record(z.string(), z.unknown())

/** Examines a database, however damaged, and leaves it as it is. Rejects for nothing that a file can hold. */
export async function examineDatabase(filePath: string): Promise<Examined> {
  const obstacle = obstacleOf(filePath)
  if (obstacle !== null) return { filePath, findings: [obstacle], figures: null }
  const opened = open(filePath)
  if (!('database' in opened)) return { filePath, findings: opened, figures: null }
  try {
    const findings = await examineOpen(filePath, opened.database)
    return { filePath, findings, figures: await figuresOf(opened.database) }
  } finally {
    opened.close()
  }
}

/** Examines the search index, which is a cache; null where it is in order or not there. */
export function examineSearchIndex(filePath: string): Finding | null {
  const found = statSync(filePath, { throwIfNoEntry: false })
  if (found === undefined) return null
  if (!found.isFile()) return finding('search-damaged', '', 1, ['is a folder'])
  try {
    const { database, close } = openToRead(filePath)
    try {
      if (schemaVersion(database) !== searchVersion) return null
      const line = String(database.pragma('quick_check(1)', { simple: true }))
      return line === 'ok' ? null : finding('search-damaged', '', 1, [line])
    } finally {
      close()
    }
  } catch (error) {
    const { code } = explainStoreError(filePath, error)
    return code === 'corrupt' ? finding('search-damaged', '', 1, [messageOf(error)]) : null
  }
}

/** What keeps the file from being looked into at all. */
function obstacleOf(filePath: string): Finding | null {
  const found = statSync(filePath, { throwIfNoEntry: false })
  if (found === undefined) return finding('missing')
  if (found.isDirectory()) return finding('folder')
  if (!found.isFile()) return finding('no-database')
  if (found.size === 0) return finding('empty')
  const special = findSpecial(filePath)
  if (special !== null) return finding('special-file', special.name, 1, [special.kind])
  try {
    accessSync(filePath, constants.R_OK)
    return null
  } catch (error) {
    return finding('not-readable', '', 1, [messageOf(error)])
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
  if (code === 'locked') return [finding('locked', '', 1, [messageOf(error)])]
  if (code === 'read-only') return [finding('not-readable', '', 1, [messageOf(error)])]
  try {
    return examineFile(filePath, error)
  } catch (cause) {
    return [finding('read-error', '', 1, [messageOf(cause)])]
  }
}

function examineFile(filePath: string, error: unknown): readonly Finding[] {
  const file = openPageFile(filePath)
  try {
    const findings: Finding[] = []
    if (file.isHeadDamaged) findings.push(finding('no-database', '', 1, [messageOf(error)]))
    if (file.missingPages > 0) findings.push(finding('truncated', '', file.missingPages))
    if (isSchemaDamaged(filePath)) findings.push(finding('damaged-schema', '', 1, [messageOf(error)]))
    if (isLogDamaged(file.log)) findings.push(finding('damaged-log', '', file.log.frames - file.log.usable))
    return findings.length > 0 ? findings : [finding('damaged-pages', '', 1, [messageOf(error)])]
  } finally {
    file.close()
  }
}

function isSchemaDamaged(filePath: string): boolean {
  const copy = rebuildCopy(filePath)
  copy.remove()
  return copy.isSchemaDamaged
}

function isLogDamaged({ frames, usable }: { readonly frames: number; readonly usable: number }): boolean {
  return frames > usable
}

async function examineOpen(filePath: string, database: Database.Database): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  const attempt = async (step: () => readonly Finding[] | Promise<readonly Finding[]>): Promise<void> => {
    try {
      append(findings, await step())
    } catch (error) {
      const isKnown = findings.some(({ code }) => code === 'damaged-pages')
      const { code } = explainStoreError(filePath, error)
      if (code === 'corrupt' && isKnown) return
      const what = code === 'locked' ? 'locked' : code === 'io' ? 'read-error' : 'damaged-pages'
      findings.push(finding(what, '', 1, [messageOf(error)]))
    }
  }
  const version = schemaVersion(database)
  await attempt(() => examineLog(filePath, database))
  await attempt(() => examinePages(database))
  await attempt(() => examineVersion(database, version))
  if (version > latestVersion) return findings
  await attempt(() => examineSchema(database, versionOf(shapeOf(database), version === 0 ? null : version)))
  await attempt(() => examineReferences(database))
  await attempt(() => examineJson(database))
  if (version === latestVersion) await attempt(() => examineRows(database))
  const hasBlobs = !findings.some(({ code, place }) => code === 'missing-table' && place === 'blobs')
  if (hasBlobs) await attempt(() => examineBlobs(database))
  return findings
}

function examineVersion(database: Database.Database, version: number): readonly Finding[] {
  if (version > latestVersion) return [finding('newer', '', version)]
  const isEmpty = database.prepare('select 1 from sqlite_schema limit 1').get() === undefined
  if (version === 0) return [isEmpty ? finding('empty') : finding('no-version')]
  const real = versionOf(shapeOf(database), version)
  if (real !== version) return [finding('wrong-version', '', version, [String(real)])]
  return version === latestVersion ? [] : [finding('older', '', version)]
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
    const log = readLog(`${filePath}-wal`, pageSize)
    if (!isLogDamaged(log)) return []
    if (reading === logReadings) return [finding('damaged-log', '', log.frames - log.usable)]
  }
}

async function figuresOf(database: Database.Database): Promise<DatabaseFigures | null> {
  try {
    return await readStats(database)
  } catch {
    return null
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
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
      Object.fromEntries(Object.entries(columns).map(([name, value]) => [camel(name), value])),
    )
    if (parsed.success) continue
    const place = parsed.error.issues[0]?.path.join('.') ?? ''
    const [key] = Object.values(columns)
    unreadable.push(`${String(key)}: ${place}`)
  }
  return unreadable.length === 0 ? [] : [finding('unreadable-rows', table, unreadable.length, unreadable)]
}

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
