import { homedir, tmpdir } from 'node:os'
import { posix, win32 } from 'node:path'
import { makeDataFolder } from './files/make-data-folder.ts'
import { placesOnDisk } from './importers/discovery/places-on-disk.ts'

/** What decides where data lie, and where they may not. */
export type Surroundings = Readonly<{
  env: Readonly<Record<string, string | undefined>>
  /** As in `process.platform`. */
  platform: string
  /** Home folder of the user. */
  home: string
}>

/** The surroundings of this process, with the home folder as the system finds it in an environment. */
export function surroundingsOf(env: Surroundings['env']): Surroundings {
  const { platform } = process
  return { env, platform, home: env[platform === 'win32' ? 'USERPROFILE' : 'HOME'] || homedir() }
}

/**
 * The folder that all doors keep their data in: `DEWPOINT_HOME` where it is set, else what the platform uses for
 * an application's data. Always absolute; a relative `DEWPOINT_HOME` counts from the home folder.
 */
export function defaultDataFolder({ env, platform, home }: Surroundings): string {
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

/**
 * Makes the data folder where it may lie: never in a task or in the storage of an agent. Call it before anything is
 * written there. Throws `FileFailure`.
 */
export function prepareDataFolder(folder: string, surroundings: Surroundings): void {
  makeDataFolder(folder, { wide: wideFolders(surroundings), sources: storageFolders(surroundings) })
}

/** Folders in which whole agents keep their tasks; absolute, there or not. */
export function storageFolders({ env, platform, home }: Surroundings): readonly string[] {
  return placesOnDisk({ platform, home, environment: env }).map(({ path }) => path)
}

/** Folders that hold everything else: a history in one of them makes no task of what is below. */
export function wideFolders({ home }: Pick<Surroundings, 'home'>): readonly string[] {
  return [home, tmpdir()]
}
