import { noForm, useNotes } from '../../../../../shared/take-home/use-words.ts'
import type { ComposedSettings } from '../../../../methods/agents/settings.ts'
import { findSetting } from '../list-changed-settings.ts'
import type { Chosen, NoForm, UseForm, UseTarget } from '../use-target.ts'
import { readClearing, parseComposedSettings, readTriggerTokens } from './clears-outputs.ts'

/** LangChain's middleware and `trimMessages`. */
export const langchain: UseTarget = {
  id: 'langchain',
  label: 'LangChain',
  kind: 'framework',
  buildForm: (chosen) => {
    const { arm, settings } = chosen
    const composed = parseComposedSettings(chosen)
    if (composed?.summary.kind === 'model') return buildSummaryForm(chosen, composed)
    const last = findSetting(settings, 'keepLast')
    if (
      arm.providerId === 'sliding-window' &&
      findSetting(settings, 'variant') === 'keep-last' &&
      typeof last === 'number'
    )
      return trimForm(chosen, last)
    return buildClearingForm(chosen)
  },
}

function buildClearingForm(chosen: Chosen): UseForm | NoForm {
  const clearing = readClearing(chosen)
  if (typeof clearing === 'string') return noForm.otherVendor(chosen.arm.label, 'LangChain', clearing)
  const { keep, from, exceptTools, inputsOf, placeholder, thinkingTurns, atLeast, notes } = clearing
  if (keep === null)
    return noForm.otherVendor(chosen.arm.label, 'LangChain', 'it has nothing that clears thinking.')
  const lost = [
    ...(placeholder.includes('{') ? ['outputs.placeholder'] : []),
    ...(thinkingTurns === null ? [] : ['keepThinkingTurns']),
    ...(atLeast === 0 ? [] : ['outputs.minimumGain']),
    ...(inputsOf.length === 0 || inputsOf.includes('*') ? [] : ['outputs.clearInputsOf']),
  ]
  // Its text is fixed: what the arm fills in has no counterpart.
  const own = placeholder.includes('{') ? '' : `\n      placeholder: ${JSON.stringify(placeholder)},`
  return {
    language: 'typescript',
    text: `import { ClearToolUsesEdit, contextEditingMiddleware } from 'langchain'

/** ${chosen.arm.label}. */
export const condense = contextEditingMiddleware({
  edits: [
    new ClearToolUsesEdit({
      trigger: { tokens: ${from ?? 1} },
      keep: { messages: ${keep} },
      clearToolInputs: ${inputsOf.includes('*')},
      excludeTools: ${JSON.stringify(exceptTools)},${own}
    }),
  ],
})
`,
    place: 'middleware of createAgent',
    at: chosen.at,
    packages: ['langchain'],
    notes: [...(lost.length === 0 ? [] : [useNotes.notCarried(lost, 'ClearToolUsesEdit')]), ...notes],
  }
}

function trimForm({ arm, at }: Chosen, last: number): UseForm {
  return {
    language: 'typescript',
    text: `import { trimMessages, type BaseMessage } from '@langchain/core/messages'

/** ${arm.label}. */
export function condense(messages: BaseMessage[]): Promise<BaseMessage[]> {
  return trimMessages(messages, {
    maxTokens: ${last},
    tokenCounter: (counted) => counted.length,
    strategy: 'last',
    startOn: ['human', 'ai'],
    includeSystem: true,
  })
}
`,
    place: 'whatever builds the messages of a request',
    at: null,
    packages: ['@langchain/core'],
    notes: [useNotes.tail, ...(at === null ? [] : [useNotes.everyTime(at.tokens)])],
  }
}

function buildSummaryForm(chosen: Chosen, settings: ComposedSettings): UseForm | NoForm {
  const { rule, tokens, count, share, first } = settings.keep
  const from = chosen.at?.tokens ?? readTriggerTokens(settings)
  if (from === null) return noForm.noSize('summarizationMiddleware')
  const keep =
    share > 0 || first > 0
      ? null
      : rule === 'tokens'
        ? `{ tokens: ${tokens} }`
        : rule === 'messages'
          ? `{ messages: ${count} }`
          : null
  if (keep === null)
    return noForm.otherVendor(
      chosen.arm.label,
      'LangChain',
      'it keeps something else than a number of newest tokens or messages.',
    )
  return {
    language: 'typescript',
    text: `import { summarizationMiddleware } from 'langchain'

/** ${chosen.arm.label}, as near as summarizationMiddleware comes to it. */
export const condense = summarizationMiddleware({
  model: 'anthropic:claude-haiku-4-5',
  trigger: { tokens: ${from} },
  keep: ${keep},
  // Without it the last 4,000 tokens alone are summarised.
  trimTokensToSummarize: ${from},
})
`,
    place: 'middleware of createAgent',
    at: chosen.at,
    packages: ['langchain'],
    notes: [useNotes.summaryPrompt],
  }
}
