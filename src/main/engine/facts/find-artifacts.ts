import type { Part } from '../../../shared/domain/part.ts'
import { toolPurpose } from '../history/tool-catalogue.ts'
import { findTouches } from './find-touches.ts'

/** What a task did to files and which commands it ran, from its tool calls. All lists in order of first mention. */
export type Artifacts = {
  /** Written, edited or moved to by a call that did not fail. */
  readonly changedFiles: readonly string[]
  /** Read and never changed. */
  readonly readFiles: readonly string[]
  readonly commands: readonly string[]
}

/**
 * Ground truth from tool calls of both eras; what assistants merely say does not count. A call without a result
 * counts as carried out, and a result whose call is gone as a read of the file that it shows.
 */
export function findArtifacts(parts: readonly (readonly Part[])[]): Artifacts {
  const changed = new Set<string>()
  const read = new Set<string>()
  const commands = new Set<string>()
  for (const [index, touches] of findTouches(parts).entries()) {
    for (const path of pathsRead(parts[index] ?? [])) read.add(path)
    for (const { act, outcome } of touches) {
      if (outcome.status === 'failed' || outcome.status === 'refused') continue
      if (act.kind === 'command') commands.add(act.command.split('\n', 1)[0]?.trim() ?? '')
      else if (act.kind === 'read') read.add(act.path)
      else if (act.kind === 'move') changed.add(act.to)
      else if (act.kind !== 'delete') changed.add(act.path)
    }
  }
  return {
    changedFiles: [...changed],
    readFiles: [...read].filter((path) => !changed.has(path)),
    commands: [...commands],
  }
}

function pathsRead(parts: readonly Part[]): string[] {
  return parts.flatMap(({ kind, path, toolName, isError }) =>
    kind === 'tool-result' && isError !== true && toolPurpose(toolName) === 'read' ? (path ?? []) : [],
  )
}
