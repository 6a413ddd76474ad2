import type { Part } from '../../../shared/domain/part.ts'
import { toolPurpose } from '../history/tool-catalogue.ts'

/** What a task did to files and which commands it ran, from its tool calls. All lists in order of first mention. */
export type Artifacts = {
  /** Written or edited by a call that did not fail. */
  readonly changedFiles: readonly string[]
  /** Read and never changed. */
  readonly readFiles: readonly string[]
  readonly commands: readonly string[]
}

/** Ground truth from tool calls of both eras; what assistants merely say does not count. */
export function findArtifacts(parts: readonly (readonly Part[])[]): Artifacts {
  const all = parts.flat()
  const failed = new Set(
    all.flatMap((part) =>
      part.kind === 'tool-result' && part.isError === true ? (part.toolCallId ?? []) : [],
    ),
  )
  const changed = new Set<string>()
  const read = new Set<string>()
  const commands = new Set<string>()
  for (const part of all) {
    const { kind, path, toolName, toolCallId } = part
    const purpose = toolPurpose(toolName)
    if (kind === 'tool-result' && path !== undefined && purpose === 'read' && part.isError !== true)
      read.add(path)
    if (kind !== 'tool-call' || (toolCallId !== undefined && failed.has(toolCallId))) continue
    if (path !== undefined && (purpose === 'write' || purpose === 'edit')) changed.add(path)
    if (path !== undefined && purpose === 'read') read.add(path)
    const command = commandOf(part)
    if (command !== undefined) commands.add(command)
  }
  return {
    changedFiles: [...changed],
    readFiles: [...read].filter((path) => !changed.has(path)),
    commands: [...commands],
  }
}

const commandTools: ReadonlySet<string> = new Set([
  'execute_command',
  'Bash',
  'bash',
  'shell',
  'run_commands',
])

function commandOf({ toolName, holder, text }: Part): string | undefined {
  if (toolName === undefined || !commandTools.has(toolName)) return undefined
  const found =
    holder === 'text'
      ? /<command>\s*([^<]*?)\s*(?:<\/command>|$)/.exec(text)?.[1]
      : commandOfInput(text.slice(toolName.length + 1))
  return found?.split('\n', 1)[0]?.trim() || undefined
}

function commandOfInput(json: string): string | undefined {
  try {
    const input: unknown = JSON.parse(json)
    const command =
      typeof input === 'object' && input !== null && 'command' in input ? input.command : undefined
    return typeof command === 'string' ? command : undefined
  } catch {
    // The text of a call without a sound input is no JSON.
    return undefined
  }
}
