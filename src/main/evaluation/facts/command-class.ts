import { callActs } from '../../engine/facts/call-acts.ts'
import type { FactClass } from './fact-class.ts'

/** Command lines that tool calls ran, the first line of each. */
export const commandClass: FactClass = {
  id: 'command',
  label: 'Commands',
  isFounder: () => true,
  phrases: (parts) => [
    ...new Set(
      parts
        .flat()
        .flatMap((part) => callActs(part))
        .flatMap((act) => (act.kind === 'command' ? [firstLine(act.command)] : [])),
    ),
  ],
}

/** The line by which a command is known: scripts go on for pages, and some begin with a remark. */
export function firstLine(command: string): string {
  const lines = command.trim().split('\n')
  return (lines.find((line) => !/^\s*(?:#|$)/.test(line)) ?? lines[0] ?? '').trim()
}
