import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { experimentFileSchema } from '../../../../shared/experiments/experiment-file-types.ts'
import type { Prompt } from '../../../../shared/prompts/prompt-types.ts'
import { makeTask } from '../../../../shared/testing/make-task.ts'
import { findComparedPrompts, listComparisonTasks, writeComparison } from './write-comparison.ts'

const makePrompt = (id: string, name: string, versions: number): Prompt => ({
  id,
  name,
  purpose: 'conversation',
  isBuiltIn: false,
  versions: Array.from({ length: versions }, (_, index) => ({
    version: index + 1,
    text: `${name} ${index + 1}`,
    note: '',
    createdTs: 0,
  })),
})

const prompts = [makePrompt('short', 'Short', 2), makePrompt('long', 'Кароткі', 1)]

describe('prompts that are compared', () => {
  it('are the newest versions, and two versions of one are told apart by number', () => {
    const labels = (...references: readonly string[]) =>
      findComparedPrompts(prompts, references).map(({ label, version }) => [label, version.version])
    expect(labels('short', 'long')).toEqual([
      ['Short', 2],
      ['Кароткі', 1],
    ])
    expect(labels('short@1', 'short@2')).toEqual([
      ['Short, version 1', 1],
      ['Short, version 2', 2],
    ])
    expect(labels('short', 'gone', 'short@9')).toEqual([['Short', 2]])
  })

  it('become an experiment with their names, the tasks, the model and the limit', () => {
    const text = writeComparison({
      prompts: findComparedPrompts(prompts, ['short', 'long']),
      taskIds: ['a'],
      profileId: 'local',
      budgetUsd: 2,
    })
    expect(experimentFileSchema.parse(parse(text))).toMatchObject({
      name: 'Short or Кароткі',
      tasks: ['a'],
      budgetUsd: 2,
      checkpoints: { at: ['default'] },
      variants: [
        { id: 'short', label: 'Short', provider: 'native', prompt: 'short@2', profile: 'local' },
        { id: 'long-1', label: 'Кароткі', prompt: 'long@1' },
      ],
    })
  })
})

it('offers tasks whose agent condensed first, then the longest, and samples only without others', () => {
  const sample = makeTask({ id: 'sample', isSample: true, condensations: 3 })
  const own = [
    makeTask({ id: 'small', tokens: 10, condensations: 0 }),
    makeTask({ id: 'unread', tokens: null, condensations: null, sizeBytes: 4000 }),
    makeTask({ id: 'condensed', tokens: 5, condensations: 1 }),
    makeTask({ id: 'gone', state: 'gone', condensations: 9 }),
  ]
  expect(listComparisonTasks([sample, ...own]).map(({ id }) => id)).toEqual(['condensed', 'unread', 'small'])
  expect(listComparisonTasks([sample]).map(({ id }) => id)).toEqual(['sample'])
})
