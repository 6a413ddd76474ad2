import { expect, it } from 'vitest'
import { describeFailure } from '../../shared/kernel/words/describe-failure.ts'
import { modelFailureCodes } from './language-model.ts'

it.each(modelFailureCodes)('the failure of a model %s has words', (code) => {
  expect(describeFailure(code)).toMatch(/^[A-Z].* /)
})

it.each([
  ['', 'No reason given'],
  ['of-another-version', 'of-another-version'],
  ['constructor', 'constructor'],
])('the code %j reads %j', (code, words) => {
  expect(describeFailure(code)).toBe(words)
})
