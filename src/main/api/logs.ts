import type { LogState } from '../../shared/api/logs.ts'
import { readLog } from '../log/read-log.ts'
import type { OpenLog } from '../log/open-log.ts'
import { implementer } from './implementer.ts'
import { keepLevel, levelOfEnvironment, logLevelVariable } from '../services/log-level.ts'
import type { Services } from '../services/services.ts'

/** Handlers of the `logs` area. */
export function logsHandlers({ store, log, environment }: Pick<Services, 'store' | 'log' | 'environment'>) {
  const area = implementer.logs
  return {
    state: area.state.handler(() => stateOf(log, environment)),
    setLevel: area.setLevel.handler(async ({ input: { level } }) => {
      await keepLevel(store, level)
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
