import { resultFileSchema, type ResultFile } from '../../../shared/condense/result-file-types.ts'
import { isDeeperThan } from '../../../shared/kernel/json-values.ts'
import type { Agent } from '../agent.ts'
import { isRecord } from '../json/fields.ts'
import { readMessageArray } from '../message-array/message-array.ts'
import type { ParsedSource } from '../parsed-source.ts'

/** The result itself and not zod's copy, whose keys stand in another order; null for anything else. */
function readResultFile(source: ParsedSource): ResultFile | null {
  const file = source.files[0]
  // Every file is asked. Of one with one object a line the text of the whole would be made and searched in vain.
  if (file?.utf8?.includes('"dewpoint"') === false) return null
  const object = source.kind === 'file' && file ? source.json(file).object : null
  if (!file || !object || !isRecord(object['dewpoint'])) return null
  // The messages stand two levels deep in the object, and nothing else in it is deep.
  if (isDeeperThan(object, source.limits.depth + 2) || source.messages(file).problems.length > 0) return null
  // The schema accepts the value on this very line.
  return resultFileSchema.safeParse(object).success ? (object as ResultFile) : null
}

/** A file that `condense --out` wrote. A damaged one is read as a plain array of messages. */
export const dewpointResult: Agent = {
  id: 'dewpoint-result',
  version: 1,
  name: 'Dewpoint result',
  label: 'Dewpoint result',
  endings: [],
  recognises: () => false,
  detect: (source) => readResultFile(source) !== null,
  readTask: (source) => ({
    ...readMessageArray(source),
    format: 'dewpoint-result',
    result: readResultFile(source),
  }),
}
