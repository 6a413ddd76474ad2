import type { LogState } from '../../../shared/installation/logs-contract.ts'
import type { OpenLog } from '../../platform/log/open-log.ts'
import { readLog } from '../../platform/log/read-log.ts'
import { implementer } from '../common/implementer.ts'
import type { Services } from '../common/services.ts'
import { keepLevel, readEnvironmentLevel, logLevelVariable } from './log-level.ts'

/** Handlers of the `logs` area. */
export function createLogsHandlers({
  store,
  log,
  environment,
}: Pick<Services, 'store' | 'log' | 'environment'>) {
  const area = implementer.logs
  return {
    state: area.state.handler(() => describeLogState(log, environment)),
    setLevel: area.setLevel.handler(async ({ input: { level } }) => {
      await keepLevel(store, level)
      if (readEnvironmentLevel(environment) === null) log.setLevel(level)
      return { ...describeLogState(log, environment), level }
    }),
    read: area.read.handler(async ({ input }) => [...(await readLog(log.folder, input))]),
  }
}

function describeLogState(log: OpenLog, environment: Services['environment']): LogState {
  const isOfEnvironment = readEnvironmentLevel(environment) !== null
  return {
    folder: log.folder,
    level: log.level(),
    levelFrom: isOfEnvironment ? logLevelVariable : null,
    obstacle: log.obstacle(),
  }
}
