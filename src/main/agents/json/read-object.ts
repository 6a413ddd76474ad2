import { isDeeperThan } from '../../../shared/kernel/json-values.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { parseCutText } from '../file-head.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { SourceFile } from '../source-file.ts'
import { isRecord, type Fields } from './fields.ts'

export type ObjectReading = Readonly<{ object: Fields; problems: readonly ImportProblem[] }>

/** Reads a file that is one object; of a damaged one what its brackets still give, and an empty one where that is nothing. */
export function readObject(source: ParsedSource, file: SourceFile): ObjectReading {
  const { object, problems } = source.json(file)
  const { depth } = source.limits
  const value = object ?? parseCutText(file.text)
  if (!isRecord(value)) return { object: {}, problems }
  if (isDeeperThan(value, depth))
    return { object: {}, problems: [buildObjectProblem(file, `it is nested more than ${depth} levels deep`)] }
  if (object !== null || problems.length > 0) return { object: value, problems }
  return {
    object: value,
    problems: [buildObjectProblem(file, 'it is damaged, and only what could be read is here')],
  }
}

function buildObjectProblem({ name }: SourceFile, reason: string): ImportProblem {
  return { file: name, place: '', reason, severity: 'error' }
}
