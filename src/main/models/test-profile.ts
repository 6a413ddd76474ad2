import type { ConnectionTest } from '../../shared/api/profiles.ts'
import type { ModelProfile } from '../../shared/domain/model-profile.ts'
import { FileFailure } from '../files/file-failure.ts'
import { readFileBytes } from '../files/read-file.ts'
import type { CancelSignal } from '../engine/cancel-signal.ts'
import type { CallScope } from './model-service.ts'
import { longestRecording } from '../llm/recorded/recording-file.ts'
import { openBudgeted, type OpenDependencies } from './open-model.ts'
import { recordingFile } from './open-recording.ts'
import { failedTest, testModel } from './test-model.ts'

/** Nobody watches a test for longer, whatever silence runs are allowed; milliseconds. */
const longestSilenceMs = 30_000

const scope: CallScope = {
  runId: null,
  experimentId: null,
  maxRunUsd: null,
  maxExperimentUsd: null,
  ignoreCache: true,
}

/**
 * Tests the model of a profile: one small request past the cache, or whether a recording can be read. Throws
 * `Cancelled` as soon as the signal fires.
 */
export async function testProfile(
  dependencies: OpenDependencies,
  profile: ModelProfile,
  signal: CancelSignal,
): Promise<ConnectionTest> {
  const prepared = await dependencies.prepare(profile)
  const { obstacle, key } = prepared.state
  if (obstacle !== '')
    return failedTest(key.source === 'missing' ? 'authentication' : 'bad-request', obstacle)
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
      return failedTest('bad-request', `There is no profile ${sourceId} whose answers could be recorded.`)
    // What a test asks is not worth recording.
    return testProfile(dependencies, source, signal)
  }
  const file = recordingFile(dependencies.recordingsFolder, recording?.file ?? '')
  try {
    await readFileBytes(file, longestRecording)
    return {
      ...failedTest('bad-request', `${file} is there; answers come from it without a call.`),
      ok: true,
      code: '',
    }
  } catch (error) {
    const why = error instanceof FileFailure ? ` ${error.message}` : ''
    return failedTest('bad-request', `The recording ${file} cannot be read.${why}`)
  }
}
