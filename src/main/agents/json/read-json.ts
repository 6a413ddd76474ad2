import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { SourceFile } from '../source-file.ts'
import { withoutZeros } from '../without-zeros.ts'
import { describeJsonType } from './describe-json-type.ts'
import { describeTextPlace } from './describe-text-place.ts'
import { isRecord, type Fields } from './fields.ts'
import { findArrayStart } from './find-array-start.ts'
import { findJsonError } from './find-json-error.ts'
import { leastLength, readElements } from './read-elements.ts'
import { recoverArray, type JsonDamage, type JsonItem } from './recover-array.ts'

/** What a file says as JSON, as far as it can be read. */
export type JsonReading = Readonly<{
  /** What the file holds as a whole, such as `an object`; null where it is damaged. */
  found: string | null
  /** True when there is an array to read, bare or as `messages` of an object. */
  hasArray: boolean
  /** Elements of that array. */
  items: readonly JsonItem[]
  /** Where each of them ends in the bytes of a file that `JSON.stringify` wrote without indentation; null for all others. */
  ends: readonly number[] | null
  /** The whole object; null for other shapes and for damaged ones. */
  object: Fields | null
  /** True when nothing was lost on the way. */
  intact: boolean
  problems: readonly ImportProblem[]
}>

/**
 * Agents keep three kinds of records in arrays: messages have a role, lines of the chat window have a type, and messages
 * of exports say who wrote them beside their parts.
 */
function looksLikeRecord(value: unknown): boolean {
  if (!isRecord(value)) return false
  if (isRecord(value['info'])) return Array.isArray(value['parts'])
  return typeof value['role'] === 'string'
    ? 'content' in value || Array.isArray(value['parts'])
    : 'ts' in value && 'type' in value
}

const toItems = (values: readonly unknown[]): readonly JsonItem[] =>
  values.map((value, index) => ({ index, value }))

function classify(value: unknown, ends: JsonReading['ends'] = null): JsonReading {
  const found = describeJsonType(value)
  const base = { found, hasArray: false, items: [], ends, object: null, intact: true, problems: [] }
  if (Array.isArray(value)) return { ...base, hasArray: true, items: toItems(value) }
  if (!isRecord(value)) return base
  const messages = value['messages']
  const hasArray = Array.isArray(messages)
  return { ...base, hasArray, object: value, items: hasArray ? toItems(messages) : [] }
}

function describeDamage(damage: JsonDamage, kept: number): string {
  const element = damage.index === null ? 'behind the first damage' : `in element #${damage.index}`
  if (damage.lost === 0) return `${damage.reason}, but nothing was lost there`
  if (damage.lost !== null)
    return `damaged ${element}: ${damage.reason} (this element is lost, ${formatCountWithNoun(kept, 'element was', 'elements were')} kept in all)`
  return `damaged ${element}: ${damage.reason} (${formatCountWithNoun(kept, 'element was', 'elements were')} kept in all, how many were lost is not known)`
}

function recover(file: SourceFile, start: number, isTopLevel: boolean): JsonReading {
  const { items, damage } = recoverArray(file.text, {
    start,
    isTopLevel,
    fits: looksLikeRecord,
  })
  const buildProblem = (offset: number, reason: string, isLoss: boolean): ImportProblem => ({
    file: file.name,
    place: describeTextPlace(file.text, offset, file.bom),
    reason,
    severity: isLoss ? 'error' : 'warning',
  })
  const problems = damage.map((one) =>
    buildProblem(one.offset, describeDamage(one, items.length), one.lost !== 0),
  )
  // The array is whole, and the object around it is not.
  const outside = damage.length === 0 && !isTopLevel ? findJsonError(file.text, 0) : null
  if (outside !== null)
    problems.push(
      buildProblem(
        outside.offset,
        `damaged outside of its messages: ${outside.reason} (${formatCountWithNoun(items.length, 'element was', 'elements were')} kept in all)`,
        true,
      ),
    )
  return { found: null, hasArray: true, items, ends: null, object: null, intact: false, problems }
}

function buildEmptyReading(file: SourceFile, place: string, reason: string): JsonReading {
  const problem = { file: file.name, place, reason, severity: 'error' as const }
  const problems = [problem]
  return { found: null, hasArray: false, items: [], ends: null, object: null, intact: false, problems }
}

/** An object behind which a crash left NUL characters; null for anything else. */
function readObjectBeforeZeros({ name, text, bom }: SourceFile): JsonReading | null {
  if (!text.endsWith('\0')) return null
  const own = withoutZeros(text)
  if (!own.startsWith('{')) return null
  try {
    const reading = classify(JSON.parse(own))
    const place = describeTextPlace(text, text.indexOf('\0'), bom)
    const reason = 'NUL characters follow the end of the object, but nothing was lost there'
    return {
      ...reading,
      found: null,
      intact: false,
      problems: [{ file: name, place, reason, severity: 'warning' }],
    }
  } catch {
    return null
  }
}

/** Reads a file as JSON; of a damaged array it takes the elements that are whole. Never throws. */
export function readJson(file: SourceFile): JsonReading {
  const { utf8 } = file
  const elements = utf8 !== null && utf8.length >= leastLength ? readElements(utf8) : null
  if (elements !== null) return classify(elements.values, elements.ends)
  const { text } = file
  const first = text.search(/[^\s]/)
  if (text.length === 0)
    return buildEmptyReading(
      file,
      '',
      file.bom ? 'the file holds only a byte order mark' : 'the file is empty',
    )
  if (first === -1) return buildEmptyReading(file, '', 'the file holds only white space')
  if (/^[\0\s]*$/.test(text)) return buildEmptyReading(file, '', 'the file holds only NUL characters')
  if (/^\uFFFD{0,2}\0?[^\0]\0[^\0]\0/.test(text))
    return buildEmptyReading(
      file,
      '',
      'it is UTF-16 that was read as UTF-8: open it by its path, or save it as UTF-8',
    )
  try {
    return classify(JSON.parse(text))
  } catch {
    const whole = readObjectBeforeZeros(file)
    if (whole !== null) return whole
    const start = text.charAt(first) === '[' ? first : findArrayStart(text, 'messages')
    if (start !== -1) return recover(file, start, start === first)
    const error = findJsonError(text, 0)
    const place = describeTextPlace(text, error?.offset ?? 0, file.bom)
    return buildEmptyReading(file, place, error?.reason ?? 'it is not one JSON value')
  }
}
