import { parseJson } from '../../../shared/kernel/json-values.ts'
import { isRecord } from '../json/fields.ts'

/** Objects on the lines of a text; what is none is left out, for the reader has named it. */
export function parseRecordLines(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text.split('\n').flatMap((line) => {
    try {
      const value: unknown = parseJson(line)
      return isRecord(value) ? [value] : []
    } catch {
      return []
    }
  })
}
