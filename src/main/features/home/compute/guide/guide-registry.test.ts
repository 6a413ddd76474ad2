import { describe, expect, it } from 'vitest'
import type { GuidePick } from '../../../../../shared/home/guide-types.ts'
import type { Message } from '../../../../../shared/kernel/message.ts'
import type { Pass } from '../../../../../shared/methods/smart-pass-types.ts'
import { conversationFor, runOn } from '../../../../kernel/testing/run-on.ts'
import { read } from '../../../../kernel/testing/small-histories.ts'
import { smartSettingsSchema } from '../../../../methods/own/smart/smart.ts'
import { findProvider } from '../../../../methods/registry.ts'
import { picks } from './guide-picks.ts'
import { guideUsers } from './guide-reference.ts'

const named: readonly (readonly [name: string, pick: GuidePick])[] = Object.entries(picks)

describe('what the guide recommends', () => {
  it.each(named)('can be run: %s', (_name, { providerId, presetId, settings = {}, fallback = [] }) => {
    const provider = findProvider(providerId)
    const presets = provider?.presets.map(({ id }) => id) ?? []
    expect(provider?.id).toBe(providerId)
    expect([null, ...presets]).toContain(presetId)
    expect(provider?.bind(settings).ok).toBe(true)
    expect(fallback.filter((id) => findProvider(id) === undefined)).toEqual([])
  })
})

describe('what the guide offers a company in production', () => {
  const { providerId, settings, fallback } = picks.smartProduction
  const { losslessPrelude, passes } = smartSettingsSchema.parse(settings)

  const asksModel = (pass: Pass): boolean =>
    pass.mode === 'batch'
      ? pass.batchConfig.operation === 'summarize'
      : Object.values(pass.individualConfig.defaults).some((done) => done?.operation === 'summarize')

  it('does what its text says: lossless first, cuts always, a model and hard cuts above a threshold only', () => {
    expect(providerId).toBe('smart')
    expect(losslessPrelude.enabled).toBe(true)
    const kinds = passes.map((pass) => ({
      always: pass.execution.type === 'always',
      model: asksModel(pass),
      threshold: pass.execution.type === 'conditional' ? pass.execution.condition.tokenThreshold : null,
    }))
    expect(kinds).toEqual([
      { always: true, model: false, threshold: null },
      { always: true, model: false, threshold: null },
      { always: false, model: true, threshold: 45_000 },
      { always: false, model: false, threshold: 35_000 },
    ])
    const { notes, reasons } = guideUsers.find(({ id }) => id === 'enterprise')!
    expect([...notes, ...reasons].join(' ')).toMatch(/45,000[^]*35,000|35,000[^]*45,000/)
  })

  it('ends in a provider that asks no model', () => {
    expect(fallback.map((id) => findProvider(id)?.capabilities.usesModel)).toEqual([false])
  })

  it.each([
    ['leaves the model and the hard cuts out where cutting is enough', 100, false],
    ['asks the model and cuts hard where it is not', 60_000, true],
  ])('%s', async (_, taskTokens, isAboveThresholds) => {
    const lines = Array.from({ length: 30 }, (__, line) => `line ${line} ${'word '.repeat(24)}`).join('\n')
    const task: Message = { role: 'user', content: 'word '.repeat((taskTokens * 4) / 5) }
    const reads = Array.from({ length: 40 }, (__, index) => read(`${index}`, `src/part-${index}.ts`, lines))
    const history = conversationFor([task, ...reads.flat()])
    const { summary } = await runOn(findProvider(providerId)!, settings, history)
    expect(summary.status).toBe('condensed')
    const conditional = isAboveThresholds ? ['llm-selective', 'last-resort'] : []
    const done = summary.passes.map(({ id }) => id).filter((id) => passes.some((pass) => pass.id === id))
    expect(done).toEqual(['zone-old', 'zone-medium', ...conditional])
  })
})
