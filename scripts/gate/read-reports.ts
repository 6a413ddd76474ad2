import { z } from 'zod'
import type { Tally } from './tally.ts'

const vitestReportSchema = z.object({
  numPassedTests: z.number().int(),
  numFailedTests: z.number().int(),
  numPendingTests: z.number().int(),
  numTodoTests: z.number().int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
})

const playwrightReportSchema = z.object({
  stats: z.object({
    expected: z.number().int(),
    unexpected: z.number().int(),
    flaky: z.number().int(),
    skipped: z.number().int(),
  }),
  errors: z.array(z.unknown()),
})

/** Counts of Vitest's JSON report; a test file that could not be loaded is one failure. Null where it is none. */
export function readVitestReport(text: string): Tally | null {
  const report = parse(vitestReportSchema, text)
  if (report === null) return null
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Counts of Playwright's JSON report; flaky tests and errors outside of tests are failures. Null where it is none. */
export function readPlaywrightReport(text: string): Tally | null {
  const report = parse(playwrightReportSchema, text)
  if (report === null) return null
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

function parse<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
