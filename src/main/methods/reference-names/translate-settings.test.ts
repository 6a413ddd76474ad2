import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import { findMethod } from '../methods.ts'
import { providerNames, runNames } from './names.ts'
import { translateSettings } from './translate-settings.ts'

/** Listings of the reference documents as they are printed there, texts aside. */
const listings: readonly [
  listing: string,
  provider: string,
  raw: Settings,
  settings: Settings,
  run: object,
][] = [
  [
    'native, schema',
    'native',
    {
      maxMessagesToKeep: 3,
      condensingApiConfigId: 'gpt-4o-mini-profile',
      customCondensingPrompt: 'In short',
    },
    { keepLast: 3, customPrompt: 'In short' },
    { profileId: 'gpt-4o-mini-profile' },
  ],
  [
    'several profiles',
    'native',
    {
      autoCondenseContext: true,
      autoCondenseContextPercent: 80,
      condensingApiConfigId: 'gpt-4o-mini-profile',
      customCondensingPrompt: 'Summarise',
      profileThresholds: { 'claude-sonnet-4': 75, 'gpt-4o': 85, 'gpt-4o-mini': -1, 'claude-haiku': 70 },
    },
    { customPrompt: 'Summarise' },
    {
      autoCondense: true,
      threshold: 80,
      profileId: 'gpt-4o-mini-profile',
      profileThresholds: { 'claude-sonnet-4': 75, 'gpt-4o': 85, 'gpt-4o-mini': -1, 'claude-haiku': 70 },
    },
  ],
  [
    'one global profile',
    'native',
    { autoCondenseContext: true, autoCondenseContextPercent: 75, profileThresholds: {} },
    {},
    { autoCondense: true, threshold: 75, profileThresholds: {} },
  ],
  [
    'a team, by user',
    'native',
    { condensingApiConfigId: 'gpt-4o-mini-profile', autoCondenseContextPercent: 80 },
    {},
    { profileId: 'gpt-4o-mini-profile', threshold: 80 },
  ],
  [
    'settings of the editor',
    'native',
    { 'roo-code.contextCompressionThreshold': 75, 'roo-code.messagesRetainCount': 3 },
    { keepLast: 3 },
    { threshold: 75 },
  ],
  [
    'lossless, schema',
    'lossless',
    {
      deduplicateFileReads: true,
      consolidateToolResults: true,
      removeObsoleteState: true,
      maintainReferenceCache: true,
    },
    { deduplicateFileReads: true, consolidateToolResults: true, removeObsoleteState: true },
    {},
  ],
  [
    'truncation, schema',
    'truncation',
    {
      preserveRecentCount: 5,
      truncationMode: 'truncate',
      maxToolResultLines: 5,
      maxToolParamChars: 100,
      preserveUserMessages: true,
      preserveAssistantText: true,
    },
    {
      preserveRecentCount: 5,
      preserveUserMessages: true,
      preserveAssistantText: true,
      toolResults: { mode: 'truncate', maxLines: 5 },
      toolParameters: { mode: 'truncate', maxChars: 100 },
    },
    {},
  ],
  [
    'truncation, rules',
    'truncation',
    {
      preserveRecentCount: 3,
      preserveUserMessages: true,
      preserveAssistantText: true,
      toolResults: { mode: 'suppress', addEllipsis: false },
      toolParameters: { mode: 'suppress', addEllipsis: false },
      thresholds: { minTokensForTruncation: 50 },
    },
    {
      preserveRecentCount: 3,
      preserveUserMessages: true,
      preserveAssistantText: true,
      toolResults: { mode: 'suppress', addEllipsis: false },
      toolParameters: { mode: 'suppress', addEllipsis: false },
      minTokens: 50,
    },
    {},
  ],
  [
    'truncation, last resort, as options of a condensation',
    'truncation',
    { targetTokens: 20_000, config: { truncationMode: 'suppress' } },
    { toolResults: { mode: 'suppress' }, toolParameters: { mode: 'suppress' } },
    { targetTokens: 20_000 },
  ],
  [
    'production, by user',
    'smart',
    { losslessPrelude: 'enabled' },
    { losslessPrelude: { enabled: true } },
    {},
  ],
  [
    'preferences of a user',
    'preferences',
    {
      userId: 'ana',
      preferredProvider: 'truncation',
      maxCostPerCondensation: 0.02,
      qualityThreshold: 0.6,
      customConfig: { preserveRecentCount: 4 },
    },
    {
      preferred: { providerId: 'truncation', settings: { preserveRecentCount: 4 } },
      maxCostUsd: 0.02,
      quality: 0.6,
    },
    {},
  ],
  [
    'production, without',
    'smart',
    { losslessPrelude: 'disabled' },
    { losslessPrelude: { enabled: false } },
    {},
  ],
  [
    'by preference, with names of its provider',
    'preferences',
    {
      preferredProvider: 'truncation',
      customConfig: { truncationMode: 'suppress', config: { maxToolResultLines: 3 }, targetTokens: 900 },
    },
    {
      preferred: {
        providerId: 'truncation',
        settings: { toolResults: { mode: 'suppress', maxLines: 3 }, toolParameters: { mode: 'suppress' } },
      },
    },
    { targetTokens: 900 },
  ],
  [
    'steps of strategies',
    'pipeline',
    { steps: [{ providerId: 'native', settings: { maxMessagesToKeep: 4 } }] },
    { steps: [{ providerId: 'native', settings: { keepLast: 4 } }] },
    {},
  ],
  ['selective', 'native', { 'context.useSelectiveCondensation': true }, { selective: true }, {}],
  ['constants', 'native', { TOKEN_BUFFER_PERCENTAGE: 0.1, MIN_CONDENSE_THRESHOLD: 5 }, {}, {}],
  [
    'settings of the editor, as a group',
    'truncation',
    { 'roo-code': { truncationMode: 'suppress', contextCompressionThreshold: 70 } },
    { toolResults: { mode: 'suppress' }, toolParameters: { mode: 'suppress' } },
    { threshold: 70 },
  ],
  ['by cost', 'cost-aware', { maxCost: 0.03 }, { maxCostUsd: 0.03 }, {}],
  ['better while the budget lasts', 'progressive', { availableBudget: 0.06 }, { maxCostUsd: 0.06 }, {}],
  ['A/B by user', 'ab', { userId: 'ana' }, { key: 'ana' }, {}],
  ['the last resort of the window', 'sliding-window', { MAX_MESSAGES: 20 }, { keepLast: 20 }, {}],
]

describe('settings of the reference documents', () => {
  it.each(listings)('%s', (_listing, providerId, raw, settings, run) => {
    const before = structuredClone(raw)
    const translated = translateSettings(providerId, raw)
    expect(translated.settings).toEqual(settings)
    expect(translated.run).toEqual(run)
    expect(raw).toEqual(before)
    // Whatever comes of them is a setting of the provider.
    expect(findMethod(providerId)?.bind(translated.settings, findMethod)).toMatchObject({ ok: true })
  })

  it('say what became of each name', () => {
    expect(
      translateSettings('truncation', { truncationMode: 'suppress', condensingApiConfigId: 'a' }).names,
    ).toEqual([
      { code: 'run', from: 'condensingApiConfigId', field: 'profileId' },
      { code: 'translated', from: 'truncationMode', to: ['toolResults.mode', 'toolParameters.mode'] },
    ])
    expect(translateSettings('lossless', { maintainReferenceCache: false }).names).toEqual([
      { code: 'no-counterpart', from: 'maintainReferenceCache', why: 'always-so' },
    ])
  })

  it.each(
    [...Object.keys(providerNames), 'pipeline'].flatMap((providerId) =>
      Object.entries({ ...runNames, ...providerNames[providerId] }).map(
        ([name, counterpart]) => [providerId, name, counterpart] as const,
      ),
    ),
  )('of %s may have the prefix of the editor: %s', (providerId, name, counterpart) => {
    const typed = `roo-code.${name}`
    const plain = translateSettings(providerId, { [name]: 1 })
    const prefixed = translateSettings(providerId, { [typed]: 1 })
    expect({ ...prefixed, names: [] }).toEqual({ ...plain, names: [] })
    expect(plain.names).toMatchObject([{ from: name }])
    expect(prefixed.names).toMatchObject([{ from: typed }])
    expect(JSON.stringify(prefixed.settings) !== '{}').toBe(counterpart.kind === 'settings')
  })

  it('of our own may have the prefix too, with the path to their group', () => {
    expect(
      translateSettings('truncation', { 'roo-code.minTokens': 50, 'roo-code.toolResults.mode': 'keep' }),
    ).toEqual({
      settings: { minTokens: 50, toolResults: { mode: 'keep' } },
      run: {},
      names: [
        { code: 'translated', from: 'roo-code.minTokens', to: ['minTokens'] },
        { code: 'translated', from: 'roo-code.toolResults.mode', to: ['toolResults.mode'] },
      ],
    })
  })

  it('lead to nothing that every object has', () => {
    const hostile = JSON.parse(
      '{"roo-code.__proto__.polluted":1,"roo-code.constructor.prototype.polluted":2,"roo-code":{"__proto__":{"polluted":3}}}',
    )
    translateSettings('preferences', hostile)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })

  it('are reported with the path to the provider that they belong to', () => {
    expect(
      translateSettings('preferences', {
        preferredProvider: 'truncation',
        customConfig: { maxToolResultLines: 3 },
      }).names.at(-1),
    ).toEqual({
      code: 'translated',
      from: 'customConfig.maxToolResultLines',
      to: ['preferred.settings.toolResults.maxLines'],
    })
  })

  it('do not overrule what stands beside them by its own name', () => {
    const translated = translateSettings('native', { maxMessagesToKeep: 5, keepLast: 7 })
    expect(translated).toMatchObject({
      settings: { keepLast: 7 },
      names: [{ code: 'twice', from: 'maxMessagesToKeep', to: 'keepLast' }],
    })
    expect(translateSettings('native', { maxMessagesToKeep: 7, keepLast: 7 }).names).toMatchObject([
      { code: 'translated' },
    ])
  })

  it.each<[string, Settings]>([
    ['native', { keepLast: 3, customPrompt: 'x' }],
    ['native', { truncationMode: 'suppress' }],
    ['adaptive', { targetTokens: 500 }],
    ['smart', { passes: [] }],
  ])('are left alone where they are none: %s %j', (providerId, raw) => {
    expect(translateSettings(providerId, raw)).toEqual({ settings: raw, run: {}, names: [] })
  })
})
