import { endBytes, headBytes, readFileHead, type FileHead } from './file-head.ts'
import type { ImportLimits } from './import-limits.ts'
import { readJsonLines, type LineReading } from './json-lines.ts'
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
    lines(file: SourceFile): LineReading
    /** The file that the source is, of which there is one unless it is a folder. */
    only(): SourceFile
    /** The beginning of that file; null for folders. */
    head(): FileHead | null
  }>

function rememberByFile<V>(compute: (file: SourceFile) => V): (file: SourceFile) => V {
  const known = new Map<SourceFile, V>()
  return (file) => {
    const value = known.get(file) ?? compute(file)
    known.set(file, value)
    return value
  }
}

function pickOnlyFile({ files, name }: Source): SourceFile {
  const [file] = files
  if (file === undefined) throw new Error(`${name} was gathered without a file`)
  return file
}

function readSourceFileHead(file: SourceFile): FileHead {
  if (file.pieces !== undefined) return file.pieces.head
  // Naming the text makes it: of 50 MB that takes as much memory again, or twice as much.
  if (file.utf8 !== undefined && file.utf8 !== null) return readFileHead(file.name, file.utf8)
  const { name, text } = file
  const end = text.slice(Math.max(headBytes, text.length - endBytes))
  return readFileHead(name, Buffer.from(text.slice(0, headBytes)), Buffer.from(end))
}

/** Wraps what was gathered for the formats. */
export function parseSource(source: Source, limits: ImportLimits): ParsedSource {
  const json = rememberByFile(readJson)
  const heads = rememberByFile(readSourceFileHead)
  const messages = rememberByFile((file) => readMessages(file.name, json(file).items, limits))
  return {
    ...source,
    limits,
    json,
    messages,
    lines: rememberByFile((file) => file.pieces?.lines ?? readJsonLines(file, limits)),
    only: () => pickOnlyFile(source),
    head: () => (source.kind === 'folder' ? null : heads(pickOnlyFile(source))),
    file: (name) => source.files.find((file) => file.name === name) ?? null,
  }
}
