import { describe, expect, it } from 'vitest'
import type { RecordedCondensation } from '../../../../shared/kernel/usage.ts'
import {
  buildRecordedTriggerBlocks,
  describeRecordedTriggers,
} from '../../../../shared/replay/sweep-words.ts'
import { collectRecordedTriggers } from './collect-recorded-triggers.ts'

const task = (id: string, format: string, condensations: RecordedCondensation[]) => ({
  id,
  title: `Task ${id}`,
  format,
  usage: { condensations },
})
const collect = () =>
  collectRecordedTriggers([
    task('a', 'claude-code', [
      { trigger: 'auto', tokensBefore: 167_081, agentVersion: '2.1.37' },
      { trigger: 'auto', tokensBefore: 155_099, agentVersion: '2.1.9' },
      { trigger: 'manual', tokensBefore: 40_000, agentVersion: '2.1.37' },
      { trigger: 'probably idle', tokensBefore: 214_805, agentVersion: '2.1.330' },
      { kind: 'clearing', trigger: 'auto', tokensBefore: 90_000, agentVersion: '2.1.37' },
    ]),
    task('b', 'claude-code', [{ trigger: 'auto', tokensBefore: 167_541, agentVersion: '2.1.37' }]),
    task('c', 'pi', [{ tokensBefore: 175_004 }, { trigger: 'overflow' }]),
  ])

describe('recorded triggers', () => {
  it('are the sizes at which agents condensed by themselves, by agent and version in the order of numbers', () => {
    expect(
      collect().map(({ agent, version, sizes, ...counts }) => [
        agent,
        version,
        sizes.map(({ tokens }) => tokens),
        counts,
      ]),
    ).toEqual([
      ['claude-code', '2.1.9', [155_099], { withoutSize: 0, untold: 0, byHand: 0, idle: 0 }],
      ['claude-code', '2.1.37', [167_081, 167_541], { withoutSize: 0, untold: 0, byHand: 1, idle: 0 }],
      ['claude-code', '2.1.330', [], { withoutSize: 0, untold: 0, byHand: 0, idle: 1 }],
      ['pi', null, [175_004], { withoutSize: 1, untold: 1, byHand: 0, idle: 0 }],
    ])
    expect(collect()[1]?.sizes.map(({ taskId }) => taskId)).toEqual(['a', 'b'])
  })

  it('are told in a sentence, and in a table with the median', () => {
    const recordedTriggers = [...collect()]
    expect(describeRecordedTriggers({ recordedTriggers })).toBe(
      '4 recorded condensations by size: between 155,099 and 175,004 tokens. What stands here was measured when each agent condensed, and is no setting that anybody names. Nothing says what set off 1 of them.',
    )
    const table = buildRecordedTriggerBlocks({ recordedTriggers }).at(-1)
    expect(table).toMatchObject({
      kind: 'table',
      rows: expect.arrayContaining([
        ['claude-code', '2.1.37', '2', '167,081', '167,311', '167,541', '1', '0', '0'],
        ['claude-code', '2.1.330', '0', '', '', '', '0', '1', '0'],
        ['pi', 'not recorded', '1', '175,004', '175,004', '175,004', '0', '0', '1'],
      ]),
    })
    expect(buildRecordedTriggerBlocks({ recordedTriggers: [] })).toEqual([])
  })
})
