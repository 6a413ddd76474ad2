import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Conversation } from '../../kernel/conversation.ts'
import { cutToChars } from '../../kernel/history/cut-text.ts'
import { findTouches } from '../../measure/facts/find-touches.ts'

/** What the tool calls of some messages touched, in order and once each. */
export type Touched = {
  readonly read: readonly string[]
  readonly changed: readonly string[]
  readonly commands: readonly string[]
}

/** Files that were read or changed and commands that were run in some messages. */
export function findTouched({ parts }: Conversation, indices: readonly number[]): Touched {
  const wanted = new Set(indices)
  const read = new Set<string>()
  const changed = new Set<string>()
  const commands = new Set<string>()
  findTouches(parts).forEach((touches, index) => {
    if (!wanted.has(index)) return
    for (const { act, outcome } of touches) {
      if (act.kind === 'command') commands.add(act.command.trim())
      else if (outcome.status !== 'failed')
        (act.kind === 'read' ? read : changed).add(act.kind === 'move' ? act.to : act.path)
    }
  })
  return {
    read: [...read].filter((path) => !changed.has(path)),
    changed: [...changed],
    commands: [...commands],
  }
}

/** The same as a text that stands for the messages; each entry has so many characters at most. */
export function listText(touched: Touched, messages: number, maxChars: number): string {
  const lists = [...formatFileSections(touched), formatSection('Commands run', touched.commands)]
  return [
    `${formatCountWithNoun(messages, 'message')} of work left out.`,
    ...lists.map((list) => cutLines(list, maxChars)),
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Lists of files that are put behind a summary; empty where there are none. */
export function formatFileLists(touched: Touched): string {
  return formatFileSections(touched)
    .filter((text) => text !== '')
    .join('\n\n')
}

function formatFileSections({ read, changed }: Touched): string[] {
  return [formatSection('Files read', read), formatSection('Files changed', changed)]
}

function formatSection(title: string, entries: readonly string[]): string {
  return entries.length === 0
    ? ''
    : [`## ${title}`, ...entries.map((entry) => `- ${cutToFirstLine(entry)}`)].join('\n')
}

const cutToFirstLine = (text: string): string => text.split('\n', 1)[0] ?? ''

function cutLines(text: string, maxChars: number): string {
  return text
    .split('\n')
    .map((line) => cutToChars(line, maxChars, false))
    .join('\n')
}
