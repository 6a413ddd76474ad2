import type { FactClass } from './fact-class.ts'
import { readCallActs } from './read-call-acts.ts'

/** Command lines that tool calls ran, the first line of each. */
export const commandClass: FactClass = {
  id: 'command',
  label: 'Commands',
  isFounder: () => true,
  phrases: (parts) => [
    ...new Set(
      parts
        .flat()
        .flatMap((part) => readCallActs(part))
        .flatMap((act) => (act.kind === 'command' ? [readCommandLine(act.command)] : [])),
    ),
  ],
}

/** The line by which a command is known: scripts go on for pages, and some begin with a remark. */
export function readCommandLine(command: string): string {
  const lines = command.trim().split('\n')
  return (lines.find((line) => !/^\s*(?:#|$)/.test(line)) ?? lines[0] ?? '').trim()
}
