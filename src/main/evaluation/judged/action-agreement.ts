import { callActs } from '../../engine/facts/call-acts.ts'
import { callText } from '../../engine/history/call-text.ts'
import { pathOfInput } from '../../engine/history/tool-catalogue.ts'
import { normalPath } from '../facts/read-path.ts'

/** A next step; `tool` is null for one that only speaks. */
export type Action = {
  readonly tool: string | null
  readonly input: Readonly<Record<string, unknown>>
  readonly text: string
}

/**
 * How far two next steps agree, 0 to 1: 0 for different tools; for the same one a half, and another half by how much
 * their main arguments have in common (Sørensen–Dice over sets): the files of a call that deals with files, the words
 * of a command, else the words of all arguments, and of what is said where no tool is called. What a file is to
 * become does not count.
 */
export function actionAgreement(a: Action, b: Action): number {
  if (a.tool !== b.tool) return 0
  return 0.5 + 0.5 * likeness(mainArgument(a), mainArgument(b))
}

function mainArgument({ tool, input, text }: Action): ReadonlySet<string> {
  if (tool === null) return wordsIn(text)
  const path = pathOfInput(input)
  const acts = callActs({
    messageIndex: 0,
    blockIndex: 0,
    kind: 'tool-call',
    holder: 'input',
    toolName: tool,
    text: callText(tool, input),
    ...(path === undefined ? {} : { path }),
  })
  const commands = acts.flatMap((act) => (act.kind === 'command' ? [act.command] : []))
  if (commands.length > 0) return wordsIn(commands.join(' '))
  const paths = acts.flatMap((act) =>
    act.kind === 'command' ? [] : act.kind === 'move' ? [act.path, act.to] : [act.path],
  )
  return paths.length > 0 ? new Set(paths.map(normalPath)) : wordsIn(textsIn(input).join(' '))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}_.-]+/gu))
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1
  const common = [...a].filter((own) => b.has(own)).length
  return (2 * common) / (a.size + b.size)
}
