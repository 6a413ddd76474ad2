import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { Problem } from '../common/problem.ts'
import type { AgentRunner } from './agent-runners.ts'

/** The command that starts an agent: as a person named it, or its program on PATH. Throws a `Problem` where there is none. */
export function findProgram(
  { program }: Pick<AgentRunner, 'program'>,
  agent: string,
  {
    command,
    environment,
  }: {
    readonly command: readonly string[] | undefined
    readonly environment: Readonly<Record<string, string | undefined>>
  },
): readonly string[] {
  const [name = program, ...more] = command ?? [program]
  const places = /[\\/]/.test(name)
    ? [isAbsolute(name) ? name : resolve(name)]
    : (environment['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name))
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : ['']
  const found = places.flatMap((place) => endings.map((ending) => place + ending)).find(canRun)
  if (found !== undefined) return [found, ...more]
  throw new Problem({
    code: 'not-found',
    message: `${agent} is not installed here: there is no program ${name}.`,
    where: name,
    hint: 'Install it, or say what starts it: `dewpoint probe --agent-command`.',
  })
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
