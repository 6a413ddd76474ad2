import type { ContractRouterClient } from '@orpc/contract'
import { answersContract } from './answers.ts'
import { appContract } from './app.ts'
import { armsContract } from './arms.ts'
import { backupsContract } from './backups.ts'
import { contextContract } from './context.ts'
import { driftContract } from './drift.ts'
import { experimentsContract } from './experiments.ts'
import { foldersContract } from './folders.ts'
import { guideContract } from './guide.ts'
import { libraryContract } from './library.ts'
import { logsContract } from './logs.ts'
import { metricsContract } from './metrics.ts'
import { pinsContract } from './pins.ts'
import { policyContract } from './policy.ts'
import { preferencesContract } from './preferences.ts'
import { presetsContract } from './presets.ts'
import { profilesContract } from './profiles.ts'
import { promptsContract } from './prompts.ts'
import { providersContract } from './providers.ts'
import { qualityContract } from './quality.ts'
import { replayContract } from './replay.ts'
import { resumeContract } from './resume.ts'
import { runsContract } from './runs.ts'
import { sweepContract } from './sweep.ts'
import { tasksContract } from './tasks.ts'
import { timelineContract } from './timeline.ts'
import { usesContract } from './uses.ts'

/**
 * Every method that a door may call, declared once. The desktop carries it over a MessagePort, the browser host
 * over HTTP, and the command line calls it in process.
 */
export const contract: Contract = {
  app: appContract,
  answers: answersContract,
  arms: armsContract,
  backups: backupsContract,
  context: contextContract,
  drift: driftContract,
  experiments: experimentsContract,
  folders: foldersContract,
  guide: guideContract,
  library: libraryContract,
  logs: logsContract,
  metrics: metricsContract,
  pins: pinsContract,
  policy: policyContract,
  preferences: preferencesContract,
  presets: presetsContract,
  profiles: profilesContract,
  prompts: promptsContract,
  providers: providersContract,
  quality: qualityContract,
  replay: replayContract,
  resume: resumeContract,
  runs: runsContract,
  sweep: sweepContract,
  tasks: tasksContract,
  timeline: timelineContract,
  uses: usesContract,
}

/** Named area by area: the compiler writes no declaration that spells the whole contract out. */
export type Contract = {
  app: typeof appContract
  answers: typeof answersContract
  arms: typeof armsContract
  backups: typeof backupsContract
  context: typeof contextContract
  drift: typeof driftContract
  experiments: typeof experimentsContract
  folders: typeof foldersContract
  guide: typeof guideContract
  library: typeof libraryContract
  logs: typeof logsContract
  metrics: typeof metricsContract
  pins: typeof pinsContract
  policy: typeof policyContract
  preferences: typeof preferencesContract
  presets: typeof presetsContract
  profiles: typeof profilesContract
  prompts: typeof promptsContract
  providers: typeof providersContract
  quality: typeof qualityContract
  replay: typeof replayContract
  resume: typeof resumeContract
  runs: typeof runsContract
  sweep: typeof sweepContract
  tasks: typeof tasksContract
  timeline: typeof timelineContract
  uses: typeof usesContract
}

/** What calls the contract, whichever transport carries it. */
export type ContractClient = ContractRouterClient<Contract>
