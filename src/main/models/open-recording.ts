import { resolve } from 'node:path'
import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import { ModelFailure, type LanguageModel, type ModelInfo } from '../engine/language-model.ts'
import type { RecordedModelOptions } from '../llm/recorded/create-recorded-model.ts'
import type { CallScope } from './model-service.ts'
import { askOnce } from './ask-once.ts'
import { askingOnce, openBudgeted, type OpenDependencies, type PreparedProfile } from './open-model.ts'
import { requestHash } from './request-hash.ts'

/**
 * The model of a `recorded` profile: answers from its file, and those of its source where one is missing. The source is
 * asked once for requests that come at the same time.
 */
export async function openRecording(
  dependencies: OpenDependencies,
  { profile, info }: PreparedProfile,
  scope: CallScope,
): Promise<LanguageModel> {
  const { recordingsFolder, guard } = dependencies
  if (profile.recording === null) throw new Error('A recorded profile without a recording has an obstacle.')
  const source = await openSource(dependencies, profile.recording.profileId, scope)
  const file = recordingFile(recordingsFolder, profile.recording.file)
  const model = await recordedModel({
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
      const name = `${file} ${requestHash(profile, request)}`
      // The recording looks into its file itself.
      const find = (): Promise<null> => Promise.resolve(null)
      return askOnce(askingOnce(dependencies), { name, profileId, timeoutMs, find, model }, request)
    },
  }
}

/** Throws a `FileFailure` where answers would be recorded into a source. */
export async function checkRecording(
  { recordingsFolder, guard }: Pick<OpenDependencies, 'recordingsFolder' | 'guard'>,
  { recording }: ModelProfile,
): Promise<void> {
  if (recording !== null && recording.profileId !== null)
    await guard.check(recordingFile(recordingsFolder, recording.file))
}

/** Absolute path of a recording. */
export function recordingFile(recordingsFolder: string, file: string): string {
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
  if (obstacle !== '') return unable(prepared.info, obstacle)
  return openBudgeted(dependencies, prepared, scope)
}

/** Recorded answers need no key, so a source without one is in the way only when it is asked. */
function unable(info: ModelInfo, obstacle: string): LanguageModel {
  const next = (): Promise<never> => Promise.reject(new ModelFailure('authentication', obstacle))
  return { info, complete: () => ({ [Symbol.asyncIterator]: () => ({ next }) }) }
}

async function recordedModel(options: RecordedModelOptions): Promise<LanguageModel> {
  const { createRecordedModel } = await import('../llm/recorded/create-recorded-model.ts')
  return createRecordedModel(options)
}
