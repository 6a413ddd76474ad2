/** Settings by the names of the reference documents, and where each belongs here. Paths have dots. */

/** What of a run, not of its provider's settings, a name decides. */
export type RunField =
  'profileId' | 'targetTokens' | 'autoCondense' | 'threshold' | 'profileThresholds' | 'prompt'

export type Counterpart =
  | { readonly kind: 'settings'; readonly to: readonly string[] }
  | { readonly kind: 'run'; readonly field: RunField }
  /** Nothing here decides this; `why` is a code. */
  | { readonly kind: 'none'; readonly why: 'always-so' | 'by-the-key' }

const settings = (...to: string[]): Counterpart => ({ kind: 'settings', to })
const run = (field: RunField): Counterpart => ({ kind: 'run', field })

/** Of the agent's own configuration: they hold for a run, whichever provider it uses. */
export const runNames: Readonly<Record<string, Counterpart>> = {
  autoCondenseContext: run('autoCondense'),
  autoCondenseContextPercent: run('threshold'),
  contextCompressionThreshold: run('threshold'),
  'roo-code.contextCompressionThreshold': run('threshold'),
  profileThresholds: run('profileThresholds'),
  condensingApiConfigId: run('profileId'),
  targetTokens: run('targetTokens'),
}

const keptMessages = {
  maxMessagesToKeep: settings('keepLast'),
  messagesRetainCount: settings('keepLast'),
  'roo-code.messagesRetainCount': settings('keepLast'),
  N_MESSAGES_TO_KEEP: settings('keepLast'),
}
const referenceCache: Counterpart = { kind: 'none', why: 'always-so' }

/** By provider. */
export const providerNames: Readonly<Record<string, Readonly<Record<string, Counterpart>>>> = {
  native: { ...keptMessages, customCondensingPrompt: settings('customPrompt') },
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
