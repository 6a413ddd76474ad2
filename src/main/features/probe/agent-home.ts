import { dirname, join } from 'node:path'
import { copySettings, makeWorkFolder } from '../../platform/files/workspace-copies.ts'
import type { CoreServices } from '../common/core-services.ts'
import { buildMachine } from '../team/build-machine.ts'
import type { AgentRunner } from './agent-runners.ts'

type Surroundings = Pick<CoreServices, 'environment'>

/** Variables of home and data folders that every program may look at. */
const places = [
  'HOME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
  'XDG_CACHE_HOME',
  'XDG_RUNTIME_DIR',
  'TMPDIR',
  'TEMP',
  'TMP',
  'PWD',
  'OLDPWD',
  'INIT_CWD',
] as const

/** Makes the home folder of a fork: the person's settings of the agent and of Git, and no sessions, sign-ins or caches. */
export async function makeAgentHome(
  home: string,
  { settings }: AgentRunner,
  surroundings: Surroundings,
): Promise<void> {
  const { home: own, environment } = buildMachine(surroundings)
  makeWorkFolder(join(dirname(home), 'tmp'))
  makeWorkFolder(home)
  for (const { variable, folder, names } of settings) {
    const from = environment[variable] || join(own, folder)
    for (const name of names) await copySettings(join(from, name), join(home, folder, name))
  }
  await copySettings(join(own, '.gitconfig'), join(home, '.gitconfig'))
}

/** The environment of an agent in its own home: that of the person, keys included, with every way to their folders taken out. */
export function buildAgentEnvironment(
  home: string,
  { leads, environment }: Pick<AgentRunner, 'leads' | 'environment'>,
  surroundings: Surroundings,
): Readonly<Record<string, string>> {
  const taken = new Set<string>([...leads, ...places])
  const own = Object.entries(surroundings.environment).flatMap(([name, value]) =>
    value === undefined || taken.has(name) || name.startsWith('GIT_') || name.startsWith('DEWPOINT_')
      ? []
      : [[name, value] as const],
  )
  const temporary = join(dirname(home), 'tmp')
  return {
    ...Object.fromEntries(own),
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, 'AppData', 'Roaming'),
    LOCALAPPDATA: join(home, 'AppData', 'Local'),
    TMPDIR: temporary,
    TEMP: temporary,
    TMP: temporary,
    NO_COLOR: '1',
    ...environment,
  }
}
