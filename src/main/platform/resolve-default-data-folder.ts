import { homedir } from 'node:os'
import { posix, win32 } from 'node:path'

/** What decides where data lie, and where they may not. */
export type Surroundings = Readonly<{
  env: Readonly<Record<string, string | undefined>>
  /** As in `process.platform`. */
  platform: string
  /** Home folder of the user. */
  home: string
}>

/** The surroundings of this process, with the home folder as the system finds it in an environment. */
export function buildSurroundings(env: Surroundings['env']): Surroundings {
  const { platform } = process
  return { env, platform, home: env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir() }
}

/**
 * The folder that all doors keep their data in: `DEWPOINT_HOME` where it is set, else what the platform uses for
 * an application's data. Always absolute; a relative `DEWPOINT_HOME` counts from the home folder.
 */
export function resolveDefaultDataFolder({ env, platform, home }: Surroundings): string {
  const path = platform === 'win32' ? win32 : posix
  const chosen = env['DEWPOINT_HOME']
  if (chosen) return path.resolve(home, chosen)
  switch (platform) {
    case 'win32':
      return path.join(env['APPDATA'] || path.join(home, 'AppData', 'Roaming'), 'Dewpoint')
    case 'darwin':
      return path.join(home, 'Library', 'Application Support', 'Dewpoint')
    default: {
      const data = env['XDG_DATA_HOME']
      return path.join(data && path.isAbsolute(data) ? data : path.join(home, '.local', 'share'), 'dewpoint')
    }
  }
}
