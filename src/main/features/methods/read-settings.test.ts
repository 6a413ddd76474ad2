import { describe, expect, it } from 'vitest'
import type { Settings } from '../../../shared/methods/provider-types.ts'
import { Problem } from '../common/problem.ts'
import { buildSettingsNotes } from './build-settings-notes.ts'
import { readSettings } from './read-settings.ts'
import { resolveMethod } from './resolve-method.ts'

const recent = { type: 'preserve_recent', keepRecentCount: 5 }
const kept = {
  messageText: { operation: 'keep' },
  toolParameters: { operation: 'keep' },
  toolResults: { operation: 'keep' },
}
/** A pass for each message by itself, with one thing in it changed. */
const pass = (more: Settings = {}): Settings => ({
  passes: [
    {
      id: 'a',
      name: 'A',
      selection: recent,
      mode: 'individual',
      individualConfig: { defaults: kept },
      execution: { type: 'always' },
      ...more,
    },
  ],
})
const only = (kind: string, operation: Settings): Settings =>
  pass({ individualConfig: { defaults: { ...kept, [kind]: operation } } })
const batch = (batchConfig: Settings): Settings => ({
  passes: [{ id: 'a', name: 'A', selection: recent, mode: 'batch', batchConfig }],
})
const lines = { truncate: { maxLines: 5, addEllipsis: true } }
const chars = { truncate: { maxChars: 100 } }
const summary = { summarize: { apiProfile: 'gpt-4o-mini', maxTokens: 100, customPrompt: 'x' } }

/** Every name and every value of an enumeration that the reference documents have for settings. */
const accepted: readonly [provider: string, settings: Settings][] = [
  ...[true, false].map((on): [string, Settings] => ['native', { autoCondenseContext: on }]),
  ...[5, 75, 100].map((percent): [string, Settings] => ['native', { autoCondenseContextPercent: percent }]),
  ['native', { profileThresholds: { 'claude-sonnet-4': 75, 'gpt-4o-mini': -1 } }],
  ['native', { condensingApiConfigId: 'gpt-4o-mini-profile' }],
  ['native', { customCondensingPrompt: 'In short' }],
  ['native', { maxMessagesToKeep: 10 }],
  ['native', { N_MESSAGES_TO_KEEP: 3, MIN_CONDENSE_THRESHOLD: 5, MAX_CONDENSE_THRESHOLD: 100 }],
  ['native', { TOKEN_BUFFER_PERCENTAGE: 0.1 }],
  ['native', { useSelectiveCondensation: true }],
  ['native', { 'context.useSelectiveCondensation': false }],
  ['native', { 'roo-code.contextCompressionThreshold': 75, 'roo-code.messagesRetainCount': 3 }],
  ['sliding-window', { MAX_MESSAGES: 20 }],
  ...['deduplicateFileReads', 'consolidateToolResults', 'removeObsoleteState', 'maintainReferenceCache'].map(
    (name): [string, Settings] => ['lossless', { [name]: false }],
  ),
  ...['suppress', 'truncate'].map((mode): [string, Settings] => ['truncation', { truncationMode: mode }]),
  ['truncation', { maxToolResultLines: 50, maxToolParamChars: 500, preserveRecentCount: 20 }],
  ['truncation', { preserveUserMessages: false, preserveAssistantText: false }],
  ...['suppress', 'truncate'].map((mode): [string, Settings] => [
    'truncation',
    { toolResults: { mode, maxLines: 5, maxChars: 100, addEllipsis: true } },
  ]),
  ...['suppress', 'truncate', 'keep'].map((mode): [string, Settings] => [
    'truncation',
    { toolParameters: { mode, maxChars: 100, addEllipsis: false } },
  ]),
  ['truncation', { thresholds: { minTokensForTruncation: 100 } }],
  ['truncation', { targetTokens: 20_000, config: { truncationMode: 'suppress' } }],
  ...['enabled', 'disabled', true, false, { enabled: true }, { enabled: true, operations: {} }].map(
    (losslessPrelude): [string, Settings] => ['smart', { losslessPrelude }],
  ),
  [
    'smart',
    {
      losslessPrelude: {
        enabled: true,
        operations: {
          deduplicateFileReads: true,
          consolidateToolResults: true,
          removeObsoleteState: true,
          maintainReferenceCache: true,
        },
      },
    },
  ],
  ['smart', pass({ description: 'x' })],
  ['smart', pass({ selection: { type: 'preserve_percent', keepPercentage: 30 } })],
  ['smart', pass({ selection: { type: 'custom', where: { roles: ['user'] } } })],
  ['smart', pass({ execution: { type: 'conditional', condition: { tokenThreshold: 50_000 } } })],
  ['smart', batch({ operation: 'keep' })],
  ['smart', batch({ operation: 'summarize' })],
  [
    'smart',
    batch({
      operation: 'summarize',
      summarizationConfig: { apiProfile: 'gpt-4o-mini', customPrompt: 'x', keepFirst: 1, keepLast: 5 },
    }),
  ],
  ['smart', only('messageText', { operation: 'keep', params: {} })],
  ['smart', only('messageText', { operation: 'truncate', params: chars })],
  ['smart', only('messageText', { operation: 'summarize', params: summary })],
  ['smart', only('toolParameters', { operation: 'suppress', params: {} })],
  ['smart', only('toolParameters', { operation: 'truncate', params: chars })],
  ['smart', only('toolResults', { operation: 'suppress', params: {} })],
  ['smart', only('toolResults', { operation: 'truncate', params: lines })],
  ['smart', only('toolResults', { operation: 'summarize', params: summary })],
  [
    'smart',
    pass({
      individualConfig: {
        defaults: kept,
        overrides: [{ messageIndex: 3, operations: { toolResults: { operation: 'suppress' } } }],
      },
    }),
  ],
  ...['native', 'lossless', 'truncation', 'smart'].map((preferredProvider): [string, Settings] => [
    'preferences',
    {
      userId: 'ana',
      preferredProvider,
      maxCostPerCondensation: 0.02,
      qualityThreshold: 0.6,
      customConfig: {},
    },
  ]),
  [
    'preferences',
    { preferredProvider: 'truncation', customConfig: { truncationMode: 'suppress', maxToolResultLines: 3 } },
  ],
  ['preferences', { preferredProvider: 'smart', customConfig: { losslessPrelude: 'disabled' } }],
  ['cost-aware', { maxCost: 0.03 }],
  ['cost-aware', { remainingBudget: 0.03 }],
  ['progressive', { availableBudget: 0.06 }],
  ['ab', { userId: 'ana' }],
]

describe('settings of the reference documents', () => {
  it.each(accepted)('are taken by %s: %j', (providerId, raw) => {
    const { settings } = readSettings(providerId, raw)
    expect(resolveMethod({ providerId, settings }).method.settings).toMatchObject(settings)
  })

  it.each(accepted)('are taken by %s with the prefix of the editor: %j', (providerId, raw) => {
    const prefixed = Object.fromEntries(
      Object.entries(raw).map(([name, value]) => [
        name.startsWith('roo-code.') ? name : `roo-code.${name}`,
        value,
      ]),
    )
    const { settings, run, names } = readSettings(providerId, prefixed)
    const plain = readSettings(providerId, raw)
    expect({ settings, run }).toEqual({ settings: plain.settings, run: plain.run })
    expect(buildSettingsNotes(names)).toHaveLength(names.length)
    for (const name of Object.keys(prefixed))
      expect(name === 'roo-code.config' || names.some(({ from }) => from.startsWith(name))).toBe(true)
  })

  it.each<[string, Settings, RegExp]>([
    ['native', { maxMessagesToKeep: 'x' }, /^maxMessagesToKeep must be a number, not text$/],
    ['native', { 'roo-code.messagesRetainCount': 0 }, /^roo-code\.messagesRetainCount must be at least 1$/],
    ['native', { autoCondenseContext: 'yes' }, /^autoCondenseContext must be true or false, not text$/],
    ['native', { autoCondenseContextPercent: 900 }, /^autoCondenseContextPercent must be at most 100$/],
    ['native', { 'roo-code.contextCompressionThreshold': 1 }, /^roo-code\..*Threshold must be at least 5$/],
    ['native', { condensingApiConfigId: 7 }, /^condensingApiConfigId must be text, not a number/],
    ['native', { profileThresholds: { a: 'x' } }, /^a must be a number, not text$/],
    [
      'native',
      { profileThresholds: 80 },
      /^profileThresholds must be a map of keys and values, not a number$/,
    ],
    ['truncation', { targetTokens: 0 }, /^targetTokens must be at least 1$/],
    ['truncation', { truncationMode: 'drop' }, /^truncationMode must be one of keep, truncate, suppress$/],
    ['truncation', { maxToolResultLines: 0 }, /^maxToolResultLines must be at least 1$/],
    [
      'smart',
      { losslessPrelude: 'sometimes' },
      /^losslessPrelude must be enabled, disabled, true, false or /,
    ],
    [
      'preferences',
      { preferredProvider: 'truncation', customConfig: { truncationMode: 'drop' } },
      /^customConfig\.truncationMode must be one of keep, truncate, suppress$/,
    ],
    ['cost-aware', { maxCost: -1 }, /^maxCost must be at least 0$/],
  ])('are refused by %s with the name and what it takes: %j', (providerId, raw, message) => {
    expect(catchProblem(() => readSettings(providerId, raw)).message).toMatch(message)
  })

  it.each<[string, Settings, RegExp]>([
    ['smart', only('messageText', { operation: 'suppress' }), /operation must be one of keep, truncate, sum/],
    ['smart', pass({ mode: 'both' }), /mode must be one of batch, individual/],
    [
      'smart',
      pass({ selection: { type: 'x' } }),
      /type must be one of preserve_recent, preserve_percent, cu/,
    ],
    ['smart', pass({ execution: { type: 'x' } }), /type must be one of always, conditional/],
    ['smart', batch({ operation: 'truncate' }), /operation must be one of keep, summarize/],
    [
      'smart',
      { maxMessagesToKeep: 3 },
      /has no key "maxMessagesToKeep" \(its keys are losslessPrelude, passes/,
    ],
    ['preferences', { customConfig: { keepLast: 3 } }, /providerId is missing/],
    ['preferences', { preferredProvider: 'roo' }, /There is no provider "roo"/],
  ])('that no translation fits are refused by %s: %j', (providerId, raw, message) => {
    const refusal = catchProblem(() => {
      const { settings } = readSettings(providerId, raw)
      resolveMethod({ providerId, settings })
    })
    expect(refusal.message).toMatch(message)
    expect(refusal.message).not.toMatch(/Invalid|expected|Unrecognized/)
  })
})

function catchProblem(call: () => unknown): Problem {
  try {
    call()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('Nothing was refused.')
}
