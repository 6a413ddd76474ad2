import { describe, expect, it } from 'vitest'
import { ModelFailure, type ModelFailureCode } from '../../kernel/language-model.ts'
import { computeSettledCost } from './settled-cost.ts'

describe('what an ended call did cost', () => {
  const prices = { input: 1, output: 10 }
  const usage = { input: 1000, output: 100, cacheWrites: 0, cacheReads: 0 }
  const ended = { usage: null, answerCharacters: 0, isWhole: false, failure: null }

  it('is what its usage says, if it is whole', () => {
    const whole = { ...ended, usage, isWhole: true, answerCharacters: 9000 }
    expect(computeSettledCost(whole, prices)).toMatchObject({ costUsd: 0.002 })
  })

  it('counts at least what was received, if it broke off', () => {
    const failure = new ModelFailure('network', 'cut')
    const broken = { ...ended, usage: { ...usage, output: 1 }, answerCharacters: 900, failure }
    expect(computeSettledCost(broken, prices)).toMatchObject({ costUsd: 0.004, usage: { output: 300 } })
    expect(
      computeSettledCost({ ...broken, failure: null, answerCharacters: 0 }, prices)?.costUsd,
    ).toBeCloseTo(0.00101)
  })

  it.each<[ModelFailureCode, number | null]>([
    ['authentication', 0],
    ['bad-request', 0],
    ['input-too-long', 0],
    ['overloaded', 0],
    ['rate-limit', 0],
    ['network', null],
    ['timeout', null],
  ])('without any report after %s is %s', (code, costUsd) => {
    const failure = new ModelFailure(code, 'x')
    expect(computeSettledCost({ ...ended, failure }, prices)?.costUsd ?? null).toBe(costUsd)
    expect(computeSettledCost({ ...ended, failure, answerCharacters: 1 }, prices)).toBeNull()
  })

  it('is nothing if no server was reached, and unknown if it was cancelled before any report', () => {
    const failure = new ModelFailure('network', 'x', undefined, { isUnsent: true })
    expect(computeSettledCost({ ...ended, failure }, prices)?.costUsd).toBe(0)
    expect(computeSettledCost(ended, prices)).toBeNull()
  })
})
