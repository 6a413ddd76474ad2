import { describe, expect, it } from 'vitest'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findDecisions, findErrors } from './find-marked-lines.ts'

describe('decisions', () => {
  it('are sentences of the assistant that settle something, each once', () => {
    const said = 'We use zod because it is there. The tests pass. The root cause is a race.'
    const parts = splitHistory([
      { role: 'user', content: 'I decided to use tabs.' },
      { role: 'assistant', content: said },
      { role: 'assistant', content: 'Again: we use zod because it is there.' },
    ])
    expect(findDecisions(parts)).toEqual([
      'We use zod because it is there.',
      'The root cause is a race.',
      'Again: we use zod because it is there.',
    ])
  })
})

describe('errors', () => {
  const findErrorLines = (output: string): string[] =>
    findErrors(splitHistory([call('1', 'Bash', { command: 'npm test' }), answer('1', output)]))

  it('are lines of results that tell of what went wrong, at most three of each', () => {
    expect(findErrorLines('start\nError: a\nTypeError: b\nfatal: c\nfatal: d')).toEqual([
      'Error: a',
      'TypeError: b',
      'fatal: c',
    ])
  })

  it('are not lines that say that nothing did', () => {
    expect(findErrorLines('✓ handles an error\nFinished with 0 errors\n12 passed')).toEqual([])
  })

  it('are not looked for in what files hold', () => {
    const read = [call('1', 'Read', { file_path: 'a.ts' }), answer('1', 'throw new Error: never')]
    expect(findErrors(splitHistory(read))).toEqual([])
  })
})
