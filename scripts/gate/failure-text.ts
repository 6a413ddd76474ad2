import { stripVTControlCharacters } from 'node:util'
import type { Failure } from './read-failures.ts'

/** Failures that are told with their messages; logs are cut where they are long, and the first ones matter most. */
const mostTold = 20
const mostNamed = 100
const linesOfMessage = 14
const linesOfOutput = 60
const longestLine = 300

/** What a step of tests says of its failures: the names of all first, then what happened in each. Never long. */
export function failureText(failures: readonly Failure[]): string {
  const names = failures.slice(0, mostNamed).map(({ name }, index) => `  ${index + 1}. ${cut(name)}`)
  const told = failures.slice(0, mostTold).map(({ name, message }, index) => {
    const lines = headOf(message.split('\n'), linesOfMessage)
    return [`${index + 1}. ${cut(name)}`, ...lines.map((line) => `     ${line}`)].join('\n')
  })
  const unnamed = failures.length - names.length
  const untold = failures.length - told.length
  return [
    ...names,
    ...(unnamed > 0 ? [`  and ${unnamed} more`] : []),
    '',
    ...told,
    ...(untold > 0 ? [`the messages of ${untold} more are in the report`] : []),
  ].join('\n')
}

/**
 * What a failed check without a report said: its start and its end, since some tools say the reason first and others
 * last. Lines of passed tests are left out.
 */
export function outputText(output: string): string {
  const lines = stripVTControlCharacters(output)
    .trimEnd()
    .split('\n')
    .filter((line) => !/^\s*✓/.test(line))
  if (lines.length <= linesOfOutput) return lines.map(cut).join('\n')
  const half = linesOfOutput / 2
  const left = `… ${lines.length - linesOfOutput} lines left out …`
  return [...lines.slice(0, half).map(cut), left, ...lines.slice(-half).map(cut)].join('\n')
}

function headOf(lines: readonly string[], most: number): readonly string[] {
  const kept = lines.filter((line) => line.trim() !== '' && !isOfTheRunner(line))
  const more = kept.length - most
  return more > 0 ? [...kept.slice(0, most).map(cut), `… ${more} more lines`] : kept.map(cut)
}

/** A line of a stack that leads through the test runner. */
function isOfTheRunner(line: string): boolean {
  return /^\s+at .*(node_modules|new Promise \(<anonymous>\))/.test(line)
}

function cut(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}…` : line
}
