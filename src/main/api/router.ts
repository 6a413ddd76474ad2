import type { Router } from '@orpc/server'
import type { Contract } from '../../shared/api/contract.ts'
import { answersHandlers } from './answers.ts'
import { contextHandlers } from './context.ts'
import { driftHandlers } from './drift.ts'
import { experimentsHandlers } from './experiments.ts'
import { foldersHandlers } from './folders.ts'
import { implementer, type NoContext, guardedStream } from './implementer.ts'
import { withSignal } from './with-signal.ts'
import { libraryHandlers } from './library.ts'
import { logsHandlers } from './logs.ts'
import { metricsHandlers } from './metrics.ts'
import { pinsHandlers } from './pins.ts'
import { presetsHandlers } from './presets.ts'
import { profilesHandlers } from './profiles.ts'
import { promptsHandlers } from './prompts.ts'
import { qualityHandlers } from './quality.ts'
import { replayHandlers } from './replay.ts'
import type { Services } from '../services/services.ts'
import { resumeHandlers } from './resume.ts'
import { sweepHandlers } from './sweep.ts'
import { tasksHandlers } from './tasks.ts'
import { timelineHandlers } from './timeline.ts'
import { usesHandlers } from './uses.ts'
import { confirmAsleep, discardAsleep, listAsleep } from '../services/asleep-things.ts'
import { examineInstallation } from '../services/installation/examine-installation.ts'
import { guideMatrix } from '../engine/guide/guide-matrix.ts'
import { guidePriorities } from '../engine/guide/guide-priorities.ts'
import { guideQuestions } from '../engine/guide/guide-questions.ts'
import { adviseBy, adviseWishes, bundledReport } from '../services/answers/guide-evidence.ts'
import { startOfDay } from '../models/costs.ts'
import { readPolicy, writePolicy } from '../models/stored-choices.ts'
import { readCondensingPrompt } from '../services/presets/condensing-prompts.ts'
import { requireProvider } from '../services/presets/resolve-settings.ts'
import { z } from 'zod'
import { settingsSchema, type ProviderInfo } from '../../shared/domain/provider.ts'
import type { CondensationProvider } from '../engine/provider.ts'
import { arms } from '../engine/arms.ts'
import { findProvider, providers } from '../engine/registry.ts'
import { checkResultSource, expandResultSource } from '../services/runs/result-sources.ts'
import { checkArm } from '../services/runs/check-arm.ts'
import { prepareEstimate } from '../services/runs/prepare-run.ts'
import { resultFileOf } from '../services/runs/result-file-of.ts'
import { requireRun, requireRunSummary } from '../services/require-stored.ts'
import { runResult, runSource } from '../services/sources.ts'

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
export type AppRouter = Router<Contract, NoContext>

/** Handlers of the `backups` area. */
function backupsHandlers(services: Services) {
  const { copies } = services
  const area = implementer.backups
  return {
    list: area.list.handler(async () => [...(await copies.list())]),
    make: area.make.handler(({ input: { kind } }) => copies.make(kind)),
    asleep: area.asleep.handler(() => listAsleep(services)),
    confirm: area.confirm.handler(({ input }) => confirmAsleep(services, input.code)),
    discard: area.discard.handler(({ input }) => discardAsleep(services, input.code)),
  }
}

/** Handlers of the `preferences` area. */
function preferencesHandlers({ store }: Pick<Services, 'store'>) {
  const area = implementer.preferences
  return {
    all: area.all.handler(async () => ({ ...(await store.preferences.all()) })),
    set: area.set.handler(({ input }) => store.preferences.set(input.key, input.value)),
  }
}

/** Handlers of the `app` area. */
function appHandlers(services: Services) {
  const area = implementer.app
  return {
    takeStartProblems: area.takeStartProblems.handler(() => services.startProblems.take()),
    info: area.info.handler(() => services.info),
    doctor: area.doctor.handler(() => examineInstallation(services)),
  }
}

/** Handlers of the `guide` area. Questions and claims are data; recommendations go by what is measured. */
function guideHandlers(services: Services) {
  const area = implementer.guide
  return {
    questions: area.questions.handler(() => [...guideQuestions]),
    recommend: area.recommend.handler(({ input, signal }) => adviseBy(services, input, signal)),
    wishes: area.wishes.handler(({ signal }) => adviseWishes(services, signal)),
    report: area.report.handler(() => bundledReport(services)),
    matrix: area.matrix.handler(() => [...guideMatrix]),
    priorities: area.priorities.handler(() => [...guidePriorities]),
  }
}

/** Handlers of the `policy` area. */
function policyHandlers({ store, now }: Pick<Services, 'store' | 'now'>) {
  const area = implementer.policy
  return {
    get: area.get.handler(() => readPolicy(store)),
    set: area.set.handler(async ({ input }) => {
      requireProvider(input.defaultProvider)
      const before = await readPolicy(store)
      // What is gone may stay where it is: other values can be set all the same.
      const condensingPrompt =
        input.condensingPrompt === before.condensingPrompt
          ? input.condensingPrompt
          : await readCondensingPrompt(store, input.condensingPrompt)
      await writePolicy(store, { ...input, condensingPrompt })
      return readPolicy(store)
    }),
    spendingToday: area.spendingToday.handler(async () => {
      const { budgetPerDayUsd } = await readPolicy(store)
      return { ...(await store.spending.since(startOfDay(now()))), limitUsd: budgetPerDayUsd }
    }),
  }
}

/** Handlers of the `arms` area. */
function armsHandlers(services: Pick<Services, 'store' | 'models' | 'engine'>) {
  const area = implementer.arms
  return {
    list: area.list.handler(() => [...arms]),
    check: area.check.handler(({ input, signal = new AbortController().signal }) =>
      checkArm(services, input, signal),
    ),
  }
}

/** Handlers of the `providers` area. */
function providersHandlers() {
  const area = implementer.providers
  return {
    list: area.list.handler(() => providers.map(toInfo)),
    validate: area.validate.handler(({ input }) => {
      const bound = requireProvider(input.providerId).bind(input.settings, findProvider)
      return bound.ok ? [] : bound.issues.map(({ path, message }) => ({ path, message }))
    }),
  }
}

function toInfo(provider: CondensationProvider): ProviderInfo {
  const { id, label, description, version, kind = 'provider', capabilities, presets } = provider
  const defaults = provider.bind({})
  return {
    id,
    label,
    description,
    version,
    kind,
    capabilities,
    settingsJsonSchema: z.toJSONSchema(provider.settings, { io: 'input' }),
    defaults: defaults.ok ? settingsSchema.parse(defaults.settings) : {},
    presets: [...presets],
  }
}

/** Handlers of the `runs` area. */
function runsHandlers(services: Services) {
  const { store, engine, runs } = services
  const area = implementer.runs
  const stored = async (runId: string) => {
    const run = await requireRun(store, runId)
    return { source: await runSource(store, run), result: await runResult(store, run) }
  }
  return {
    list: area.list.handler(async ({ input }) => [...(await store.runs.list(input.taskId))]),
    start: area.start.handler(({ input }) => runs.start(input)),
    estimate: area.estimate.handler(async ({ input, signal }) => {
      const { input: job, said } = await prepareEstimate(services, input)
      const { estimate, rows } = await engine.run('estimateRun', job, withSignal(signal))
      return { estimate: { ...estimate, ...said }, rows: [...rows] }
    }),
    watch: area.watch.handler(async ({ input }) => guardedStream(await runs.watch(input.runId))),
    cancel: area.cancel.handler(({ input }) => runs.cancel(input.runId)),
    get: area.get.handler(({ input }) => requireRunSummary(store, input.runId)),
    remove: area.remove.handler(async ({ input }) => {
      await runs.cancel(input.runId)
      await store.runs.remove(input.runId)
    }),
    rows: area.rows.handler(async ({ input, signal }) => [
      ...(await engine.run('resultRows', await stored(input.runId), withSignal(signal))),
    ]),
    texts: area.texts.handler(async ({ input: { runId, ...row }, signal }) =>
      engine.run('resultTexts', { ...(await stored(runId)), ...row }, withSignal(signal)),
    ),
    manyTexts: area.manyTexts.handler(async ({ input: { runId, rows }, signal }) => [
      ...(await engine.run('manyResultTexts', { ...(await stored(runId)), rows }, withSignal(signal))),
    ]),
    result: area.result.handler(({ input }) => resultFileOf(services, input.runId)),
    expand: area.expand.handler(({ input }) => expandResultSource(services, input)),
    check: area.check.handler(({ input }) => checkResultSource(services, input)),
  }
}
