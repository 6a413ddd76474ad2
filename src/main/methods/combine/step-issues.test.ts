import { describe, expect, it } from 'vitest'
import { exchangeHistory } from '../../kernel/testing/exchange-history.ts'
import { conversationFor, runOn } from '../../kernel/testing/run-on.ts'
import { findMethod } from '../methods.ts'

const many = { minTokens: 'many' }
const good = { providerId: 'lossless' }

describe('settings of a strategy', () => {
  it.each<[string, string, object, string[]]>([
    ['an unknown provider', 'pipeline', { steps: [good, { providerId: 'nothing' }] }, ['steps.1.providerId']],
    [
      'an unknown preset',
      'ab',
      { arms: [{ providerId: 'smart', presetId: 'nothing' }, good] },
      ['arms.0.presetId'],
    ],
    [
      'settings of a step',
      'pipeline',
      { steps: [{ providerId: 'truncation', settings: many }] },
      ['steps.0.settings.minTokens'],
    ],
    [
      'settings of a preferred provider',
      'preferences',
      { preferred: { providerId: 'truncation', settings: many } },
      ['preferred.settings.minTokens'],
    ],
    [
      'each of several steps',
      'ab',
      { arms: [{ providerId: 'nothing' }, { providerId: 'truncation', settings: many }] },
      ['arms.0.providerId', 'arms.1.settings.minTokens'],
    ],
    [
      'a step of a step',
      'pipeline',
      { steps: [{ providerId: 'ab', settings: { arms: [good, { providerId: 'nothing' }] } }] },
      ['steps.0.settings.arms.1.providerId'],
    ],
    ['nothing', 'pipeline', { steps: [good, { providerId: 'truncation', presetId: 'suppress' }] }, []],
  ])('say where %s is wrong', (_name, id, settings, places) => {
    const { issues } = findMethod(id)!.bind(settings, findMethod)
    expect(issues.map(({ path }) => path.join('.'))).toEqual(places)
  })

  it('that name what there is not do not keep the other steps from running', () => {
    expect(findMethod('pipeline')!.bind({ steps: [{ providerId: 'nothing' }, good] }, findMethod).ok).toBe(
      true,
    )
  })
})

it('says once that no model was asked, however many steps asked none', async () => {
  const { summary } = await runOn(
    findMethod('quality-first')!,
    {},
    conversationFor(exchangeHistory(41, 'native')),
    10,
  )
  expect(
    summary.trace.filter(({ label, decision }) => label === 'native' && decision === 'taken'),
  ).toHaveLength(1)
  expect(summary.warnings.filter(({ code }) => code === 'extractive')).toHaveLength(1)
})
