import { dirname, isAbsolute, join, sep } from 'node:path'
import type { StoredTask } from '../../../shared/library/task-types.ts'
import type { Machine } from '../../agents/discovery/editors.ts'
import { agentsWays, findSettingPath, type SettingsPlace } from '../../kernel/policy/agents-own-ways.ts'
import { readAgentSize } from '../../kernel/policy/build-agent-settings.ts'
import { readSettingsText } from '../../platform/files/settings-files.ts'
import type { CoreServices } from '../common/core-services.ts'
import { buildMachine } from '../team/build-machine.ts'
import { findSetting } from './settings/list-changed-settings.ts'
import { readSettings } from './settings/settings-text/format-settings.ts'

/**
 * The size at which the agent of a task condenses by the file of its settings on this machine; null where it is not set,
 * where the file cannot be read, and for tasks that lie elsewhere: they ran on other settings.
 */
export async function readSetSize(
  services: Pick<CoreServices, 'environment'>,
  { format, path }: Pick<StoredTask, 'format' | 'path'>,
  windowTokens: number,
): Promise<number | null> {
  const ways = agentsWays.find(({ formats }) => formats.includes(format))
  if (ways?.where?.kind !== 'file') return null
  const machine = buildMachine(services)
  try {
    const file = await findUsualPath(ways.where, machine)
    const own = [dirname(file), join(machine.home, '.local', 'share')]
    if (!own.some((folder) => path.startsWith(folder + sep))) return null
    const settings = readSettings((await readSettingsText(file)) ?? '', ways.where.format)
    return readAgentSize(ways.size?.agent ?? '', windowTokens, (key) =>
      toNumber(findSetting(settings, findSettingPath(key).join('.'))),
    )
  } catch {
    // A forecast does without a file that is broken: the agent does so too.
    return null
  }
}

/** Variables are texts. */
function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}

/** The file that the agent reads: the usual one, or the one of its others that is there. Absolute. */
export async function findUsualPath(
  { place, others = [], moved }: Extract<SettingsPlace, { kind: 'file' }>,
  { home, environment }: Machine,
): Promise<string> {
  const own = moved === null ? '' : (environment[moved.variable] ?? '')
  const resolvePlace = (name: string): string =>
    moved !== null && isAbsolute(own) && name.startsWith(`${moved.folder}/`)
      ? join(own, name.slice(moved.folder.length))
      : join(home, name.replace(/^~/, ''))
  for (const name of [place, ...others]) {
    const path = resolvePlace(name)
    if ((await readSettingsText(path)) !== null) return path
  }
  return resolvePlace(place)
}
