import type { Part } from '../../../shared/kernel/part.ts'
import { findToolPurpose } from '../../kernel/history/tool-catalogue.ts'
import { normalisePath } from '../facts/path-class.ts'
import { readCallActs } from '../facts/read-call-acts.ts'
import { readShellWrites } from '../facts/read-shell-writes.ts'
import { isInspection } from './is-inspection.ts'

/** What a call looks up without a change to anything: its command, or the tool and what it was asked. Null for others. */
export function readInspection(call: Part): string | null {
  const commands = readCallActs(call).flatMap((act) => (act.kind === 'command' ? [act.command] : []))
  if (commands.length > 0) return commands.every(isInspection) ? commands.join('\n') : null
  return findToolPurpose(call.toolName) === 'search' ? call.text : null
}

/** Whether a result says what was asked, and no error. */
export function isSound({ isError, isHeader }: Part): boolean {
  return isError !== true && isHeader !== true
}

/** The files that a call names, or that a result shows. */
export function listPaths(part: Part, call: Part | undefined): readonly string[] {
  if (part.kind === 'tool-result')
    return part.path !== undefined ? [normalisePath(part.path)] : call === undefined ? [] : listActPaths(call)
  return listActPaths(part)
}

function listActPaths(call: Part): readonly string[] {
  return [
    ...new Set(
      readCallActs(call).flatMap((act) => (act.kind === 'command' ? [] : [normalisePath(act.path)])),
    ),
  ]
}

/** The files that a call changes, by its own arguments or by a shell. */
export function listChangedPaths(part: Part): readonly string[] {
  return readCallActs(part).flatMap((act) => {
    if (act.kind === 'read') return []
    if (act.kind === 'command') return Object.values(readShellWrites(act.command)).flat().map(normalisePath)
    return (act.kind === 'move' ? [act.path, act.to] : [act.path]).map(normalisePath)
  })
}

/** Whether two paths may name one file: one may have more folders before it. */
export function isSameFile(one: string, other: string): boolean {
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`)
}

/** What a path shares with every other one that may name the same file. */
export function readFileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
