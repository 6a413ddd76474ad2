import { resolve } from 'node:path'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import type { ConnectionTest } from '../../../shared/models/profiles-contract.ts'
import type { CancelSignal } from '../../kernel/cancel-signal.ts'
import { ModelFailure, type LanguageModel, type ModelInfo } from '../../kernel/language-model.ts'
import { FileFailure } from '../files/file-failure.ts'
import { readFileBytes } from '../files/read-file.ts'
import type { RecordedModelOptions } from '../llm/recorded/create-recorded-model.ts'
import { longestRecording } from '../llm/recorded/recording-file.ts'
import { createSecretFinder, pieceLength } from '../llm/secrets/create-secret-finder.ts'
import { askOnce } from './ask-once.ts'
import { checkProfile, warnAboutProfile } from './check-profile.ts'
import { findKey } from './find-key.ts'
import { findProfilePrices } from './find-profile-prices.ts'
import { hashRequest } from './hash-request.ts'
import type { ModelService, CallScope } from './model-service.ts'
import {
  openModel,
  type OpenDependencies,
  type PreparedProfile,
  openBudgeted,
  pickAskOnceDependencies,
} from './open-model.ts'
import { buildFailedTest, testModel } from './test-model.ts'

/** Nobody watches a test for longer, whatever silence runs are allowed; milliseconds. */
const longestSilenceMs = 30_000

const scope: CallScope = {
  runId: null,
  experimentId: null,
  taskId: null,
  maxRunUsd: null,
  maxExperimentUsd: null,
  ignoreCache: true,
}

export type ModelServiceDependencies = Omit<OpenDependencies, 'prepare' | 'calls'>

/** Builds the service over a store and a place for keys. */
export function createModelService(given: ModelServiceDependencies): ModelService {
  const prepare = (profile: ModelProfile): Promise<PreparedProfile> => prepareProfile(given, profile)
  const dependencies: OpenDependencies = { ...given, prepare, calls: new Map() }
  return {
    checkRecording: (profile) => checkRecording(given, profile),
    describe: async (profile) => (await prepare(profile)).state,
    open: async (profileId, scope) => {
      const profile = await given.store.profiles.get(profileId)
      if (profile === null) return { ok: false, obstacle: `There is no profile ${profileId}.` }
      const prepared = await prepare(profile)
      const { obstacle } = prepared.state
      if (obstacle !== '') return { ok: false, obstacle }
      const open = profile.vendor === 'recorded' ? openRecording : openModel
      return { ok: true, model: await open(dependencies, prepared, scope) }
    },
    test: (profile, signal = new AbortController().signal) => testProfile(dependencies, profile, signal),
  }
}

async function prepareProfile(
  { vault, environment, store }: ModelServiceDependencies,
  profile: ModelProfile,
): Promise<PreparedProfile> {
  const { prices, knownAs } = await findProfilePrices(profile)
  const { key, state, obstacle } = await findKey(profile, {
    vault,
    environment,
    permits: store.keyPermits,
  })
  const fault = checkProfile(profile)?.message ?? ''
  const { id, name, model, windowTokens, maxOutputTokens, supportsImages } = profile
  const named = `${name} (${model})`
  // People paste into the wrong field; what is short is no key, but a word that a local server wants in its place.
  const label = key === null || key.length < pieceLength ? named : createSecretFinder(key).clean(named)
  return {
    profile,
    key,
    info: { id, label, windowTokens, maxOutputTokens, supportsImages, prices, isExtractive: false },
    state: {
      key: state,
      prices,
      knownAs,
      obstacle: fault === '' ? obstacle : fault,
      warnings: warnAboutProfile(profile),
    },
  }
}

/**
 * Tests the model of a profile: one small request past the cache, or whether a recording can be read. Throws
 * `Cancelled` as soon as the signal fires.
 */
async function testProfile(
  dependencies: OpenDependencies,
  profile: ModelProfile,
  signal: CancelSignal,
): Promise<ConnectionTest> {
  const prepared = await dependencies.prepare(profile)
  const { obstacle, key } = prepared.state
  if (obstacle !== '')
    return buildFailedTest(key.source === 'missing' ? 'authentication' : 'bad-request', obstacle)
  if (profile.vendor === 'recorded') return testRecording(dependencies, profile, signal)
  const timeoutMs = Math.min(profile.timeoutMs, longestSilenceMs)
  const impatient = { ...prepared, profile: { ...profile, timeoutMs } }
  return testModel(await openBudgeted(dependencies, impatient, scope), { now: dependencies.now, signal })
}

async function testRecording(
  dependencies: OpenDependencies,
  { recording }: ModelProfile,
  signal: CancelSignal,
): Promise<ConnectionTest> {
  const sourceId = recording?.profileId ?? null
  if (sourceId !== null) {
    const source = await dependencies.store.profiles.get(sourceId)
    if (source === null || source.vendor === 'recorded')
      return buildFailedTest(
        'bad-request',
        `There is no profile ${sourceId} whose answers could be recorded.`,
      )
    // What a test asks is not worth recording.
    return testProfile(dependencies, source, signal)
  }
  const file = resolveRecordingFile(dependencies.recordingsFolder, recording?.file ?? '')
  try {
    await readFileBytes(file, longestRecording)
    return {
      ...buildFailedTest('bad-request', `${file} is there, and answers come from it without a call.`),
      ok: true,
      code: '',
    }
  } catch (error) {
    const why = error instanceof FileFailure ? ` ${error.message}` : ''
    return buildFailedTest('bad-request', `The recording ${file} cannot be read.${why}`)
  }
}

/**
 * The model of a `recorded` profile: answers from its file, and those of its source where one is missing. The source is
 * asked once for requests that come at the same time.
 */
async function openRecording(
  dependencies: OpenDependencies,
  { profile, info }: PreparedProfile,
  scope: CallScope,
): Promise<LanguageModel> {
  const { recordingsFolder, guard } = dependencies
  if (profile.recording === null) throw new Error('A recorded profile without a recording has an obstacle.')
  const source = await openSource(dependencies, profile.recording.profileId, scope)
  const file = resolveRecordingFile(recordingsFolder, profile.recording.file)
  const model = await openRecordedModel({
    // Calls are those of the source and cost what it costs.
    info: source === null ? info : { ...info, prices: source.info.prices },
    model: profile.model,
    file,
    guard,
    source,
  })
  if (source === null) return model
  const { id: profileId, timeoutMs } = profile
  return {
    ...model,
    complete: (request) => {
      const name = `${file} ${hashRequest(profile, request)}`
      // The recording looks into its file itself.
      const find = (): Promise<null> => Promise.resolve(null)
      return askOnce(
        pickAskOnceDependencies(dependencies),
        { name, profileId, timeoutMs, find, model },
        request,
      )
    },
  }
}

/** Throws a `FileFailure` where answers would be recorded into a source. */
async function checkRecording(
  { recordingsFolder, guard }: Pick<OpenDependencies, 'recordingsFolder' | 'guard'>,
  { recording }: ModelProfile,
): Promise<void> {
  if (recording !== null && recording.profileId !== null)
    await guard.check(resolveRecordingFile(recordingsFolder, recording.file))
}

/** Absolute path of a recording. */
function resolveRecordingFile(recordingsFolder: string, file: string): string {
  return resolve(recordingsFolder, file)
}

async function openSource(
  dependencies: OpenDependencies,
  profileId: string | null,
  scope: CallScope,
): Promise<LanguageModel | null> {
  if (profileId === null) return null
  const profile = await dependencies.store.profiles.get(profileId)
  if (profile === null || profile.vendor === 'recorded') return null
  const prepared = await dependencies.prepare(profile)
  const { obstacle } = prepared.state
  if (obstacle !== '') return createUnableModel(prepared.info, obstacle)
  return openBudgeted(dependencies, prepared, scope)
}

/** Recorded answers need no key, so a source without one is in the way only when it is asked. */
function createUnableModel(info: ModelInfo, obstacle: string): LanguageModel {
  const rejectNext = (): Promise<never> => Promise.reject(new ModelFailure('authentication', obstacle))
  return { info, complete: () => ({ [Symbol.asyncIterator]: () => ({ next: rejectNext }) }) }
}

async function openRecordedModel(options: RecordedModelOptions): Promise<LanguageModel> {
  const { createRecordedModel } = await import('../llm/recorded/create-recorded-model.ts')
  return createRecordedModel(options)
}
