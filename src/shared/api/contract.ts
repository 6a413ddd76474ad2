import type { ContractRouterClient } from '@orpc/contract'
import { appContract } from './app.ts'
import { contextContract } from './context.ts'
import { foldersContract } from './folders.ts'
import { guideContract } from './guide.ts'
import { metricsContract } from './metrics.ts'
import { pinsContract } from './pins.ts'
import { policyContract } from './policy.ts'
import { preferencesContract } from './preferences.ts'
import { presetsContract } from './presets.ts'
import { profilesContract } from './profiles.ts'
import { promptsContract } from './prompts.ts'
import { providersContract } from './providers.ts'
import { runsContract } from './runs.ts'
import { tasksContract } from './tasks.ts'

/**
 * Every method that a door may call, declared once. The desktop carries it over a MessagePort, the browser host
 * over HTTP, and the command line calls it in process.
 */
export const contract = {
  app: appContract,
  context: contextContract,
  folders: foldersContract,
  guide: guideContract,
  metrics: metricsContract,
  pins: pinsContract,
  policy: policyContract,
  preferences: preferencesContract,
  presets: presetsContract,
  profiles: profilesContract,
  prompts: promptsContract,
  providers: providersContract,
  runs: runsContract,
  tasks: tasksContract,
}
export type Contract = typeof contract

/** What calls the contract, whichever transport carries it. */
export type ContractClient = ContractRouterClient<Contract>
