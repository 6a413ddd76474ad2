import { expect, it } from 'vitest'
import type { Evidence } from '../kernel/evidence.ts'
import { listJudgedLines } from './judged-words.ts'

const likelihood: Evidence = {
  kind: 'likelihood',
  actions: ['read_file {}'],
  model: 'Qwen',
  version: 'v1',
  bits: { empty: 35, full: 30, condensed: 33 },
  leastBits: 10,
  tokens: [],
  answers: [],
}

it('says why a likelihood has no value', () => {
  expect(listJudgedLines(likelihood)).toEqual([
    'The actions take 35.0 bits after nothing, 30.0 after the full history, 33.0 after this context. The full history saves less than 10.0 bits, so there is no value.',
    'read_file {}',
    'By Qwen (v1), 0 tokens.',
  ])
})

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
