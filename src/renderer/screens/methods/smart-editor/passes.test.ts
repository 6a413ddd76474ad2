import { expect, it } from 'vitest'
import { settingsSchema, type Settings } from '../../../../shared/methods/provider-types.ts'
import { describePass, passTemplates } from './passes.ts'

const [suppress, cut, summarise, batch] = passTemplates.map(({ pass }) => settingsSchema.parse(pass))

it.each<[Settings | undefined, string]>([
  [suppress, 'all but the last 20 · suppress'],
  [cut, 'all but the last 10 · cut'],
  [summarise, 'all but the last 10 · summarise'],
  [batch, 'all but the last 40 % · one summary'],
  [
    { ...cut, execution: { type: 'conditional', condition: { tokenThreshold: 40_000 } } },
    'all but the last 10 · cut · above 40,000 tok',
  ],
  [{ ...batch, batchConfig: { operation: 'keep' }, selection: { type: 'custom' } }, 'by conditions · kept'],
  [{ ...cut, selection: { type: 'preserve_recent', keepRecentCount: null } }, 'all but the last ? · cut'],
  [{}, 'kept'],
])('%o is described', (pass, words) => {
  expect(describePass(pass ?? {})).toBe(words)
})
