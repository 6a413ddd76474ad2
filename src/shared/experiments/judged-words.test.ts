import { expect, it } from 'vitest'
import { listJudgedLines } from './judged-words.ts'

it('says each step of a resume check with what is wrong with it', () => {
  const lines = listJudgedLines({
    kind: 'resume',
    full: [{ action: { tool: null, input: '', text: 'Done.' }, result: 'none', findings: [] }],
    condensed: [
      {
        action: { tool: 'run', input: '{}', text: '' },
        result: 'continuation',
        findings: [
          { kind: 'repeat', what: 'npm test', messageIndex: 7 },
          { kind: 'contradiction', target: 'npm', rule: 'Never run npm.' },
        ],
      },
    ],
    bans: [],
    answers: [],
    notes: [],
  })
  expect(lines).toEqual([
    'full 1: no call: Done. (not in the record, ends here)',
    'condensed 1: run {} (result as recorded after the cut) Repeats what message #7 did: npm test Breaks a ban on npm: “Never run npm.”',
    'The user forbids no command and no path by name, so no ban was checked.',
  ])
})

it('says nothing of evidence that no model gave', () => {
  expect(listJudgedLines({ kind: 'measured', split: [] })).toEqual([])
})
