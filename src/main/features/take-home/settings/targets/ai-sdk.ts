import { noForm, useNotes } from '../../../../../shared/take-home/use-words.ts'
import type { UseTarget } from '../use-target.ts'
import { readClearing } from './clears-outputs.ts'

/** A function around the AI SDK's `pruneMessages`. */
export const aiSdk: UseTarget = {
  id: 'ai-sdk',
  label: 'AI SDK',
  kind: 'framework',
  buildForm: (chosen) => {
    const clearing = readClearing(chosen)
    if (typeof clearing === 'string') return noForm.otherVendor(chosen.arm.label, 'pruneMessages', clearing)
    const { keep, thinkingTurns, exceptTools, from, notes } = clearing
    const reasoning = thinkingTurns === null ? 'none' : thinkingTurns === 0 ? 'all' : 'before-last-message'
    const toolCalls = keep === null ? 'none' : keep === 0 ? 'all' : `before-last-${2 * keep}-messages`
    return {
      language: 'typescript',
      text: `import { pruneMessages, type ModelMessage } from 'ai'

/** ${chosen.arm.label}, as near as pruneMessages comes to it. */
export function condense(messages: ModelMessage[]): ModelMessage[] {
  return pruneMessages({
    messages,
    reasoning: '${reasoning}',
    toolCalls: '${toolCalls}',
    emptyMessages: 'remove',
  })
}
`,
      place: 'prepareStep of generateText or streamText',
      at: null,
      packages: ['ai'],
      notes: [
        ...(from === null ? [] : [useNotes.everyTime(from)]),
        ...(keep === null ? [] : [useNotes.callsGo]),
        ...(keep === null || keep === 0 ? [] : [useNotes.pairs(keep)]),
        ...(exceptTools.length === 0 ? [] : [useNotes.notCarried(['outputs.exceptTools'], 'pruneMessages')]),
        ...(thinkingTurns !== null && thinkingTurns > 1
          ? [useNotes.notCarried(['keepThinkingTurns'], 'pruneMessages')]
          : []),
        ...notes,
      ],
    }
  },
}
