import { createMetricsHandlers } from '../features/activity/metrics-handlers.ts'
import { createQualityHandlers } from '../features/activity/quality-handlers.ts'
import type { AppRouter } from '../features/common/dewpoint.ts'
import { implementer } from '../features/common/implementer.ts'
import type { Services } from '../features/common/services.ts'
import { createCondensationsHandlers } from '../features/condensations/condensations-handlers.ts'
import { createRunsHandlers } from '../features/condense/runs-handlers.ts'
import { createExperimentsHandlers } from '../features/experiments/handlers.ts'
import { createGateHandlers } from '../features/gate/gate-handlers.ts'
import { createGuideHandlers } from '../features/home/guide-handlers.ts'
import { createAnswersHandlers } from '../features/home/handlers.ts'
import { createAppHandlers } from '../features/installation/app-handlers.ts'
import { createBackupsHandlers } from '../features/installation/backups-handlers.ts'
import { createLogsHandlers } from '../features/installation/logs-handlers.ts'
import { createPolicyHandlers } from '../features/installation/policy-handlers.ts'
import { createPreferencesHandlers } from '../features/installation/preferences-handlers.ts'
import { createContextHandlers } from '../features/library/context-handlers.ts'
import { createFoldersHandlers } from '../features/library/folders-handlers.ts'
import { createLibraryHandlers } from '../features/library/library-handlers.ts'
import { createPinsHandlers } from '../features/library/pins-handlers.ts'
import { createTasksHandlers } from '../features/library/tasks-handlers.ts'
import { createArmsHandlers } from '../features/methods/arms-handlers.ts'
import { createPresetsHandlers } from '../features/methods/handlers.ts'
import { createProvidersHandlers } from '../features/methods/providers-handlers.ts'
import { createProfilesHandlers } from '../features/models/handlers.ts'
import { createPlantedHandlers } from '../features/planted/planted-handlers.ts'
import { createProbeHandlers } from '../features/probe/probe-handlers.ts'
import { createPromptsHandlers } from '../features/prompts/handlers.ts'
import { createDriftHandlers } from '../features/replay/drift-handlers.ts'
import { replayHandlers } from '../features/replay/replay-handlers.ts'
import { sweepHandlers } from '../features/replay/sweep-handlers.ts'
import { resumeHandlers } from '../features/take-home/resume-handlers.ts'
import { createUsesHandlers } from '../features/take-home/uses-handlers.ts'
import { createTimelineHandlers } from '../features/timeline/handlers.ts'

/** A handler for every method of the contract; a missing one fails to compile. */
export function createRouter(services: Services): AppRouter {
  return implementer.router({
    app: createAppHandlers(services),
    answers: createAnswersHandlers(services),
    arms: createArmsHandlers(services),
    backups: createBackupsHandlers(services),
    condensations: createCondensationsHandlers(services),
    context: createContextHandlers(services),
    drift: createDriftHandlers(services),
    experiments: createExperimentsHandlers(services),
    folders: createFoldersHandlers(services),
    gate: createGateHandlers(services),
    guide: createGuideHandlers(services),
    library: createLibraryHandlers(services),
    logs: createLogsHandlers(services),
    metrics: createMetricsHandlers(services),
    pins: createPinsHandlers(services),
    planted: createPlantedHandlers(services),
    policy: createPolicyHandlers(services),
    preferences: createPreferencesHandlers(services),
    presets: createPresetsHandlers(services),
    profiles: createProfilesHandlers(services),
    probe: createProbeHandlers(services),
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
