import { basename } from 'node:path'
import { describeError } from '../../../../shared/kernel/describe-error.ts'
import type { TokenUsage } from '../../../../shared/models/pricing-types.ts'
import { stopIfCancelled } from '../../../kernel/cancel-signal.ts'
import {
  ModelFailure,
  type CompletionEvent,
  type CompletionRequest,
  type LanguageModel,
  type ModelInfo,
} from '../../../kernel/language-model.ts'
import type { SourceGuard } from '../../files/source-guard.ts'
import { hashRecordedRequest, type RecordedAnswer } from './recorded-answer.ts'
import { openRecordingFile, type RecordingFile } from './recording-file.ts'

export type RecordedModelOptions = {
  readonly info: ModelInfo
  /** As the vendor calls it. */
  readonly model: string
  /** Absolute path. */
  readonly file: string
  /** Asked before anything is recorded. */
  readonly guard: Pick<SourceGuard, 'check'>
  /** Asked for what the file does not hold, which is then recorded; null where nobody is. */
  readonly source: LanguageModel | null
}

type Recording = RecordedModelOptions & { readonly store: RecordingFile; readonly now: () => number }

/**
 * A model that answers from a file, so that an experiment can be repeated and shared without a key. An answer from
 * the file is `cached` and costs nothing; its usage is what it once was. Without a source, a request that was not
 * recorded is a `bad-request` failure.
 */
export function createRecordedModel(
  options: RecordedModelOptions,
  { now }: { readonly now: () => number } = { now: Date.now },
): LanguageModel {
  const recording = { ...options, store: openRecordingFile(options.file, options.guard), now }
  const { source, info } = options
  const countTokens = source?.countTokens
  return {
    info,
    complete: (request) => complete(recording, request),
    ...(countTokens === undefined ? {} : { countTokens }),
  }
}

async function* complete(
  recording: Recording,
  request: CompletionRequest,
): AsyncGenerator<CompletionEvent, void> {
  stopIfCancelled(request.signal)
  const { model, source, store } = recording
  const sha256 = hashRecordedRequest(model, request)
  const kept = await explainFileFaults(recording, 'read', () => store.find(sha256))
  stopIfCancelled(request.signal)
  if (kept !== null) yield* replay(kept)
  else if (source !== null) yield* recordAnswer(recording, source, request, sha256)
  else throw await buildMissingFailure(recording)
}

function* replay({ text, usage, stop }: RecordedAnswer): Generator<CompletionEvent, void> {
  yield { kind: 'cached' }
  yield { kind: 'text', text }
  yield { kind: 'usage', usage }
  yield { kind: 'stopped', reason: stop }
}

const noUsage: TokenUsage = { input: 0, output: 0, cacheWrites: 0, cacheReads: 0 }

async function* recordAnswer(
  recording: Recording,
  source: LanguageModel,
  request: CompletionRequest,
  sha256: string,
): AsyncGenerator<CompletionEvent, void> {
  await explainFileFaults(recording, 'written', () => recording.store.requireAppendable())
  let text = ''
  let usage = noUsage
  for await (const event of source.complete(request)) {
    switch (event.kind) {
      case 'call':
        text = ''
        usage = noUsage
        break
      case 'text':
        text += event.text
        break
      case 'usage':
        usage = event.usage
        break
      case 'stopped': {
        const { model, store, now } = recording
        const answer = { requestSha256: sha256, model, text, usage, stop: event.reason, recordedTs: now() }
        // Before the end is passed on: whoever hears it may listen no further.
        await explainFileFaults(recording, 'written', () => store.append(answer))
        break
      }
      case 'cached':
    }
    yield event
  }
}

/** A fault of the file as a failure; an experiment must not go on in the belief that it is being recorded. */
async function explainFileFaults<T>(
  { file }: Recording,
  what: 'read' | 'written',
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const reason = describeError(error)
    throw new ModelFailure('bad-request', `The recording ${file} could not be ${what}: ${reason}`, error)
  }
}

async function buildMissingFailure(recording: Recording): Promise<ModelFailure> {
  const { file, model, store } = recording
  const lines = await explainFileFaults(recording, 'read', () => store.damagedLines())
  const damage = lines.length === 0 ? '' : ` ${describeDamage(lines)} of it cannot be read.`
  return new ModelFailure(
    'bad-request',
    `The recording ${basename(file)} holds no answer to this request to ${model}.${damage}` +
      ' Record it with a profile that names a source.',
  )
}

function describeDamage(lines: readonly number[]): string {
  const shown = lines.slice(0, 5).join(', ')
  const more = lines.length > 5 ? ` and ${lines.length - 5} more` : ''
  return `${lines.length === 1 ? 'Line' : 'Lines'} ${shown}${more}`
}
