import { describe, expect, it } from 'vitest'
import { ModelFailure } from '../../kernel/language-model.ts'
import type { LikelihoodModel, LikelihoodRequest } from '../../kernel/likelihood-model.ts'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { call, end, read, task } from '../../kernel/testing/small-histories.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { computeHeadStart, nextActionLikelihood, listNextActions } from './next-action-likelihood.ts'

const source = conversationFor([
  task,
  ...read('1', 'src/alpha.ts', 'alpha'),
  ...read('2', 'src/beta.ts', 'beta'),
])
const future = [
  ...read('3', 'src/alpha.ts', 'again'),
  ...read('4', 'src/gamma.ts', 'new'),
  call('5', 'write', { a: 1 }),
]
const { signal } = new AbortController()

/** Words that stand in the prefix take one bit, others ten. */
function scorer(
  more: Partial<LikelihoodModel> = {},
): LikelihoodModel & { readonly asked: LikelihoodRequest[] } {
  const asked: LikelihoodRequest[] = []
  return {
    id: 'local',
    label: 'Local',
    contextTokens: 1000,
    asked,
    score: async (request) => {
      asked.push(request)
      const tokens = request.continuation.match(/[\w/.]+|[^\w/.]+/g) ?? []
      return {
        version: 'v1',
        tokens: tokens.map((text) => ({
          text,
          logProbability: -Math.LN2 * (request.prefix.includes(text) ? 1 : 10),
        })),
      }
    },
    ...more,
  }
}

const measure = (kept: readonly number[], model = scorer(), actions = 3) =>
  nextActionLikelihood.measure(createKeptSubject(source, kept, future), { model, actions, signal })

describe('the head start by likelihood', () => {
  it('is 1 for the full context, 0 for none, and between them for what is kept', async () => {
    const values = await Promise.all([[0, 1, 2, 3, 4], [], [0, 1, 2]].map((kept) => measure(kept)))
    const [full, none, some] = values.map((own) => (own.kind === 'measured' ? own.value : own.kind))
    expect([full, none]).toEqual([1, 0])
    expect(some).toBeGreaterThan(0)
    expect(some).toBeLessThanOrEqual(1)
  })

  it.each([
    ['in proportion', { empty: 300, full: 100, condensed: 200 }, 10, 0.5],
    [
      'above 1 where a context helps more than the full one',
      { empty: 300, full: 100, condensed: 50 },
      10,
      1.25,
    ],
    ['below 0 where it misleads', { empty: 300, full: 100, condensed: 400 }, 10, -0.5],
    ['null where the full one hardly helps', { empty: 109, full: 100, condensed: 50 }, 10, null],
    ['null where the full one misleads', { empty: 100, full: 200, condensed: 150 }, 10, null],
  ])('is %s', (_name, bits, leastBits, value) => {
    expect(computeHeadStart(bits, leastBits)).toBe(value)
  })

  it('keeps bits by context and token, the model with its version, and every answer', async () => {
    const measured = await measure([0])
    expect(measured).toMatchObject({
      evidence: {
        kind: 'likelihood',
        model: 'Local',
        version: 'v1',
        leastBits: expect.any(Number),
        answers: ['empty', 'full', 'condensed'].map((label) => ({
          label,
          model: 'Local',
          profileId: 'local',
          prompt: 'actions@1',
          text: expect.stringContaining('logProbability'),
        })),
      },
    })
    const evidence =
      measured.kind === 'measured' && measured.evidence.kind === 'likelihood' ? measured.evidence : null
    const sum = evidence?.tokens.reduce((total, { condensed }) => total + condensed, 0)
    expect(sum).toBeCloseTo(evidence?.bits.condensed ?? 0, 6)
  })

  it('asks for no context and the full one in the same words whatever was made of the source', async () => {
    const [one, two] = [scorer(), scorer()]
    await measure([0], one)
    await measure([0, 1, 2], two)
    expect(two.asked.slice(0, 2)).toEqual(one.asked.slice(0, 2))
    expect(one.asked[0]?.prefix).not.toContain('src/')
    expect(one.asked[1]?.prefix).toContain('src/beta.ts')
  })

  it('has no value where no call was recorded after the cut', async () => {
    const subject = createKeptSubject(source, [0], [end])
    const model = scorer()
    expect(await nextActionLikelihood.measure(subject, { model, actions: 3, signal })).toMatchObject({
      kind: 'nothing',
    })
    expect(model.asked).toEqual([])
  })

  it('has no value, and the reason, where the model fails', async () => {
    const failure = new ModelFailure('input-too-long', 'Too long by far.')
    const measured = await measure([0], scorer({ score: () => Promise.reject(failure) }))
    expect(measured).toEqual({
      kind: 'unusable',
      code: 'input-too-long',
      reason: 'Too long by far.',
      answers: [],
    })
  })
})

describe('the next actions', () => {
  it('are the first tool calls as the file has them, without what is said and answered in between', () => {
    expect(listNextActions(conversationFor(future), 2)).toEqual([
      '[tool-call]\nread_file {"path":"src/alpha.ts"}\n',
      '[tool-call]\nread_file {"path":"src/gamma.ts"}\n',
    ])
    expect(listNextActions(null, 2)).toEqual([])
  })

  it('are cut to 2,000 bytes of whole characters each', () => {
    const [action = ''] = listNextActions(
      conversationFor([call('1', 'write', { text: '漢'.repeat(2000) })]),
      3,
    )
    const written = action.slice('[tool-call]\n'.length, -1)
    expect(new TextEncoder().encode(written).length).toBeGreaterThan(1996)
    expect(new TextEncoder().encode(written).length).toBeLessThanOrEqual(2000)
  })
})
