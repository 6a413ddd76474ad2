import { describe, expect, it } from 'vitest'
import type { ExperimentSummary } from '../../../../shared/experiments/experiment-types.ts'
import type { Dewpoint } from '../../common/dewpoint.ts'
import { findExperiment } from './find-experiment.ts'

type Listed = Pick<ExperimentSummary, 'id' | 'name' | 'isImported'>

/** A list of the newest first, with what is looked at alone. */
function listing(...listed: readonly Listed[]): Dewpoint['client'] {
  const client = { experiments: { list: async () => listed } }
  // Nothing else of it is asked.
  return client as unknown as Dewpoint['client']
}

const pulled = { id: 'pulled', name: 'Presets', isImported: true }
const older = { id: 'older', name: 'Presets', isImported: false }
const newer = { id: 'newer', name: 'Presets', isImported: false }

describe('an experiment that a command names', () => {
  it.each([
    ['the newest of several', [newer, older], 'newer'],
    ['one of this machine before a newer one from elsewhere', [pulled, older], 'older'],
    ['one from elsewhere where there is no other', [pulled], 'pulled'],
  ])('is %s', async (_, listed, id) => {
    expect(await findExperiment('Presets', listing(...listed), { folder: '/' })).toMatchObject({ id })
  })
})
