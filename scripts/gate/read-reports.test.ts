import { describe, expect, it } from 'vitest'
import { readPlaywrightReport, readVitestReport } from './read-reports.ts'

describe('reports of the test runners', () => {
  it('counts a test file that could not be loaded as a failure', () => {
    const report = {
      numPassedTests: 5,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
        { status: 'passed', assertionResults: [{}] },
      ],
    }
    expect(readVitestReport(JSON.stringify(report))).toEqual({ passed: 5, failed: 2, skipped: 3 })
  })

  it('counts flaky tests and errors outside of tests as failures', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }, errors: [{ message: 'x' }] }
    expect(readPlaywrightReport(JSON.stringify(report))).toEqual({ passed: 4, failed: 3, skipped: 2 })
  })

  it.each(['', '{', '{}', '[]'])('takes %j for no report', (text) => {
    expect(readVitestReport(text)).toBeNull()
    expect(readPlaywrightReport(text)).toBeNull()
  })
})
