import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { jsonOf } from '../fixtures/command-line.ts'
import { sampleFolder } from '../fixtures/folders.ts'
import { copyUsedData } from '../fixtures/used-data.ts'

/** An experiment over the built command line. What else commands do with experiments is tried beside them. */

const small = `
name: small
tasks: [./task]
checkpoints: { at: [0.4, 0.8] }
variants:
  - { id: summary, provider: native }
  - { id: lossless, provider: lossless }
`

test('gives the figures that scripts rely on', async ({}, testInfo) => {
  const folder = testInfo.outputPath('work')
  await mkdir(folder, { recursive: true })
  await cp(sampleFolder, join(folder, 'task'), { recursive: true })
  await copyUsedData(join(folder, 'data'))
  await writeFile(join(folder, 'small.yaml'), small)
  const shown = await jsonOf(folder, ['experiment', 'run', 'small.yaml'])
  const [, lossless] = shown.variants
  expect(shown).toMatchObject({ name: 'small', cells: { total: 4, done: 4, failed: 0 }, costUsd: 0 })
  expect(lossless.metrics['continuation-recall']).toMatchObject({ mean: 1, low: null, high: null, n: 2 })
  const compared = shown.comparisons.find(({ metric }: { metric: string }) => metric === 'reduction')
  expect(compared).toMatchObject({ a: 'summary', b: 'lossless', p: null, verdict: 'not-enough-data' })
  expect(compared.difference).toBeLessThan(0)
})
