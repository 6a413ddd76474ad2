import { z } from 'zod'

type RawIssue = z.core.$ZodRawIssue
type Path = readonly PropertyKey[]

/** Says what does not fit, as the words that follow the name of the value: `must be a whole number`. */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `must be ${kindNames[issue.expected] ?? issue.expected}, not ${describeKind(issue.input)}${describeQuotesHint(issue)}`
    case 'invalid_value':
      return `must be ${describeOptions(issue.values)}`
    case 'invalid_union':
      return describeUnion(issue)
    case 'too_small':
      return describeTooSmall(issue)
    case 'too_big':
      return describeTooBig(issue)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return describeUnknownKeys(issue)
    case 'invalid_key':
      return `is no key that fits: it ${issue.issues[0]?.message ?? 'has another form'}`
    case 'invalid_format':
      return `must be ${formatNames[issue.format] ?? 'written in another form'}`
    default:
      return 'does not fit'
  }
}

/**
 * A sentence about an issue. Schemas have sentences of their own for some, which stay as they are. `whole` is what the
 * value as a whole is called.
 */
export function formatIssueSentence(
  { path, message }: { readonly path: Path; readonly message: string },
  whole = 'The value',
): string {
  const subject = describeSubject(path, whole)
  const text = isPredicate.test(message) ? `${subject} ${message}` : `${subject} does not fit: ${message}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** The same below a field that is named already: `Must be a whole number.` */
export function formatFieldSentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1)
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const isPredicate = /^(must|is|has|needs|takes|holds|does)\b/

function describeUnknownKeys({ keys, inst }: Extract<RawIssue, { code: 'unrecognized_keys' }>): string {
  const names = keys.map((key) => `"${key}"`).join(', ')
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : []
  const what = keys.length === 1 ? 'no key' : 'no keys'
  return `has ${what} ${names}${known.length === 0 ? '' : ` (its keys are ${known.join(', ')})`}`
}

const formatNames: Readonly<Record<string, string>> = {
  url: 'an address such as http://127.0.0.1:8080',
  email: 'an e-mail address',
  base64: 'base64',
  datetime: 'a date with time, such as 2026-01-31T12:00:00Z',
}

/** Ids of tasks may be digits alone, which YAML takes for a number where nothing says that they are text. */
function describeQuotesHint({ expected, input }: Extract<RawIssue, { code: 'invalid_type' }>): string {
  return expected === 'string' && typeof input === 'number' ? ' (put it in quotes)' : ''
}

/** The value that a path leads to, as it is called in a sentence. */
export function describeSubject(path: Path, whole = 'The experiment'): string {
  const last = path.at(-1)
  if (last === undefined) return whole
  const above = path.at(-2)
  return typeof last === 'number' ? `Item ${last + 1} of ${String(above ?? 'the list')}` : String(last)
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of keys and values',
  record: 'a map of keys and values',
}

function describeKind(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'string':
      return 'text'
    case 'number':
      return Number.isInteger(value) ? 'a number' : String(value)
    case 'boolean':
      return String(value)
    default:
      return 'a map'
  }
}

function describeOptions(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`
}

function describeUnion(issue: Extract<RawIssue, { code: 'invalid_union' }>): string {
  const { errors, input } = issue
  if (input === undefined) return 'is missing'
  if (issue.inclusive !== false && issue.options !== undefined)
    return `must be ${describeOptions(issue.options)}`
  const wanted = errors.flatMap(([first]) => {
    if (first?.path.length !== 0) return []
    if (first.code === 'invalid_type') return [kindNames[first.expected] ?? first.expected]
    return first.code === 'invalid_value' ? [describeOptions(first.values)] : []
  })
  return wanted.length === errors.length && wanted.length < 4
    ? `must be ${wanted.join(', or ')}`
    : 'holds a value that cannot be kept here'
}

function describeTooSmall(issue: Extract<RawIssue, { code: 'too_small' }>): string {
  if (issue.origin === 'string' || issue.origin === 'array') {
    const unit = issue.origin === 'string' ? 'characters' : 'items'
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} ${unit}`
  }
  return issue.inclusive === false
    ? `must be more than ${issue.minimum}`
    : `must be at least ${issue.minimum}`
}

function describeTooBig(issue: Extract<RawIssue, { code: 'too_big' }>): string {
  const most = issue.maximum.toLocaleString('en-US')
  if (issue.origin === 'string') return `must have at most ${most} characters`
  if (issue.origin === 'array') return `must have at most ${most} items`
  return issue.inclusive === false ? `must be less than ${most}` : `must be at most ${most}`
}
