import { expect, it } from 'vitest'
import type { MetricInfo } from '../../../../shared/activity/quality-types.ts'
import type { Cell, ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import { createTestExperiment } from '../../../measure/testing/create-test-experiment.ts'
import { createTerminal } from '../../../terminal/terminal.ts'
import { endExperiment, resumeCommand } from './experiment-end.ts'

const scored: MetricInfo = {
  id: 'scored',
  label: 'Scored',
  group: 'resume',
  direction: 'higher',
  unit: 'share',
  isPassFail: false,
  needsModel: true,
}
const other = { ...scored, id: 'other', needsModel: false }
const { plan, cells } = createTestExperiment({ metrics: [scored, other], values: { a: { other: [1, 1] } } })
const summary: ExperimentSummary = {
  id: 'e1',
  name: 'Made up',
  question: '',
  contentSha256: '0',
  status: 'finished',
  reason: '',
  isSample: false,
  isImported: false,
  variants: 1,
  checkpoints: 2,
  tasks: 2,
  cells: { total: 2, done: 2, failed: 0, reused: 0 },
  costUsd: 0,
  createdTs: 0,
  finishedTs: 1,
}

function end(gaps: NonNullable<Cell['gaps']>): { readonly code: number; readonly said: string } {
  const said: string[] = []
  const detail = { summary, plan, cells: cells.map((cell) => ({ ...cell, gaps })) }
  const terminal = createTerminal({
    out: async () => undefined,
    err: (text) => void said.push(text),
    isWatched: false,
    hasColour: false,
  })
  const ended = { detail, results: { assertions: [] }, again: '`dewpoint`' }
  return { code: endExperiment(ended, { terminal }), said: said.join('') }
}

const failed = { scored: { code: 'failed' as const, message: 'Down.' } }
const nothing = { scored: { code: 'nothing' as const, message: 'Nothing came next.' } }

it('ends with 2 where no call of a metric succeeded, and says which metric', () => {
  const { code, said } = end(failed)
  expect(code).toBe(2)
  expect(said).toContain('No call for Scored succeeded')
})

it('ends with 0 where there was nothing to measure', () => {
  expect(end(nothing)).toEqual({ code: 0, said: '' })
})

it.each([
  [true, '--database`'],
  ['postgres://me@db/x', '--database postgres://me@db/x`'],
  ['postgres://me:s3cret@db/x', '--database ADDRESS`'],
  ['postgres://db/x?password=s3cret', '--database ADDRESS`'],
] as const)('goes on where it was run, on %s, without its password', (database, end) => {
  expect(resumeCommand('e.yaml', { database })).toBe(`\`dewpoint experiment run e.yaml --resume ${end}`)
})
