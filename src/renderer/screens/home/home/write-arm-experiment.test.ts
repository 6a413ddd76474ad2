import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { experimentFileSchema, libraryEntry } from '../../../../shared/experiments/experiment-file-types.ts'
import { writeArmExperiment } from './write-arm-experiment.ts'

it('is an experiment as it stands', () => {
  const file = experimentFileSchema.parse(
    parse(writeArmExperiment(['opencode', 'claude-code'], 'claude-code')),
  )
  expect(file.tasks).toEqual([libraryEntry])
  expect(file.baseline).toBe('claude-code')
  expect(file.variants.map(({ arm }) => arm)).toEqual(['opencode', 'claude-code'])
})
