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

/** The line by which a command is known: scripts go on for pages. */
export function firstLine(command: string): string {
  return command.trim().split('\n', 1)[0]?.trim() ?? ''
}
