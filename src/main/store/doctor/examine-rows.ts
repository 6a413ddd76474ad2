import type Database from 'better-sqlite3'
import { z } from 'zod'
import { cellRowSchema, ratingRowSchema } from '../experiment-cells.ts'
import { storedRowSchema as experimentRowSchema } from '../experiment-repository.ts'
import { storedPinSchema } from '../records.ts'
import { answerRowSchema } from '../answer-repository.ts'
import { preferenceRowSchema } from '../preference-repository.ts'
import { presetVersionRowSchema } from '../preset-repository.ts'
import { profileRowSchema } from '../profile-repository.ts'
import { replayRowSchema } from '../replay-repository.ts'
import { storedRunRowSchema } from '../run-repository.ts'
import { storedTaskRowSchema } from '../task-repository.ts'
import { promptPurposeSchema } from '../../../shared/domain/prompt.ts'
import { finding, type Finding } from './finding.ts'
import { jsonColumns } from './schema-shape.ts'

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
}

const rowSchema = z.record(z.string(), z.unknown())

/** Rows that the present version cannot read, by table. A table that SQLite cannot read is named by others. */
export function examineRows(database: Database.Database): readonly Finding[] {
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
