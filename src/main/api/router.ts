import { answersHandlers } from './answers.ts'
import { contextHandlers } from './context.ts'
import { driftHandlers } from './drift.ts'
import { experimentsHandlers } from './experiments.ts'
import { foldersHandlers } from './folders.ts'
import { implementer } from './implementer.ts'
import { libraryHandlers } from './library.ts'
import { logsHandlers } from './logs.ts'
import { metricsHandlers } from './metrics.ts'
import { pinsHandlers } from './pins.ts'
import { presetsHandlers } from './presets.ts'
import { profilesHandlers } from './profiles.ts'
import { promptsHandlers } from './prompts.ts'
import { qualityHandlers } from './quality.ts'
import { replayHandlers } from './replay.ts'
import type { AppRouter } from '../services/dewpoint.ts'
import type { Services } from '../services/services.ts'
import { resumeHandlers } from './resume.ts'
import { sweepHandlers } from './sweep.ts'
import { tasksHandlers } from './tasks.ts'
import { timelineHandlers } from './timeline.ts'
import { usesHandlers } from './uses.ts'
import { appHandlers } from './app.ts'
import { armsHandlers } from './arms.ts'
import { backupsHandlers } from './backups.ts'
import { guideHandlers } from './guide.ts'
import { policyHandlers } from './policy.ts'
import { preferencesHandlers } from './preferences.ts'
import { providersHandlers } from './providers.ts'
import { runsHandlers } from './runs.ts'

/** A handler for every method of the contract; a missing one fails to compile. */
export function createRouter(services: Services): AppRouter {
  return implementer.router({
    app: appHandlers(services),
    answers: answersHandlers(services),
    arms: armsHandlers(services),
    backups: backupsHandlers(services),
    context: contextHandlers(services),
    drift: driftHandlers(services),
    experiments: experimentsHandlers(services),
    folders: foldersHandlers(services),
    guide: guideHandlers(services),
    library: libraryHandlers(services),
    logs: logsHandlers(services),
    metrics: metricsHandlers(services),
    pins: pinsHandlers(services),
    policy: policyHandlers(services),
    preferences: preferencesHandlers(services),
    presets: presetsHandlers(services),
    profiles: profilesHandlers(services),
    prompts: promptsHandlers(services),
    providers: providersHandlers(),
    quality: qualityHandlers(services),
    replay: replayHandlers(services),
    resume: resumeHandlers(services),
    runs: runsHandlers(services),
    sweep: sweepHandlers(services),
    tasks: tasksHandlers(services),
    timeline: timelineHandlers(services),
    uses: usesHandlers(services),
  })
}
