import type { ImportLimits } from './import-limits.ts'
import { readJson, type JsonReading } from './json/read-json.ts'
import { readMessages, type ReadMessages } from './read-messages.ts'
import type { Source, SourceFile } from './source-file.ts'

/** A source whose files are parsed when a format first asks, and only once. */
export type ParsedSource = Source &
  Readonly<{
    limits: ImportLimits
    file(name: string): SourceFile | null
    json(file: SourceFile): JsonReading
    messages(file: SourceFile): ReadMessages
  }>

function remembered<V>(compute: (file: SourceFile) => V): (file: SourceFile) => V {
  const known = new Map<SourceFile, V>()
  return (file) => {
    const value = known.get(file) ?? compute(file)
    known.set(file, value)
    return value
  }
}

/** Wraps what was gathered for the formats. */
export function parseSource(source: Source, limits: ImportLimits): ParsedSource {
  const json = remembered(readJson)
  const messages = remembered((file) => readMessages(file.name, json(file).items, limits))
  return {
    ...source,
    limits,
    json,
    messages,
    file: (name) => source.files.find((file) => file.name === name) ?? null,
  }
}
