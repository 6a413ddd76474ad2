import type { LogState } from '../../shared/api/logs.ts'
import { logLevelSchema, type LogLevel } from '../../shared/domain/log.ts'
import { readLog } from '../log/read-log.ts'
import type { OpenLog } from '../log/open-log.ts'
import type { Store } from '../store/store.ts'
import { implementer } from './implementer.ts'
import type { Services } from '../services/services.ts'

const key = 'log-level'
/** Goes before the setting. */
export const logLevelVariable = 'DEWPOINT_LOG_LEVEL'
const usualLevel: LogLevel = 'info'

/** What the environment says of the level; null where it says nothing that is one. */
export function levelOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): LogLevel | null {
  const parsed = logLevelSchema.safeParse(environment[logLevelVariable]?.trim().toLowerCase())
  return parsed.success ? parsed.data : null
}

/** The level that was set last, for every door. */
export async function storedLevel({ preferences }: Pick<Store, 'preferences'>): Promise<LogLevel> {
  const parsed = logLevelSchema.safeParse((await preferences.all())[key])
  return parsed.success ? parsed.data : usualLevel
}

/** Handlers of the `logs` area. */
export function logsHandlers({ store, log, environment }: Pick<Services, 'store' | 'log' | 'environment'>) {
  const area = implementer.logs
  return {
    state: area.state.handler(() => stateOf(log, environment)),
    setLevel: area.setLevel.handler(async ({ input: { level } }) => {
      await store.preferences.set(key, level)
      if (levelOfEnvironment(environment) === null) log.setLevel(level)
      return { ...stateOf(log, environment), level }
    }),
    read: area.read.handler(async ({ input }) => [...(await readLog(log.folder, input))]),
  }
}

function stateOf(log: OpenLog, environment: Services['environment']): LogState {
  const isOfEnvironment = levelOfEnvironment(environment) !== null
  return {
    folder: log.folder,
    level: log.level(),
    levelFrom: isOfEnvironment ? logLevelVariable : null,
    obstacle: log.obstacle(),
  }
}
