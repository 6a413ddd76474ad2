import type { AppRouter } from '../services/dewpoint.ts'
import type { Services } from '../services/services.ts'
import { createAnswersHandlers } from './answers.ts'
import { createAppHandlers } from './app.ts'
import { createArmsHandlers } from './arms.ts'
import { createBackupsHandlers } from './backups.ts'
import { createContextHandlers } from './context.ts'
import { createDriftHandlers } from './drift.ts'
import { createExperimentsHandlers } from './experiments.ts'
import { createFoldersHandlers } from './folders.ts'
import { createGuideHandlers } from './guide.ts'
import { implementer } from './implementer.ts'
import { createLibraryHandlers } from './library.ts'
import { createLogsHandlers } from './logs.ts'
import { createMetricsHandlers } from './metrics.ts'
import { createPinsHandlers } from './pins.ts'
import { createPolicyHandlers } from './policy.ts'
import { createPreferencesHandlers } from './preferences.ts'
import { createPresetsHandlers } from './presets.ts'
import { createProfilesHandlers } from './profiles.ts'
import { createPromptsHandlers } from './prompts.ts'
import { createProvidersHandlers } from './providers.ts'
import { createQualityHandlers } from './quality.ts'
import { replayHandlers } from './replay.ts'
import { resumeHandlers } from './resume.ts'
import { createRunsHandlers } from './runs.ts'
import { sweepHandlers } from './sweep.ts'
import { createTasksHandlers } from './tasks.ts'
import { createTimelineHandlers } from './timeline.ts'
import { createUsesHandlers } from './uses.ts'

/** A handler for every method of the contract; a missing one fails to compile. */
export function createRouter(services: Services): AppRouter {
  return implementer.router({
    app: createAppHandlers(services),
    answers: createAnswersHandlers(services),
    arms: createArmsHandlers(services),
    backups: createBackupsHandlers(services),
    context: createContextHandlers(services),
    drift: createDriftHandlers(services),
    experiments: createExperimentsHandlers(services),
    folders: createFoldersHandlers(services),
    guide: createGuideHandlers(services),
    library: createLibraryHandlers(services),
    logs: createLogsHandlers(services),
    metrics: createMetricsHandlers(services),
    pins: createPinsHandlers(services),
    policy: createPolicyHandlers(services),
    preferences: createPreferencesHandlers(services),
    presets: createPresetsHandlers(services),
    profiles: createProfilesHandlers(services),
    prompts: createPromptsHandlers(services),
    providers: createProvidersHandlers(),
    quality: createQualityHandlers(services),
    replay: replayHandlers(services),
    resume: resumeHandlers(services),
    runs: createRunsHandlers(services),
    sweep: sweepHandlers(services),
    tasks: createTasksHandlers(services),
    timeline: createTimelineHandlers(services),
    uses: createUsesHandlers(services),
  })
}
