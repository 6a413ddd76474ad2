import { conversationFor } from '../../kernel/testing/run-on.ts'
import { buildControlText } from '../controls/control-texts.ts'
import { selectContentWords, createLooseFinder } from '../state/loose-finder.ts'
import { createStateReader } from '../state/said-states.ts'
import { tokeniseText } from '../state/tokenise-text.ts'

// What `countSteps` calls in a thread of its own.

/** Statements found by their words. */
export function findLoosely(text: string): number {
  return createLooseFinder([selectContentWords('Never commit directly to the main branch without review')])(
    tokeniseText(text),
  ).length
}

/** States that a summary gives to a file, a command and an item. */
export function readStates(text: string): number {
  const base = { state: 'done', messageIndex: 0 } as const
  const path = 'src/auth/login.ts'
  const item = 'add tests for the date parser'
  const read = createStateReader(
    [
      { ...base, subject: 'file', name: path, key: path },
      { ...base, subject: 'command', name: 'npm test', key: 'npm test' },
      { ...base, subject: 'to-do', name: item, key: item },
    ],
    [path],
  )
  return read(conversationFor([{ role: 'user', content: text, isSummary: true }])).flat().length
}

/** The names in a text. */
export function listNames(text: string): string {
  return buildControlText(conversationFor([{ role: 'user', content: text }]), 'names', 1000)
}
