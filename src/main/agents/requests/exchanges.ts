import { parse as parseYaml } from 'yaml'
import { isDeeperThan } from '../../../shared/kernel/json-values.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import type { FileHead } from '../file-head.ts'
import { isRecord, readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { hasOwnForm } from './apis.ts'

/** A record of a file that may be a call of a model, in whatever container it stands. */
export type Exchange = Readonly<{
  fields: Fields
  /** Line of the file, or place in its list; counted from 1. */
  line: number
  /** Whether the whole file is this one record. */
  isAlone: boolean
}>

export type Exchanges = Readonly<{
  exchanges: readonly Exchange[]
  problems: readonly ImportProblem[]
  isGrowing: boolean
}>

/** A larger recording in YAML takes too long to be read. */
const mostYaml = 64 * 1024 * 1024

/** Reads the records of a file: lines, a list, a HAR file, a cassette, or one object. */
export function readExchanges(source: ParsedSource): Exchanges {
  const file = source.only()
  const head = source.head()
  if (head !== null && isCassette(head)) return readCassette(source)
  if (head !== null && isOfLines(head)) {
    const { records, problems, isGrowing } = source.lines(file)
    const [only] = records
    if (only !== undefined)
      return {
        exchanges:
          records.length === 1
            ? unpack(only.value).map((one) => ({ ...one, isAlone: true }))
            : (readLinesTogether(records.map(({ value }) => value)) ??
              records.map(({ value, line }) => ({ fields: value, line, isAlone: false }))),
        problems,
        isGrowing,
      }
  }
  const { object, items, problems } = source.json(file)
  if (object !== null) {
    const isDeep = isDeeperThan(object, source.limits.depth)
    return { exchanges: isDeep ? [] : unpack(object), problems, isGrowing: false }
  }
  // Of a list the elements are records, unless they are the messages of one request.
  const values = items.map(({ value }) => value)
  const records = values.filter(
    (value): value is Fields => isRecord(value) && !isDeeperThan(value, source.limits.depth),
  )
  return {
    exchanges:
      readWholeExchange(records) ?? records.map((fields, at) => ({ fields, line: at + 1, isAlone: false })),
    problems,
    isGrowing: false,
  }
}

/** The first records that the beginning of a file shows. */
export function readHeadExchanges(head: FileHead): readonly Exchange[] {
  const { values } = head
  const [first] = values
  if (Array.isArray(first)) {
    const records = readRecordList(first)
    return (
      readWholeExchange(records) ?? records.map((fields, at) => ({ fields, line: at + 1, isAlone: false }))
    )
  }
  const records = values.filter(isRecord)
  const [only] = records
  if (only !== undefined && records.length === 1) return unpack(only)
  return readLinesTogether(records) ?? records.map((fields, at) => ({ fields, line: at + 1, isAlone: false }))
}

/** Whether a file begins as a recording of a VCR, which is YAML. */
export function isCassette({ text }: FileHead): boolean {
  return /^(?:---\s*\n)?(?:version: \d+\n)?interactions:\s*\n/.test(text)
}

function isOfLines({ text }: FileHead): boolean {
  const first = text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '' && !line.startsWith('//'))
  return first !== undefined && first.startsWith('{') && first.length > 1
}

/** The records in an object that is a file: those of a HAR file, else the object itself. */
function unpack(object: Fields): readonly Exchange[] {
  const log = readNestedFields(object, 'log')
  const { interactions } = object
  const records = Array.isArray(log['entries'])
    ? readRecordList(log['entries'])
    : Array.isArray(interactions)
      ? readRecordList(interactions)
      : null
  if (records === null) return [{ fields: object, line: 1, isAlone: true }]
  return records.map((fields, at) => ({ fields, line: at + 1, isAlone: false }))
}

/** The one exchange whose messages or items the records are; null where they are anything else. */
function readWholeExchange(records: readonly Fields[]): readonly Exchange[] | null {
  if (isItems(records)) return [{ fields: { input: records }, line: 1, isAlone: true }]
  return isMessages(records) || hasOwnForm({ messages: records })
    ? [{ fields: { messages: records }, line: 1, isAlone: true }]
    : null
}

/** The same of lines, where a line each for messages is not how an agent known here stores them. */
function readLinesTogether(records: readonly Fields[]): readonly Exchange[] | null {
  const whole = readWholeExchange(records)
  return whole === null ? null : whole.map((one) => ({ ...one, isAlone: false }))
}

function isMessages(records: readonly Fields[]): boolean {
  return records.length > 0 && records.every(isMessage)
}

function isMessage(record: Fields): boolean {
  const says = ['content', 'parts', 'tool_calls', 'function_call'].some((key) => key in record)
  return record['role'] !== undefined && says && !record['messages']
}

/** Kinds of items that only OpenAI's Responses have. */
const itemTypes = new Set(['function_call', 'function_call_output', 'custom_tool_call', 'reasoning'])

/** Whether a list is the items of a conversation with OpenAI's Responses, as its agents keep them. */
export function isItems(list: unknown): boolean {
  const items = readRecordList(list)
  return (
    items.some(({ type, role }) => role === undefined && itemTypes.has(toTextOrNull(type) ?? '')) &&
    items.every(({ type, role }) => typeof type === 'string' || typeof role === 'string')
  )
}

function readCassette(source: ParsedSource): Exchanges {
  const file = source.only()
  const buildFaultyExchanges = (reason: string): Exchanges => ({
    exchanges: [],
    problems: [{ file: file.name, place: '', reason, severity: 'error' }],
    isGrowing: false,
  })
  if ((file.utf8?.length ?? file.text.length) > mostYaml)
    return buildFaultyExchanges('it is YAML, and too large to be read')
  try {
    const value: unknown = parseYaml(file.text, { maxAliasCount: 100 })
    if (!isRecord(value) || isDeeperThan(value, source.limits.depth))
      return buildFaultyExchanges('it is no recording')
    return { exchanges: unpack(value), problems: [], isGrowing: false }
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
    return buildFaultyExchanges(`it is no YAML that can be read: ${reason.slice(0, 200)}`)
  }
}
