import { findSmallest } from '../../../../../shared/kernel/find-extreme.ts'
import { useNotes } from '../../../../../shared/take-home/use-words.ts'
import { composedSettingsSchema, type ComposedSettings } from '../../../../methods/agents/settings.ts'
import type { Chosen } from '../use-target.ts'

/** An arm that takes old tool results or old thinking out of the history and does nothing else. */
export type Clearing = Readonly<{
  /** Newest calls whose results stay; null where results are left alone. */
  keep: number | null
  /** Tokens that have to go at least; 0 for any. */
  atLeast: number
  exceptTools: readonly string[]
  /** Tools whose calls lose their input; `*` for all. */
  inputsOf: readonly string[]
  /** Turns of the assistant whose thinking stays; null where thinking is left alone. */
  thinkingTurns: number | null
  /** Size from which on it clears, tokens; null where it does so before every request. */
  from: number | null
  placeholder: string
  notes: readonly string[]
}>

/** The settings of an arm that is put together from rules; null for others. */
export function parseComposedSettings({
  arm,
  settings,
}: Pick<Chosen, 'arm' | 'settings'>): ComposedSettings | null {
  return arm.providerId === 'composed' ? composedSettingsSchema.parse(settings) : null
}

/** What an arm clears; a reason, as the end of a sentence, where it does more or goes by another measure. */
export function readClearing(chosen: Chosen): Clearing | string {
  const settings = parseComposedSettings(chosen)
  if (settings === null || settings.keep.rule !== 'all' || settings.summary.kind !== 'none')
    return 'it does more than clear old tool results or thinking.'
  const { outputs, keepThinkingTurns } = settings
  if (outputs.mode === 'cut' || outputs.duplicateReads) return 'it shortens results instead of clearing them.'
  if (outputs.protectTokens > 0 || outputs.protectTurns > 0 || outputs.aboveChars > 0)
    return 'it keeps results by their size or turn, not by their number.'
  return {
    keep: outputs.mode === 'off' ? null : outputs.protectResults,
    atLeast: outputs.minimumGain,
    exceptTools: outputs.exceptTools,
    inputsOf: outputs.clearInputsOf,
    thinkingTurns: keepThinkingTurns < 0 ? null : keepThinkingTurns,
    from: chosen.at?.tokens ?? readTriggerTokens(settings),
    placeholder: outputs.placeholder,
    notes: [
      ...(outputs.tools.length === 0 ? [] : [useNotes.allTools(outputs.tools)]),
      ...(outputs.keepErrors ? [useNotes.failedToo] : []),
    ],
  }
}

/** The size at which an arm condenses by itself; null where it goes by something else. */
export function readTriggerTokens({ trigger, window }: ComposedSettings): number | null {
  const sizes = trigger.terms
    .filter(({ of }) => of === 'window')
    .map(({ share, plus }) => Math.round(share * window + plus))
  return sizes.length === 0 ? null : findSmallest(sizes)
}
