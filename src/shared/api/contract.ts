import type { ContractRouterClient } from '@orpc/contract'
import { metricsContract } from '../activity/metrics-contract.ts'
import { qualityContract } from '../activity/quality-contract.ts'
import { condensationsContract } from '../condensations/contract.ts'
import { runsContract } from '../condense/runs-contract.ts'
import { experimentsContract } from '../experiments/contract.ts'
import { gateContract } from '../gate/gate-contract.ts'
import { answersContract } from '../home/answers-contract.ts'
import { guideContract } from '../home/guide-contract.ts'
import { appContract } from '../installation/app-contract.ts'
import { backupsContract } from '../installation/backups-contract.ts'
import { logsContract } from '../installation/logs-contract.ts'
import { policyContract } from '../installation/policy-contract.ts'
import { preferencesContract } from '../installation/preferences-contract.ts'
import { contextContract } from '../library/context-contract.ts'
import { libraryContract } from '../library/contract.ts'
import { foldersContract } from '../library/folders-contract.ts'
import { pinsContract } from '../library/pins-contract.ts'
import { tasksContract } from '../library/tasks-contract.ts'
import { armsContract } from '../methods/arms-contract.ts'
import { presetsContract } from '../methods/presets-contract.ts'
import { providersContract } from '../methods/providers-contract.ts'
import { profilesContract } from '../models/profiles-contract.ts'
import { plantedContract } from '../planted/planted-contract.ts'
import { probeContract } from '../probe/probe-contract.ts'
import { promptsContract } from '../prompts/contract.ts'
import { replayContract } from '../replay/contract.ts'
import { driftContract } from '../replay/drift-contract.ts'
import { sweepContract } from '../replay/sweep-contract.ts'
import { resumeContract } from '../take-home/resume-contract.ts'
import { usesContract } from '../take-home/uses-contract.ts'
import { timelineContract } from '../timeline/contract.ts'

/**
 * Every method that a door may call, declared once. The desktop carries it over a MessagePort, the browser host
 * over HTTP, and the command line calls it in process.
 */
export const contract: Contract = {
  app: appContract,
  answers: answersContract,
  arms: armsContract,
  backups: backupsContract,
  condensations: condensationsContract,
  context: contextContract,
  drift: driftContract,
  experiments: experimentsContract,
  folders: foldersContract,
  gate: gateContract,
  guide: guideContract,
  library: libraryContract,
  logs: logsContract,
  metrics: metricsContract,
  pins: pinsContract,
  planted: plantedContract,
  policy: policyContract,
  preferences: preferencesContract,
  presets: presetsContract,
  probe: probeContract,
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
  condensations: typeof condensationsContract
  context: typeof contextContract
  drift: typeof driftContract
  experiments: typeof experimentsContract
  folders: typeof foldersContract
  gate: typeof gateContract
  guide: typeof guideContract
  library: typeof libraryContract
  logs: typeof logsContract
  metrics: typeof metricsContract
  pins: typeof pinsContract
  planted: typeof plantedContract
  policy: typeof policyContract
  preferences: typeof preferencesContract
  presets: typeof presetsContract
  probe: typeof probeContract
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
