import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modelProfileSchema, type ModelProfile } from '../../../../shared/models/model-profile-types.ts'
import type { CompletionEvent, CompletionRequest, LanguageModel } from '../../../kernel/language-model.ts'
import { openStore } from '../../store/open-store.ts'
import type { Store } from '../../store/store.ts'
import { createModelService, type ModelServiceDependencies } from '../create-model-service.ts'
import type { CallScope, ModelService } from '../model-service.ts'

/** Noon on a day of 2026, by the clock on the wall. */
export const noonTs = new Date(2026, 10, 20, 12).getTime()

/** A profile with prices of its own: a dollar per million tokens in, ten out. */
export function makeProfile(more: Partial<ModelProfile> = {}): ModelProfile {
  return modelProfileSchema.parse({
    id: 'work',
    name: 'Work',
    vendor: 'openai',
    model: 'model-1',
    windowTokens: 100_000,
    maxOutputTokens: 4096,
    prices: { input: 1, output: 10 },
    timeoutMs: 1000,
    ...more,
  })
}

export function makeScope(more: Partial<CallScope> = {}): CallScope {
  return {
    runId: 'run-1',
    experimentId: null,
    taskId: 'task-1',
    maxRunUsd: null,
    maxExperimentUsd: null,
    ignoreCache: false,
    ...more,
  }
}

/** A request of 1,000 tokens that allows 1,000 more. */
export function makeRequest(more: Partial<CompletionRequest> = {}): CompletionRequest {
  return {
    purpose: 'conversation',
    label: 'Summary',
    system: 'Summarise.',
    messages: [{ role: 'user', content: 'Hello' }],
    maxTokens: 1000,
    inputTokens: 1000,
    signal: new AbortController().signal,
    ...more,
  }
}

/** What a model says up to its end or failure. */
export async function hear(
  model: LanguageModel,
  request = makeRequest(),
): Promise<{ readonly events: readonly CompletionEvent[]; readonly error: unknown }> {
  const events: CompletionEvent[] = []
  try {
    for await (const event of model.complete(request)) events.push(event)
    return { events, error: null }
  } catch (error) {
    return { events, error }
  }
}

/** The kinds of events, in order. */
export const listEventKinds = ({
  events,
}: {
  readonly events: readonly CompletionEvent[]
}): readonly string[] => events.map(({ kind }) => kind)

export type ModelsBench = {
  readonly folder: string
  readonly store: Store
  readonly service: (more?: Partial<ModelServiceDependencies>) => ModelService
  /** Saves the profile and opens its model; throws where there is an obstacle. */
  readonly open: (service: ModelService, profile: ModelProfile, scope?: CallScope) => Promise<LanguageModel>
  /** What calls took. Throws where one was cut off, for no process is killed here. */
  readonly taken: () => Promise<Omit<Awaited<ReturnType<Store['spending']['since']>>, 'perhapsPaid'>>
  readonly clean: () => Promise<void>
}

/** A store in a folder of its own and services over it; it is noon, and the key of the profile `work` is set. */
export async function makeBench(): Promise<ModelsBench> {
  const folder = await mkdtemp(join(tmpdir(), 'dewpoint-models-'))
  const store = await openStore({
    folder,
    clock: () => noonTs,
    processId: process.pid,
    isProcessAlive: () => true,
  })
  return {
    folder,
    store,
    service: (more = {}) =>
      createModelService({
        store,
        vault: emptyVault,
        environment: { DEWPOINT_KEY_WORK: 'sk-openai-0123456789' },
        recordingsFolder: join(folder, 'recordings'),
        guard: { check: async () => undefined },
        now: () => noonTs,
        ...more,
      }),
    open: async (service, profile, scope = makeScope()) => {
      await store.profiles.save(profile)
      const opened = await service.open(profile.id, scope)
      if (!opened.ok) throw new Error(opened.obstacle)
      return opened.model
    },
    taken: async () => {
      const { perhapsPaid, ...sums } = await store.spending.since(0)
      if (perhapsPaid.calls !== 0) throw new Error('A call was cut off.')
      return sums
    },
    clean: async () => {
      await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const emptyVault: ModelServiceDependencies['vault'] = {
  storage: () => Promise.resolve('protected'),
  read: () => Promise.resolve(null),
  write: () => Promise.resolve(),
  forget: () => Promise.resolve(),
}
