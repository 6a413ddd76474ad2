import { isDeeperThan } from '../../../shared/kernel/json-values.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { SourceFile } from '../source-file.ts'
import { isRecord, type Fields } from './fields.ts'
import { readObject } from './read-object.ts'

export type DocumentReading = Readonly<{
  /** Objects of the file in their order, with where each stands. */
  documents: readonly { readonly place: string; readonly value: Fields }[]
  problems: readonly ImportProblem[]
}>

/** Reads a file that is one object, an array of objects, or has one object a line. */
export function readDocuments(source: ParsedSource, file: SourceFile): DocumentReading {
  if (/\.(?:jsonl|ndjson)$/i.test(file.name)) return readLineDocuments(source, file)
  const { object, items, hasArray, problems } = source.json(file)
  if (object !== null) {
    const reading = readObject(source, file)
    return { documents: [{ place: '', value: reading.object }], problems: reading.problems }
  }
  if (hasArray && beginsWithArray(file))
    return {
      documents: items.flatMap(({ index, value }) =>
        isRecord(value) && !isDeeperThan(value, source.limits.depth)
          ? [{ place: index === null ? '' : `element ${index}`, value }]
          : [],
      ),
      problems,
    }
  const lines = readLineDocuments(source, file)
  if (lines.documents.length > 0) return lines
  const reading = readObject(source, file)
  return { documents: [{ place: '', value: reading.object }], problems: reading.problems }
}

/** The text of a large file is not made for this: naming it makes it. */
function beginsWithArray(file: SourceFile): boolean {
  const { utf8 } = file
  return /^\s*\[/.test(utf8 === null ? file.text.slice(0, 100) : utf8.toString('utf8', 0, 100))
}

function readLineDocuments(source: ParsedSource, file: SourceFile): DocumentReading {
  const { records, problems } = source.lines(file)
  return { documents: records.map(({ line, value }) => ({ place: `line ${line}`, value })), problems }
}
