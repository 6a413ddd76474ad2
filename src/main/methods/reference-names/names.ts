/**
 * Settings by the names of the reference documents, and where each belongs here. Paths have dots. Each may have the
 * prefix of the editor's settings in front of it.
 */
export const editorPrefix = 'roo-code'

/** What of a run, not of its provider's settings, a name decides. */
export type RunField = 'profileId' | 'targetTokens' | 'autoCondense' | 'threshold' | 'profileThresholds'

export type WhyNone = 'always-so' | 'by-the-key' | 'fixed'

export type Counterpart =
  | { readonly kind: 'settings'; readonly to: readonly string[] }
  | { readonly kind: 'run'; readonly field: RunField }
  /** Nothing here decides this; `why` is a code. */
  | { readonly kind: 'none'; readonly why: WhyNone }

const settings = (...to: string[]): Counterpart => ({ kind: 'settings', to })
const run = (field: RunField): Counterpart => ({ kind: 'run', field })

/** Of the agent's own configuration: they hold for a run, whichever provider it uses. */
export const runNames: Readonly<Record<string, Counterpart>> = {
  autoCondenseContext: run('autoCondense'),
  autoCondenseContextPercent: run('threshold'),
  contextCompressionThreshold: run('threshold'),
  profileThresholds: run('profileThresholds'),
  condensingApiConfigId: run('profileId'),
  targetTokens: run('targetTokens'),
  MIN_CONDENSE_THRESHOLD: { kind: 'none', why: 'fixed' },
  MAX_CONDENSE_THRESHOLD: { kind: 'none', why: 'fixed' },
  TOKEN_BUFFER_PERCENTAGE: { kind: 'none', why: 'fixed' },
}

const keptMessages = {
  maxMessagesToKeep: settings('keepLast'),
  messagesRetainCount: settings('keepLast'),
  N_MESSAGES_TO_KEEP: settings('keepLast'),
}
const referenceCache: Counterpart = { kind: 'none', why: 'always-so' }

/** By provider. */
export const providerNames: Readonly<Record<string, Readonly<Record<string, Counterpart>>>> = {
  native: {
    ...keptMessages,
    customCondensingPrompt: settings('customPrompt'),
    useSelectiveCondensation: settings('selective'),
    'context.useSelectiveCondensation': settings('selective'),
  },
  lossless: { maintainReferenceCache: referenceCache },
  truncation: {
    truncationMode: settings('toolResults.mode', 'toolParameters.mode'),
    maxToolResultLines: settings('toolResults.maxLines'),
    maxToolParamChars: settings('toolParameters.maxChars'),
    'thresholds.minTokensForTruncation': settings('minTokens'),
  },
  smart: { 'losslessPrelude.operations.maintainReferenceCache': referenceCache },
  'sliding-window': { MAX_MESSAGES: settings('keepLast') },
  preferences: {
    preferredProvider: settings('preferred.providerId'),
    customConfig: settings('preferred.settings'),
    maxCostPerCondensation: settings('maxCostUsd'),
    qualityThreshold: settings('quality'),
    userId: { kind: 'none', why: 'by-the-key' },
  },
  'cost-aware': { maxCost: settings('maxCostUsd'), remainingBudget: settings('maxCostUsd') },
  progressive: { availableBudget: settings('maxCostUsd') },
  ab: { userId: settings('key') },
}
