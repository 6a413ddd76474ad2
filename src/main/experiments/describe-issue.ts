import type { z } from 'zod'
import type { Path } from './read-yaml.ts'

type RawIssue = z.core.$ZodRawIssue

/** What does not fit, in plain words that go on after the name of the value: `must be a whole number`. */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'is missing'
      return `must be ${kindNames[issue.expected] ?? issue.expected}, not ${kindOf(issue.input)}${quotesHint(issue)}`
    case 'invalid_value':
      return `must be ${oneOf(issue.values)}`
    case 'invalid_union':
      return describeUnion(issue.errors, issue.input)
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    default:
      return 'does not fit'
  }
}

/** Ids of tasks may be digits alone, which YAML takes for a number where nothing says that they are text. */
function quotesHint({ expected, input }: Extract<RawIssue, { code: 'invalid_type' }>): string {
  return expected === 'string' && typeof input === 'number' ? '; put it in quotes' : ''
}

/** The value that a path leads to, as it is called in a sentence. */
export function subjectOf(path: Path): string {
  const last = path.at(-1)
  if (last === undefined) return 'The experiment'
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

function kindOf(value: unknown): string {
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

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.map(String).join(', ')}`
}

function describeUnion(options: readonly (readonly z.core.$ZodIssue[])[], input: unknown): string {
  if (input === undefined) return 'is missing'
  const wanted = options.flatMap(([first]) => {
    if (first?.path.length !== 0) return []
    if (first.code === 'invalid_type') return [kindNames[first.expected] ?? first.expected]
    return first.code === 'invalid_value' ? [oneOf(first.values)] : []
  })
  return wanted.length === options.length && wanted.length < 4
    ? `must be ${wanted.join(', or ')}`
    : 'holds a value that cannot be kept here'
}

function tooSmall(issue: Extract<RawIssue, { code: 'too_small' }>): string {
  if (issue.origin === 'string' || issue.origin === 'array') {
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum}`
  }
  return issue.inclusive === false
    ? `must be more than ${issue.minimum}`
    : `must be at least ${issue.minimum}`
}

function tooBig(issue: Extract<RawIssue, { code: 'too_big' }>): string {
  const most = issue.maximum.toLocaleString('en-US')
  if (issue.origin === 'string') return `must have at most ${most} characters`
  if (issue.origin === 'array') return `must have at most ${most} items`
  return issue.inclusive === false ? `must be less than ${most}` : `must be at most ${most}`
}
