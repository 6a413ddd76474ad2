import { createHash } from 'node:crypto'
import { formatCountWithNoun } from '../../shared/kernel/format-count-with-noun.ts'
import { toSafeString } from '../../shared/kernel/to-safe-string.ts'
import type { LineReading, LineRecord } from './json-lines.ts'
import { readNestedFields, type Fields } from './json/fields.ts'

/**
 * The records of a file without those that stand in it once more, to the letter and to the millisecond: what a crash, a copy or
 * a synchroniser wrote again did not happen again. Claude Code writes all of a history once more when it compacts, which its
 * reader knows.
 */
export function dropRepeatedRecords(lines: LineReading, file: string): LineReading {
  const seen = new Map<string, LineRecord | Set<string>>()
  const records = lines.records.filter((record) => {
    const key = buildKey(record.value)
    if (key === null) return true
    const known = seen.get(key)
    if (known === undefined) {
      seen.set(key, record)
      return true
    }
    const texts = known instanceof Set ? known : new Set([digest(known)])
    seen.set(key, texts)
    const text = digest(record)
    if (texts.has(text)) return false
    texts.add(text)
    return true
  })
  const repeated = lines.records.length - records.length
  if (repeated === 0) return lines
  const reason = `${formatCountWithNoun(repeated, 'line')} ${repeated === 1 ? 'stands' : 'stand'} in the file more than once, and ${repeated === 1 ? 'counts' : 'each counts'} once`
  return {
    ...lines,
    records,
    problems: [...lines.problems, { file, place: '', reason, severity: 'warning' }],
  }
}

/** What two copies share, which is read without unpacking what is long; null for what may well happen twice. */
function buildKey(value: Fields): string | null {
  const { type, uuid, id, timestamp, time } = value
  const isExact = typeof time === 'number' ? time % 1000 !== 0 : /\.\d*[1-9]/.test(toSafeString(timestamp))
  if (uuid !== undefined || !isExact) return null
  const payload = readNestedFields(value, 'payload')
  const parts = [
    type,
    id,
    timestamp ?? time,
    payload['type'],
    payload['id'],
    payload['call_id'],
    payload['role'],
  ]
  return parts.map(toSafeString).join(' ')
}

function digest({ value }: LineRecord): string {
  return createHash('sha1').update(JSON.stringify(value)).digest('base64')
}
