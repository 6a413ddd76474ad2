import { stopIfCancelled } from './cancel-signal.ts'
import { ModelFailure, type CompletionRequest, type LanguageModel } from './language-model.ts'

/** What a model answered. */
export type ModelAnswer = {
  /** Trimmed, without the thoughts before it. */
  readonly text: string
  /** `cut`: the stream ended without saying why. */
  readonly stopped: 'finished' | 'max-tokens' | 'refused' | 'cut'
  readonly failure: ModelFailure | null
}

/** What local models put before their answer where their server does not take it out. */
const thinking = /^\s*<think(?:ing)?>[\s\S]*?<\/think(?:ing)?>/

/** Asks a model and waits for the whole answer. Throws `Cancelled`; every other failure is part of the answer. */
export async function askModel(
  model: LanguageModel,
  request: CompletionRequest,
  onText: (text: string) => void,
): Promise<ModelAnswer> {
  let text = ''
  let stopped: ModelAnswer['stopped'] = 'cut'
  let failure: ModelFailure | null = null
  try {
    for await (const event of model.complete(request)) {
      stopIfCancelled(request.signal)
      switch (event.kind) {
        case 'call':
          text = ''
          break
        case 'text':
          text += event.text
          onText(event.text)
          break
        case 'stopped':
          stopped = event.reason
          break
        case 'cached':
        case 'usage':
          break
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    failure = error
  }
  return { text: text.replace(thinking, '').trim(), stopped, failure }
}
