import { describe, expect, it } from 'vitest'
import { formatExperimentIssues } from './experiment-issues.ts'

const name = { message: 'name is missing.', path: 'name', line: 1, column: 1 }
const tasks = { message: 'No task was found.', path: 'tasks', line: 3, column: 9 }
const hint = ' Correct the file. Its schema is in resources/experiments/experiment.schema.json.'

describe('faults of an experiment file', () => {
  it.each([
    [[name], false, `dewpoint: name is missing. [/x.yaml:1:1]${hint}\n`],
    [
      [name, tasks],
      false,
      `dewpoint: name is missing. [/x.yaml:1:1]\ndewpoint: No task was found. [/x.yaml:3:9]${hint}\n`,
    ],
    [[{ ...name, line: 0, column: 0 }], false, `dewpoint: name is missing. [/x.yaml]${hint}\n`],
    [[tasks], true, 'dewpoint: No task was found. [--tasks]\n'],
    [[{ ...name, message: 'a\u001B[31m\nb' }], false, `dewpoint: a [31m b [/x.yaml:1:1]${hint}\n`],
  ])('%o are shown one a line', (issues, namesTasks, text) => {
    expect(formatExperimentIssues(issues, { path: '/x.yaml', namesTasks })).toBe(text)
  })
})
