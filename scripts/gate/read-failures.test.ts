import { describe, expect, it } from 'vitest'
import { readPlaywrightFailures, readVitestFailures } from './read-failures.ts'

const passed = { status: 'expected', projectName: 'screens', results: [{ status: 'passed', errors: [] }] }

describe('what failed', () => {
  it('is read from the report of the unit tests, with files that could not be loaded', () => {
    const report = {
      testResults: [
        { name: '/root/src/a.test.ts', status: 'failed', message: 'No such module', assertionResults: [] },
        {
          name: '/root/src/b.test.ts',
          status: 'failed',
          assertionResults: [
            { fullName: 'b works', status: 'passed' },
            {
              fullName: 'b fails',
              status: 'failed',
              failureMessages: ['\u001B[31mexpected 1\u001B[39m\n at x'],
            },
          ],
        },
      ],
    }
    expect(readVitestFailures(JSON.stringify(report), '/root')).toEqual([
      { name: 'src/a.test.ts', message: 'No such module' },
      { name: 'src/b.test.ts > b fails', message: 'expected 1\n at x' },
    ])
  })

  it('is read from the report of the end-to-end tests, however deep, with errors outside of tests', () => {
    const error = {
      message: '\u001B[2mnot visible\u001B[22m',
      snippet: '> 3 | await',
      location: { file: '/root/e2e/a.spec.ts', line: 3 },
    }
    const broken = { ...passed, status: 'unexpected', results: [{ status: 'failed', errors: [error] }] }
    const slow = { ...passed, status: 'flaky', results: [{ status: 'failed', errors: [] }] }
    const inner = { title: 'in the dark', specs: [{ title: 'shows', tests: [passed, broken] }] }
    const outer = { title: 'a.spec.ts', specs: [{ title: 'opens', tests: [slow] }], suites: [inner] }
    const report = { suites: [outer], errors: [{ message: 'no browser' }] }
    expect(readPlaywrightFailures(JSON.stringify(report), '/root')).toEqual([
      { name: 'outside of tests', message: 'no browser' },
      { name: '[screens] a.spec.ts > opens', message: '' },
      {
        name: '[screens] a.spec.ts > in the dark > shows',
        message: 'not visible\nat e2e/a.spec.ts:3\n> 3 | await',
      },
    ])
  })

  it.each(['', '{', '{}', '[]'])('is nothing by %j', (text) => {
    expect(readVitestFailures(text, '/')).toEqual([])
    expect(readPlaywrightFailures(text, '/')).toEqual([])
  })
})
