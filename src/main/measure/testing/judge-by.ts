import type { CompletionEvent, CompletionRequest, ModelInfo } from '../../kernel/language-model.ts'
import { call, modelBy, readRequestText, type AskedModel } from '../../kernel/testing/model-by.ts'
import { roughCounter } from '../../kernel/testing/run-on.ts'
import type { JudgeContext } from '../judged/judged-metric.ts'

type Said = object | string | readonly (CompletionEvent | Error)[]

/** A judge for tests: says what its script has for the label of a question, objects as JSON. */
export function judgeBy(
  answer: (label: string, content: string, request: CompletionRequest) => Said,
  info: Partial<ModelInfo> = {},
): AskedModel {
  return modelBy((request) => {
    const said = answer(request.label.replace('Measurement: ', ''), readRequestText(request), request)
    if (Array.isArray(said)) return said
    return call(typeof said === 'string' ? said : JSON.stringify(said))
  }, info)
}

/** What a metric with a model is given beside its subject. */
export function judgeContext(model: AskedModel, more: Partial<JudgeContext> = {}): JudgeContext {
  return {
    model,
    baseline: null,
    probes: 4,
    steps: 3,
    counter: roughCounter,
    signal: new AbortController().signal,
    ...more,
  }
}
