import type { AssertionResult } from '../../../shared/experiments/experiment-results-types.ts'
import type { Cell } from '../../../shared/experiments/experiment-types.ts'
import { assertNever } from '../../../shared/kernel/assert-never.ts'
import { showControls } from '../../../shared/kernel/show-controls.ts'

export type JunitInput = {
  readonly name: string
  readonly startedTs: number
  readonly durationMs: number
  readonly assertions: readonly AssertionResult[]
  /** Each becomes a test case that ended in an error. */
  readonly failedCells: readonly Pick<Cell, 'id' | 'variantId' | 'error'>[]
}

/**
 * Results of an experiment for a CI server, in the shape of Ant's JUnit task, which all of them read: one suite, a test
 * case for each assertion, and one that ended in an error for each failed cell. What is inconclusive is an error too,
 * because servers show a skipped case in green.
 */
export function formatJunitXml({ name, startedTs, durationMs, assertions, failedCells }: JunitInput): string {
  const cases = [
    ...assertions.map((assertion) => formatAssertionCase(name, assertion)),
    ...failedCells.map((cell) => formatCellCase(name, cell)),
  ]
  const counts = [
    `tests="${cases.length}"`,
    `failures="${assertions.filter(({ state }) => state === 'failed').length}"`,
    `errors="${assertions.filter(({ state }) => state === 'inconclusive').length + failedCells.length}"`,
  ].join(' ')
  const seconds = (durationMs / 1000).toFixed(3)
  const timestamp = new Date(startedTs).toISOString().slice(0, 19)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Dewpoint" ${counts} time="${seconds}">`,
    `  <testsuite name="${escapeXml(name)}" ${counts} skipped="0" time="${seconds}" timestamp="${timestamp}">`,
    ...cases.map((testCase) => `    ${testCase}`),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function formatAssertionCase(
  suite: string,
  { metric, variant, expected, state, message }: AssertionResult,
): string {
  const opening = `<testcase classname="${escapeXml(`${suite}.${variant}`)}" name="${escapeXml(`${metric} is ${expected}`)}" time="0"`
  const text = escapeXml(message)
  switch (state) {
    case 'ok':
      return `${opening}/>`
    case 'failed':
      return `${opening}><failure type="assertion" message="${text}">${text}</failure></testcase>`
    case 'inconclusive':
      return `${opening}><error type="inconclusive" message="${text}">${text}</error></testcase>`
    default:
      return assertNever(state)
  }
}

function formatCellCase(suite: string, { id, variantId, error }: JunitInput['failedCells'][number]): string {
  const message = error?.message ?? 'The cell failed.'
  return `<testcase classname="${escapeXml(`${suite}.${variantId}`)}" name="${escapeXml(`cell ${id}`)}" time="0"><error type="${escapeXml(error?.code ?? 'failed')}" message="${escapeXml(message)}">${escapeXml(message)}</error></testcase>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** What could steer a terminal is shown by its number; what XML 1.0 cannot hold in any spelling becomes U+FFFD. */
function escapeXml(text: string): string {
  return showControls(text.toWellFormed())
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(/[&<>"'\t\n\r]/g, (character) => entities[character] ?? character)
}
