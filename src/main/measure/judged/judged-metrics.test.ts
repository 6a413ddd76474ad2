import { expect, it } from 'vitest'
import { gradeDimensions } from '../../../shared/kernel/evidence.ts'
import { hashFnv1a } from '../../../shared/kernel/hash-fnv1a.ts'
import { readRequestText } from '../../kernel/testing/model-by.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { end, read, task } from '../../kernel/testing/small-histories.ts'
import { metrics } from '../metrics/metrics.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { judgeBy, judgeContext } from '../testing/judge-by.ts'
import { judgedMetrics } from './judged-metrics.ts'
import * as prompts from './prompts.ts'

it('have ids that differ from each other and from those of the metrics without a model', () => {
  const ids = [...metrics, ...judgedMetrics].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
})

it('ask in words that change only together with the versions of their prompts', async () => {
  const source = conversationFor([task, ...read('1', 'src/a.ts', 'alpha')])
  const baseline = conversationFor([task])
  const grades = Object.fromEntries(gradeDimensions.map((dimension) => [dimension, 1]))
  const script: Record<string, object> = {
    questions: { probes: [{ class: 'recall', question: 'Q?', reference: 'R' }] },
    answers: { answers: [{ number: 1, answer: 'A' }] },
    grades: { graded: [{ number: 1, grades }] },
  }
  const model = judgeBy((label) => script[label.replace(/ from .*/, '')] ?? { preferred: 'tie', tool: null })
  const subject = createKeptSubject(source, [0, 1, 2], [end])
  for (const { measure } of judgedMetrics)
    await measure(subject, judgeContext(model, { baseline, probes: 1 }))
  const asked = Object.values(prompts).map(({ id, system }) => {
    // Ceiling, floor and resumed steps are asked in the words of the others.
    const requests = model.asked.filter(
      (request) => request.system === system && !/ from |, step /.test(request.label),
    )
    return [id, hashFnv1a(requests.map((request) => `${system}\n${readRequestText(request)}`).join('\n'))]
  })
  // Where this fails on purpose, the prompts that changed get new versions.
  expect(Object.fromEntries(asked)).toEqual({
    'probe-questions@1': 829791387,
    'probe-answers@1': 2666037120,
    'probe-grades@1': 2341798028,
    'pairwise@1': 641001221,
    'next-action@1': 2818944560,
  })
})
