import { describe, expect, it } from 'vitest'
import { describeDoneElsewhere, describeExperimentOwner } from './whose-words.ts'

describe('whose an experiment is', () => {
  it.each([
    [{ isImported: false, isSample: false }, null],
    [{ isImported: true, isSample: true }, null],
    [{ isImported: true, isSample: false }, 'Imported from a file'],
    [
      { isImported: true, isSample: false, pushedBy: 'lab, Dewpoint 1.0.0' },
      'Pulled from a team, pushed by lab, Dewpoint 1.0.0',
    ],
    [
      { isImported: true, isSample: false, pushedBy: '\u202Eyou' },
      'Pulled from a team, pushed by ⟨U+202E⟩you',
    ],
  ])('%j is said as %s', (summary, text) => expect(describeExperimentOwner(summary)).toBe(text))

  it('names the machines that did cells, and not all of many', () => {
    expect(describeDoneElsewhere([{}, {}])).toBeNull()
    expect(describeDoneElsewhere([{ doneBy: 'lab' }, {}, { doneBy: 'lab' }, { doneBy: '' }])).toBe(
      '3 cells done by lab, nobody',
    )
    const many = Array.from({ length: 9 }, (_, at) => ({ doneBy: `machine ${at}` }))
    expect(describeDoneElsewhere(many)).toMatch(
      /^9 cells done by machine 0, .+machine 4 and 4 other machines$/,
    )
  })
})
